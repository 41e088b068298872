import { expect, test } from 'vitest';
import type { StepResult } from './steps.ts';
import { summaryLines } from './summary.ts';

const result = (name: string, counts: Partial<StepResult>): StepResult => ({
  name,
  passed: 0,
  failed: 0,
  skipped: 0,
  seconds: 1.25,
  failureLines: [],
  remarkLines: [],
  ...counts,
});

test('a summary repeats what failed, counts each step and ends with the sums', () => {
  const lines = summaryLines([
    result('tidy', { passed: 31 }),
    result('unit and integration', {
      passed: 7,
      failed: 1,
      skipped: 2,
      failureLines: ['a.test.ts: adds', '  expected 1 to be 2'],
    }),
    result('end to end', { passed: 5, remarkLines: ['flaky: b.spec.ts:3: trades (trace: /tmp/trace.zip)'] }),
  ]);
  expect(lines).toEqual([
    '',
    '=== what failed in unit and integration',
    'a.test.ts: adds',
    '  expected 1 to be 2',
    '',
    '=== summary',
    'ok   tidy                   31 passed, 0 failed (1.3 s)',
    'FAIL unit and integration   7 passed, 1 failed, 2 skipped (1.3 s)',
    '       a.test.ts: adds',
    'ok   end to end             5 passed, 0 failed (1.3 s)',
    '       flaky: b.spec.ts:3: trades (trace: /tmp/trace.zip)',
    '43 passed, 1 failed',
  ]);
});

test('at most twelve failures of a step are named again', () => {
  const failureLines = Array.from({ length: 15 }, (_, index) => `test ${index + 1}`);
  const lines = summaryLines([result('tidy', { failed: 15, failureLines })]);
  expect(lines.slice(lines.indexOf('=== summary')).filter((line) => line.includes('test '))).toHaveLength(12);
});
