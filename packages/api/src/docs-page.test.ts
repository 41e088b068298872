import { describe, expect, test } from 'vitest';
import { CALL_NAMES, callSpec } from './calls.ts';
import { publishedDocuments } from './documents.ts';

const documents = new Map(publishedDocuments().map((document) => [document.path, document.body.toString()]));
const page = documents.get('/swx/docs') ?? '';

describe('the API reference page', () => {
  test('needs no script and loads nothing from other hosts', () => {
    expect(page).not.toMatch(/<script|\son\w+=|javascript:|style=|https?:\/\//i);
    for (const [, path] of page.matchAll(/(?:href|src)="(\/[^"#]*)"/g)) expect(documents.has(path!), path).toBe(true);
  });

  test('shows every call and has no dead links', () => {
    for (const name of CALL_NAMES) {
      expect(page).toContain(`id="${name}"`);
      expect(page).toContain(`/swx/customer${callSpec(name).path}`);
    }
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(page, id).toContain(`id="${id}"`);
  });
});
