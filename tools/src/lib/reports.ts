import { existsSync, readFileSync } from 'node:fs';
import type { Counts } from './steps.ts';

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
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
