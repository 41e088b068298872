/** The steps of `npm test`, `npm run check` and `npm run smoke`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDurations, storeDurations } from './durations.ts';
import {
  readPlaywrightFailures,
  readPlaywrightFlaky,
  readPlaywrightReport,
  readVitestFailures,
  readVitestReport,
} from './reports.ts';
import type { ScheduledStep } from './schedule.ts';
import { countLastLine, failuresAboveLastLine } from './steps.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Git ignores it, and `npm ci` empties it: a fresh clone checks everything. */
const TYPES_CACHE = join(ROOT, 'node_modules/.cache/types');

/** Of each test file on this machine; see durations.ts. */
const DURATIONS = join(ROOT, 'node_modules/.cache/test-seconds.json');

const PROJECTS = [
  ['server', 'tsconfig.json'],
  ['web', 'apps/web/tsconfig.json'],
  ['console', 'apps/console/tsconfig.json'],
  ['end to end', 'e2e/tsconfig.json'],
] as const;

const WEB_BUILD = 'web build';
const modules = (path: string): string => join(ROOT, 'node_modules', path);
const node = process.execPath;

/** A TypeScript file of ours that ends with `N passed, N failed`. */
export function scriptStep(name: string, file: string, ...args: readonly string[]): ScheduledStep {
  return {
    name,
    processors: 1,
    command: node,
    args: [file, ...args],
    count: countLastLine,
    failures: failuresAboveLastLine,
  };
}

/**
 * Types of each project; files that have not changed since the last run, nor what they import, are
 * not checked again. Several checkers of one compiler repeat each other's work: two compilers with
 * one each need half the processor time.
 */
export function typeSteps(): readonly ScheduledStep[] {
  mkdirSync(TYPES_CACHE, { recursive: true });
  return PROJECTS.map(([name, project]) => ({
    name: `types: ${name}`,
    processors: 1,
    command: node,
    args: [
      modules('typescript/bin/tsc'),
      '-p',
      project,
      '--singleThreaded',
      '--incremental',
      '--tsBuildInfoFile',
      join(TYPES_CACHE, `${name.replaceAll(' ', '-')}.tsbuildinfo`),
    ],
  }));
}

export function lintStep(): ScheduledStep {
  const biome = modules('@biomejs/biome/bin/biome');
  return { name: 'lint and format', processors: 1, command: node, args: [biome, 'check'] };
}

/** The browser apps; what has not changed since the last build is not built again. */
export function webBuildStep(): ScheduledStep {
  return { name: WEB_BUILD, processors: 1, command: node, args: ['tools/bootstrap.mjs', 'build'] };
}

/**
 * Browser tests against the built apps, with the report in this file. Those that pass only on a
 * retry are remarks.
 */
export function browserStep(
  report: string,
  {
    browser,
    config = 'e2e/playwright.config.ts',
    args = [],
  }: { readonly browser: string | undefined; readonly config?: string; readonly args?: readonly string[] },
): ScheduledStep {
  return {
    name: 'end to end',
    processors: 2,
    after: [WEB_BUILD],
    command: node,
    args: [modules('@playwright/test/cli.js'), 'test', '-c', config, '--reporter=list,json', ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: browser ?? '' },
    count: () => readPlaywrightReport(report),
    failures: () => readPlaywrightFailures(report),
    remarks: () => readPlaywrightFlaky(report),
  };
}

export function readTestDurations(): ReadonlyMap<string, number> {
  return readDurations(DURATIONS);
}

/** Tests of vitest, with the report in this file. */
export function vitestStep(report: string, ...args: readonly string[]): ScheduledStep {
  return {
    name: 'unit and integration',
    // Two workers, which wait for databases a quarter of their time.
    processors: 1.5,
    command: node,
    args: [
      modules('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    count: () => {
      storeDurations(report, DURATIONS, ROOT);
      return readVitestReport(report);
    },
    failures: () => readVitestFailures(report),
  };
}

export function tidyStep(): ScheduledStep {
  return scriptStep('tidy', 'tools/src/tidy.ts');
}
