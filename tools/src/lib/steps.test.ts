import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countLastLine, runStep, total } from './steps.ts';

const root = join(import.meta.dirname, '../../..');
const run = (script: string, limitMs = 60_000) =>
  runStep({ name: 'a step', command: process.execPath, args: ['-e', script], count: countLastLine }, { root, limitMs });

test('a step that ends well counts what its last line says', async () => {
  expect(await run(`console.log('x'); console.log('7 passed, 0 failed')`)).toMatchObject({ passed: 7, failed: 0 });
});

test('a step that fails has at least one failure, whatever it counted', async () => {
  expect(await run(`console.log('7 passed, 0 failed'); process.exit(3)`)).toMatchObject({ passed: 7, failed: 1 });
  expect(await run(`console.log('7 passed, 2 failed'); process.exit(1)`)).toMatchObject({ passed: 7, failed: 2 });
});

test('a step that does not end is ended with its children and has failed', async () => {
  const script = `require('child_process').spawn('sleep', ['1000'], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
  expect(await run(script, 500)).toMatchObject({ passed: 0, failed: 1 });
});

test('a command that cannot be started has failed', async () => {
  const step = { name: 'none', command: '/nowhere/to/be/found', args: [] };
  expect(await runStep(step, { root, limitMs: 1000 })).toMatchObject({ passed: 0, failed: 1 });
});

test('totals add up', () => {
  expect(
    total([
      { passed: 1, failed: 2, skipped: 0 },
      { passed: 3, failed: 0, skipped: 4 },
    ]),
  ).toEqual({ passed: 4, failed: 2, skipped: 4 });
});
