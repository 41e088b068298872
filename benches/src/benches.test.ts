/** Every bench has its section in the documentation, and no section outlives its bench. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BENCHES } from './benches.ts';

test('the documentation has a section for each bench, and for nothing else', () => {
  const text = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');
  const sections = [...text.matchAll(/^<!-- bench: ([\w-]+) -->$/gm)].map((match) => match[1]);
  expect(sections.toSorted()).toEqual(BENCHES.map(({ name }) => name).toSorted());
});
