import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countLastLine, failuresAboveLastLine, runStep, total } from './steps.ts';

const root = join(import.meta.dirname, '../../..');
const run = (script: string) =>
  runStep(
    { name: 'a step', command: process.execPath, args: ['-e', script], count: countLastLine },
    { root, limitMs: 60_000, write: () => {} },
  );

test('a successful step reports the counts of its last line', async () => {
  expect(await run(`console.log('x'); console.log('7 passed, 0 failed')`)).toMatchObject({ passed: 7, failed: 0 });
});

test('a failing step has at least one failure', async () => {
  expect(await run(`console.log('7 passed, 0 failed'); process.exit(3)`)).toMatchObject({ passed: 7, failed: 1 });
  expect(await run(`console.log('7 passed, 2 failed'); process.exit(1)`)).toMatchObject({ passed: 7, failed: 2 });
});

test('a step over the time limit is killed with its children and fails, with the reason in its output', async () => {
  const script = `require('child_process').spawn('sleep', ['1000'], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
  let output = '';
  const write = (chunk: Buffer | string) => {
    output += String(chunk);
  };
  const step = { name: 'a step', command: process.execPath, args: ['-e', script] };
  expect(await runStep(step, { root, limitMs: 500, write })).toMatchObject({ passed: 0, failed: 1 });
  expect(output).toBe('a step: killed after 0.5 s.\n');
});

test('a command that cannot be started fails', async () => {
  const step = { name: 'none', command: '/nowhere/to/be/found', args: [] };
  expect(await runStep(step, { root, limitMs: 1000, write: () => {} })).toMatchObject({ passed: 0, failed: 1 });
});

test('totals add up', () => {
  expect(
    total([
      { passed: 1, failed: 2, skipped: 0 },
      { passed: 3, failed: 0, skipped: 4 },
    ]),
  ).toEqual({ passed: 4, failed: 2, skipped: 4 });
});

test('what failed is told by its last lines, from the report where there is one', async () => {
  const step = { name: 'a step', command: process.execPath, count: countLastLine };
  const options = { root, limitMs: 60_000, write: () => {} };
  const script = `for (let line = 1; line <= 40; line += 1) console.log('line ' + line); process.exit(1)`;
  const silent = await runStep({ ...step, args: ['-e', script], failures: () => [] }, options);
  expect(silent.failureLines).toHaveLength(30);
  expect(silent.failureLines.at(-1)).toBe('line 40');
  const reported = await runStep({ ...step, args: ['-e', script], failures: () => ['a test\n  its reason'] }, options);
  expect(reported.failureLines).toEqual(['a test', '  its reason']);
  expect((await runStep({ ...step, args: ['-e', ''], failures: () => ['old'] }, options)).failureLines).toEqual([]);
});

test('our own commands name what failed above their last line', () => {
  const output = 'kill 1 ok\n\nwhat failed:\nload:\n  no reversal was killed\n\n33 passed, 1 failed\n';
  expect(failuresAboveLastLine({ ok: false, output })).toEqual(['load:', '  no reversal was killed', '']);
  expect(failuresAboveLastLine({ ok: false, output: 'a.ts:1 rule: reason\n30 passed, 1 failed\n' })).toEqual([]);
});

test('remarks are results of a successful step, too', async () => {
  const step = { name: 'a step', command: process.execPath, args: ['-e', ''], remarks: () => ['flaky: a test'] };
  expect(await runStep(step, { root, limitMs: 60_000, write: () => {} })).toMatchObject({
    passed: 1,
    failed: 0,
    failureLines: [],
    remarkLines: ['flaky: a test'],
  });
});
