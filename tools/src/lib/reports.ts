import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Counts } from './steps.ts';

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    /** Of a file that could not be run. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Counts of vitest's JSON report; zeros when it did not write one. */
export function readVitestReport(path: string): Counts {
  const report = readReport<VitestReport>(path);
  if (report === undefined) return NOTHING;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly PlaywrightSuite[];
  /** Of the run itself, such as a file that could not be loaded. */
  readonly errors: readonly PlaywrightError[];
}

interface PlaywrightError {
  readonly message?: string;
}

interface PlaywrightResult {
  readonly errors: readonly PlaywrightError[];
  readonly attachments?: readonly { readonly name: string; readonly path?: string }[];
}

interface PlaywrightSpec {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly tests: readonly {
    /** `flaky`: failed first and passed on the retry. */
    readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    readonly results: readonly PlaywrightResult[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly PlaywrightSpec[];
}

/** Tests of a run that may pass on their retry only. */
const FLAKY_MAX = 2;

/** Lines kept of one test's failure: its reason stands first, its stack last. */
const LINES_OF_ONE_MAX = 10;

/** Each failed test of vitest's JSON report with its reason. */
export function readVitestFailures(path: string): readonly string[] {
  return (readReport<VitestReport>(path)?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return message === undefined || message === '' ? [] : [describeFailure(name, message)];
    return failed.map(({ fullName, failureMessages }) => describeFailure(`${name}: ${fullName}`, failureMessages?.[0]));
  });
}

/**
 * Each failed attempt of a test of Playwright's JSON report with its reason, without the flaky
 * tests where as few are accepted.
 */
export function readPlaywrightFailures(path: string): readonly string[] {
  const report = readReport<PlaywrightReport>(path);
  if (report === undefined) return [];
  const isAccepted = report.stats.flaky <= FLAKY_MAX;
  return [
    ...report.errors.map(({ message }) => describeFailure('the run', message)),
    ...testsOf(report)
      .filter(({ status }) => status !== 'flaky' || !isAccepted)
      .flatMap(({ title, results }) =>
        results.flatMap(({ errors }) => errors.slice(0, 1).map(({ message }) => describeFailure(title, message))),
      ),
  ];
}

/** Each test that failed and passed on its retry, with its reason and the trace of the retry. */
export function readPlaywrightFlaky(path: string): readonly string[] {
  const report = readReport<PlaywrightReport>(path);
  if (report === undefined) return [];
  return testsOf(report)
    .filter(({ status }) => status === 'flaky')
    .map(({ title, results }) => {
      const attachments = results.flatMap((result) => result.attachments ?? []);
      const trace = attachments.find(({ name, path: file }) => name === 'trace' && file !== undefined)?.path;
      const reason = linesOf(results.flatMap(({ errors }) => errors)[0]?.message)[0];
      return `flaky: ${title}: ${reason} (${trace === undefined ? 'no trace' : `trace: ${trace}`})`;
    });
}

function testsOf(report: PlaywrightReport) {
  const inSuite = (suite: PlaywrightSuite): PlaywrightSpec[] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  return report.suites
    .flatMap(inSuite)
    .flatMap(({ title, file, line, tests }) => tests.map((test) => ({ ...test, title: `${file}:${line}: ${title}` })));
}

function describeFailure(what: string, message: string | undefined): string {
  const lines = linesOf(message).slice(0, LINES_OF_ONE_MAX);
  return [what, ...lines.map((line) => `  ${line}`)].join('\n');
}

function linesOf(message: string | undefined): readonly string[] {
  return stripVTControlCharacters(message ?? 'no reason given').split('\n');
}

/**
 * Counts of Playwright's JSON report. A test that failed and passed on its retry is flaky: up to
 * two of a run count as passed, because a machine can be busy with other things; of more than
 * that, each counts as failed.
 */
export function readPlaywrightReport(path: string): Counts {
  const stats = readReport<PlaywrightReport>(path)?.stats;
  if (stats === undefined) return NOTHING;
  const { expected, unexpected, flaky, skipped } = stats;
  return flaky <= FLAKY_MAX
    ? { passed: expected + flaky, failed: unexpected, skipped }
    : { passed: expected, failed: unexpected + flaky, skipped };
}

function readReport<Report>(path: string): Report | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined;
}
