import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDurations, storeDurations } from './durations.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-durations-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('durations are kept by path, and the latest of each file counts', () => {
  const store = join(folder, 'cache/seconds.json');
  const report = join(folder, 'report.json');
  const record = (testResults: readonly object[]) => {
    writeFileSync(report, JSON.stringify({ testResults }));
    storeDurations(report, store, '/clone');
  };
  expect(readDurations(store)).toEqual(new Map());
  record([
    { name: '/clone/tools/src/a.test.ts', startTime: 1_000, endTime: 3_540 },
    { name: '/clone/tools/src/b.test.ts', startTime: 0, endTime: 100 },
  ]);
  record([{ name: '/clone/tools/src/a.test.ts', startTime: 1_000, endTime: 2_000 }]);
  expect(readDurations(store)).toEqual(
    new Map([
      ['tools/src/a.test.ts', 1],
      ['tools/src/b.test.ts', 0.1],
    ]),
  );
});

test('a run without a report changes nothing', () => {
  const store = join(folder, 'none.json');
  storeDurations(join(folder, 'missing.json'), store, '/clone');
  expect(readDurations(store)).toEqual(new Map());
});
