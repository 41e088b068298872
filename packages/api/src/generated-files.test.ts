import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { ASYNCAPI_FILE, generatedFiles, OPENAPI_FILE } from './generated-files.ts';
import { userEventData } from './sockets.ts';

describe('published documents', () => {
  test.each(generatedFiles().map(({ url, text }) => [url.pathname.split('/').at(-1), url, text] as const))(
    '%s is up to date (otherwise run `npm run generate -w @glasshouse/api`)',
    (_, url, text) => expect(readFileSync(url, 'utf8')).toBe(text),
  );

  test('the OpenAPI document is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  test('the AsyncAPI document is valid AsyncAPI 3.0', () => {
    const schema = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json');
    const validate = new Ajv({ strict: false, validateFormats: false, allErrors: false }).compile(schema);
    validate(JSON.parse(readFileSync(ASYNCAPI_FILE, 'utf8')));
    expect(validate.errors).toBeNull();
  });

  test('docs/protocol.md describes the events that are sent, and no others', () => {
    const text = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8');
    const table = /\| kind \| data \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text)?.[1] ?? '';
    const kinds = table.split('\n').flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
    expect(kinds.map((match) => match[1]).toSorted()).toEqual(Object.keys(userEventData).toSorted());
  });

  test('no reference in either document is dangling', () => {
    for (const file of [OPENAPI_FILE, ASYNCAPI_FILE]) {
      const text = readFileSync(file, 'utf8');
      const document = JSON.parse(text);
      const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map((match) => match[1]!);
      expect(references.length).toBeGreaterThan(10);
      for (const reference of references) {
        let found: unknown = document;
        for (const step of reference.split('/')) found = (found as Record<string, unknown>)?.[step];
        expect(found, reference).toBeDefined();
      }
    }
  });
});
