import { describe, expect, test } from 'vitest';
import { CALL_NAMES, callSpec } from './calls.ts';
import { publishedDocuments } from './documents.ts';

const documents = new Map(publishedDocuments().map((document) => [document.path, document.body.toString()]));
const page = documents.get('/swx/docs') ?? '';

describe('the page of the protocol', () => {
  test('needs no script and nothing from elsewhere', () => {
    expect(page).not.toMatch(/<script|\son\w+=|javascript:|style=|https?:\/\//i);
    for (const [, path] of page.matchAll(/(?:href|src)="(\/[^"#]*)"/g)) expect(documents.has(path!), path).toBe(true);
  });

  test('shows every call, and all its links lead somewhere', () => {
    for (const name of CALL_NAMES) {
      expect(page).toContain(`id="${name}"`);
      expect(page).toContain(`/swx/customer${callSpec(name).path}`);
    }
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(page, id).toContain(`id="${id}"`);
  });
});
