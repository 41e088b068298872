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

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly { readonly results: readonly { readonly errors: readonly PlaywrightError[] }[] }[];
  }[];
}

/** Lines kept of one test's failure: its reason stands first, its stack last. */
const LINES_OF_ONE_MAX = 10;

/** Each failed test of vitest's JSON report with its reason. */
export function readVitestFailures(path: string): readonly string[] {
  return (readReport<VitestReport>(path)?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return message === undefined || message === '' ? [] : [told(name, message)];
    return failed.map(({ fullName, failureMessages }) => told(`${name}: ${fullName}`, failureMessages?.[0]));
  });
}

/** Each failed attempt of a test of Playwright's JSON report with its reason. */
export function readPlaywrightFailures(path: string): readonly string[] {
  const report = readReport<PlaywrightReport>(path);
  if (report === undefined) return [];
  const inSuite = (suite: PlaywrightSuite): string[] => [
    ...suite.specs.flatMap(({ title, file, line, tests }) =>
      tests
        .flatMap(({ results }) => results)
        .flatMap(({ errors }) => errors.slice(0, 1).map(({ message }) => told(`${file}:${line}: ${title}`, message))),
    ),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  return [...report.errors.map(({ message }) => told('the run', message)), ...report.suites.flatMap(inSuite)];
}

function told(what: string, message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? 'no reason given')
    .split('\n')
    .slice(0, LINES_OF_ONE_MAX);
  return [what, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Counts of Playwright's JSON report. A flaky test counts as failed. */
export function readPlaywrightReport(path: string): Counts {
  const stats = readReport<PlaywrightReport>(path)?.stats;
  if (stats === undefined) return NOTHING;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

function readReport<Report>(path: string): Report | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined;
}
