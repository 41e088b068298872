import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nextSteps, runSteps, type ScheduledStep } from './schedule.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-schedule-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const planned = (name: string, processors: number, ...after: string[]): ScheduledStep => ({
  name,
  processors,
  after,
  command: process.execPath,
  args: [],
});

/** Prints `<name> 1`, waits for the file `until`, prints `<name> 2`, creates the file `<name>`. */
const scripted = (
  name: string,
  { processors = 1, until, after = [] }: { processors?: number; until?: string; after?: string[] } = {},
): ScheduledStep => {
  const file = (title: string) => JSON.stringify(join(folder, title));
  const script = `
    const { existsSync, writeFileSync } = require('node:fs');
    console.log('${name} 1');
    writeFileSync(${file(`${name} began`)}, '');
    const poll = setInterval(() => {
      if (!existsSync(${until === undefined ? JSON.stringify(folder) : file(until)})) return;
      clearInterval(poll);
      console.log('${name} 2');
      writeFileSync(${file(name)}, '');
    }, 5);`;
  return { ...planned(name, processors, ...after), args: ['-e', script] };
};

async function run(steps: readonly ScheduledStep[], processors: number, onPrint = (_printed: string) => {}) {
  let printed = '';
  const print = (chunk: Buffer | string) => {
    printed += String(chunk);
    onPrint(printed);
  };
  const results = await runSteps(steps, { root: folder, processors, limitMs: 60_000, print });
  return { results, lines: printed.split('\n') };
}

test.each<[string, readonly ScheduledStep[], readonly ScheduledStep[], readonly string[]]>([
  ['as many as there are processors for', [planned('a', 1), planned('b', 1), planned('c', 1)], [], ['a', 'b']],
  ['beside the running ones', [planned('a', 1), planned('b', 1)], [planned('c', 1)], ['a']],
  ['a narrow one before a wide one that does not fit', [planned('a', 2), planned('b', 1)], [planned('c', 1)], ['b']],
  ['parts of a processor', [planned('a', 0.5), planned('b', 1.5), planned('c', 0.5)], [], ['a', 'b']],
  ['one that is wider than the machine, alone', [planned('a', 8), planned('b', 1)], [], ['a']],
  ['nothing beside one that is wider than the machine', [planned('b', 1)], [planned('a', 8)], []],
  ['not before a running one that it needs', [planned('b', 1, 'a')], [planned('a', 1)], []],
  ['not before a waiting one that it needs', [planned('b', 1, 'a'), planned('a', 1)], [], ['a']],
  ['without one that is not planned', [planned('b', 1, 'a')], [], ['b']],
])('starts %s', (_, waiting, running, expected) => {
  expect(nextSteps(waiting, running, 2).map(({ name }) => name)).toEqual(expected);
});

test('overlapping steps print in one piece each, the first ended first; results follow the list', async () => {
  const steps = [scripted('slow', { until: 'quick was printed' }), scripted('quick', { until: 'slow began' })];
  const { results, lines } = await run(steps, 2, (printed) => {
    if (printed.includes('=== quick')) writeFileSync(join(folder, 'quick was printed'), '');
  });
  expect(lines.filter((line) => line !== '')).toEqual([
    '> running: slow, quick',
    '=== quick',
    'quick 1',
    'quick 2',
    '=== slow',
    'slow 1',
    'slow 2',
  ]);
  expect(results.map(({ name, passed, failed }) => [name, passed, failed])).toEqual([
    ['slow', 1, 0],
    ['quick', 1, 0],
  ]);
});

test('one processor runs one step after the other', async () => {
  const { lines } = await run([scripted('first'), scripted('second'), scripted('third', { until: 'second' })], 1);
  expect(lines.filter((line) => line.startsWith('>'))).toEqual(['> running: first', '> running: second']);
  expect(lines.filter((line) => line.startsWith('='))).toEqual(['=== first', '=== second', '=== third']);
});

test('a step starts after those that it needs, also when they fail', async () => {
  const failing = { ...planned('build', 1), args: ['-e', 'process.exit(3)'] };
  const { results, lines } = await run([scripted('pages', { after: ['build'] }), failing], 2);
  expect(lines.filter((line) => line.startsWith('='))).toEqual(['=== build', '=== pages']);
  expect(results.map(({ failed }) => failed)).toEqual([0, 1]);
});

test('the last step prints while it runs', async () => {
  const { lines } = await run([scripted('only', { until: 'printed' })], 2, (printed) => {
    if (printed.includes('only 1')) writeFileSync(join(folder, 'printed'), '');
  });
  expect(lines).toEqual(['', '=== only', 'only 1', 'only 2', '']);
});

test('steps that wait for each other are an error', async () => {
  await expect(run([planned('a', 1, 'b'), planned('b', 1, 'a')], 2)).rejects.toThrow('these wait for each other: a, b');
});

test('a report that cannot be read is an error', async () => {
  const count = () => {
    throw new Error('no report');
  };
  await expect(run([{ ...scripted('a'), count }], 2)).rejects.toThrow('no report');
});
