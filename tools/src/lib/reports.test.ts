import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPlaywrightFailures, readPlaywrightFlaky, readPlaywrightReport } from './reports.ts';

/** Reports in the shape that Playwright 1.65 writes, cut to what is read. */
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-reports-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Status = 'expected' | 'unexpected' | 'flaky' | 'skipped';

const failedAttempt = (trace?: string) => ({
  status: 'failed',
  errors: [{ message: '\u001b[31mnot visible\u001b[39m\ncall log' }],
  attachments: [
    { name: 'screenshot', path: '/tmp/failed.png' },
    ...(trace === undefined ? [] : [{ name: 'trace', path: trace }]),
  ],
});
const passedAttempt = { status: 'passed', errors: [], attachments: [] };

const spec = (title: string, status: Status, trace?: string) => ({
  title,
  file: 'trade.spec.ts',
  line: 7,
  tests: [
    {
      status,
      results: {
        expected: [passedAttempt],
        unexpected: [failedAttempt(), failedAttempt(trace)],
        flaky: [failedAttempt(), { ...failedAttempt(trace), status: 'passed', errors: [] }],
        skipped: [],
      }[status],
    },
  ],
});

function report(...specs: ReturnType<typeof spec>[]): string {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  const countOf = (status: Status) => specs.filter(({ tests }) => tests[0]!.status === status).length;
  const stats = {
    expected: countOf('expected'),
    unexpected: countOf('unexpected'),
    flaky: countOf('flaky'),
    skipped: countOf('skipped'),
  };
  // Files hold suites, which hold the tests of a `describe`.
  const suites = [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }];
  writeFileSync(path, JSON.stringify({ stats, suites, errors: [] }));
  return path;
}

test.each([0, 1, 2])('%i flaky tests are accepted, and named with their traces', (flaky) => {
  const names = Array.from({ length: flaky }, (_, index) => `flaky ${index + 1}`);
  const path = report(
    spec('buys', 'expected'),
    spec('old', 'skipped'),
    ...names.map((name) => spec(name, 'flaky', `/tmp/${name}.zip`)),
  );
  expect(readPlaywrightReport(path)).toEqual({ passed: 1 + flaky, failed: 0, skipped: 1 });
  expect(readPlaywrightFailures(path)).toEqual([]);
  expect(readPlaywrightFlaky(path)).toEqual(
    names.map((name) => `flaky: trade.spec.ts:7: ${name}: not visible (trace: /tmp/${name}.zip)`),
  );
});

test('of three flaky tests each counts as failed, with its reason', () => {
  const path = report(spec('buys', 'expected'), ...['a', 'b', 'c'].map((name) => spec(name, 'flaky')));
  expect(readPlaywrightReport(path)).toEqual({ passed: 1, failed: 3, skipped: 0 });
  expect(readPlaywrightFailures(path)).toEqual(
    ['a', 'b', 'c'].map((name) => `trade.spec.ts:7: ${name}\n  not visible\n  call log`),
  );
  expect(readPlaywrightFlaky(path)).toEqual(
    ['a', 'b', 'c'].map((name) => `flaky: trade.spec.ts:7: ${name}: not visible (no trace)`),
  );
});

test('a test that fails twice has failed, beside a flaky one that is accepted', () => {
  const path = report(spec('sells', 'unexpected'), spec('buys', 'flaky', '/tmp/trace.zip'));
  expect(readPlaywrightReport(path)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(readPlaywrightFailures(path)).toEqual(Array(2).fill('trade.spec.ts:7: sells\n  not visible\n  call log'));
  expect(readPlaywrightFlaky(path)).toEqual(['flaky: trade.spec.ts:7: buys: not visible (trace: /tmp/trace.zip)']);
});

test('without a report nothing is counted', () => {
  const path = join(folder, 'none.json');
  expect(readPlaywrightReport(path)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  expect(readPlaywrightFlaky(path)).toEqual([]);
});
