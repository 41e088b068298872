/**
 * The inner loop, `npm run check`: types, lint, tidy, and the tests that the changes since main
 * touch, nearest first, as many as fit into two minutes on two processors. `--all` runs all that
 * they touch. The last line is `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAffectedTests, findChangedFiles, findMergeBase, findTestsBeside } from './lib/changes.ts';
import { lintStep, readTestDurations, tidyStep, typeSteps, vitestStep } from './lib/checks.ts';
import { selectNearestTests } from './lib/nearest-tests.ts';
import { runAndSummarize } from './lib/summary.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Of all workers together: a minute of two, after the other steps. */
const BUDGET_SECONDS = 120;

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const base = findMergeBase(ROOT);
if (base === undefined) {
  console.error('npm run check compares with main; fetch that branch first.');
  process.exit(1);
}
const changed = findChangedFiles(ROOT, base);
const affected = new Set([...findAffectedTests(ROOT, base), ...findTestsBeside(ROOT, changed)]);
const { chosen, omitted } = selectNearestTests([...affected], changed, {
  secondsOf: readTestDurations(),
  budgetSeconds: values.all ? Number.POSITIVE_INFINITY : BUDGET_SECONDS,
});
console.log(`${changed.length} changed files touch ${affected.size} test files; ${chosen.length} of them run.`);
if (0 < omitted.length) console.log('The others: npm run check -- --all, or npm test.');

const reports = mkdtempSync(join(tmpdir(), 'glasshouse-reports-'));
const tests = chosen.length === 0 ? [] : [vitestStep(join(reports, 'vitest.json'), ...chosen)];
await runAndSummarize([...typeSteps(), lintStep(), tidyStep(), ...tests]);
rmSync(reports, { recursive: true, force: true });
