/** Keys of submissions and drawings, on secure pages and over plain HTTP. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { randomKey } from './random-key.ts';

afterEach(() => vi.unstubAllGlobals());

test('a key is a UUID of version 4, on a page without randomUUID and subtle as well', () => {
  const { crypto } = globalThis;
  // What browsers leave of `crypto` where a page came over plain HTTP.
  vi.stubGlobal('crypto', { getRandomValues: (array: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(array) });
  const keys = Array.from({ length: 100 }, randomKey);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(keys).size).toBe(keys.length);
});

/** Where browser code may ask for more: behind a check that the page is secure. */
const CHECKED = ['apps/web/src/parts/sign-in/provider-flow.ts'];

test('no browser code uses what is missing over plain HTTP', () => {
  const root = join(import.meta.dirname, '../../..');
  const packages = ['api', 'app', 'client', 'i18n', 'rules', 'ui'].map((name) => `packages/${name}/src`);
  const folders = ['apps/web/src', 'apps/console/src', ...packages];
  const found = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !CHECKED.includes(path))
    .filter((path) =>
      /crypto\.(randomUUID|subtle)/.test(readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')),
    );
  expect(found).toEqual([]);
});
