/** All checks in one run: `npm test`. The last line is `N passed, N failed`. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.ts';
import { readPlaywrightFailures, readPlaywrightReport, readVitestFailures, readVitestReport } from './lib/reports.ts';
import { countLastLine, runStep, type Step, type StepResult, total } from './lib/steps.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPORTS = mkdtempSync(join(tmpdir(), 'glasshouse-reports-'));
/** A hang guard only. */
const STEP_LIMIT_MS = 60 * 60_000;
const node = process.execPath;
const modules = (path: string) => join(ROOT, 'node_modules', path);

/** Enough for every command and several crashes; `npm run simulate` runs longer. */
const SIMULATION_COMMANDS = '20000';
/** Of one step, in the summary. */
const NAMES_SHOWN = 12;
/** The same in every run: a commit passes or fails by what it is, not by what was drawn. */
const [FIRST_SEED, SECOND_SEED] = ['1', '60000'];
/** Kills per target: Node, the database, both. */
const FAULT_ROUNDS = '8';
/** Kills while money comes in and goes out, each at another moment. */
const FUNDING_KILLS = '3';

interface PlannedStep extends Step {
  /** The step is skipped when this file does not exist. */
  readonly needs: string;
}

function planSteps(browser: string | undefined): readonly PlannedStep[] {
  const vitestReport = join(REPORTS, 'vitest.json');
  const playwrightReport = join(REPORTS, 'playwright.json');
  const script = (name: string, file: string, ...args: string[]): PlannedStep => ({
    name,
    needs: file,
    command: node,
    args: [file, ...args],
    count: countLastLine,
  });
  const typescript = modules('typescript/bin/tsc');
  const types = (what: string, project: string): PlannedStep => ({
    name: `types: ${what}`,
    needs: project,
    command: node,
    args: [typescript, '-p', project],
  });
  return [
    types('server', 'tsconfig.json'),
    types('web', 'apps/web/tsconfig.json'),
    types('console', 'apps/console/tsconfig.json'),
    types('end to end', 'e2e/tsconfig.json'),
    {
      name: 'lint and format',
      needs: 'biome.json',
      command: node,
      args: [modules('@biomejs/biome/bin/biome'), 'check'],
    },
    script('tidy', 'tools/src/tidy.ts'),
    {
      name: 'unit and integration',
      needs: 'vitest.config.ts',
      command: node,
      args: [
        modules('vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${vitestReport}`,
      ],
      count: () => readVitestReport(vitestReport),
      failures: () => readVitestFailures(vitestReport),
    },
    ...[FIRST_SEED, SECOND_SEED].map((seed) =>
      script(`simulation, seed ${seed}`, 'simulation/src/main.ts', '--seed', seed, '--commands', SIMULATION_COMMANDS),
    ),
    script(
      ...(['faults', 'simulation/src/faults.ts', '--runs', FAULT_ROUNDS] as const),
      ...['--seed', FIRST_SEED, '--funding', FUNDING_KILLS],
    ),
    { name: 'web build', needs: 'apps/web/index.html', command: node, args: ['tools/bootstrap.mjs', 'build'] },
    {
      name: 'end to end',
      needs: 'e2e/playwright.config.ts',
      command: node,
      args: [modules('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, CHROMIUM_PATH: browser ?? '' },
      count: () => readPlaywrightReport(playwrightReport),
      failures: () => readPlaywrightFailures(playwrightReport),
    },
  ];
}

const results: StepResult[] = [];
for (const step of planSteps(ensureBrowser())) {
  console.log(`\n=== ${step.name}`);
  if (!existsSync(join(ROOT, step.needs))) {
    console.log(`${step.needs} does not exist; skipped.`);
    continue;
  }
  results.push(await runStep(step, { root: ROOT, limitMs: STEP_LIMIT_MS }));
}
rmSync(REPORTS, { recursive: true, force: true });

// Once more at the end: where a log is cut, its tail is what is left.
for (const { name, failureLines } of results) {
  if (failureLines.length === 0) continue;
  console.log(`\n=== what failed in ${name}`);
  for (const line of failureLines) console.log(line);
}

console.log('\n=== summary');
for (const { name, passed, failed, skipped, seconds, failureLines } of results) {
  const mark = failed === 0 ? 'ok  ' : 'FAIL';
  const left = skipped === 0 ? '' : `, ${skipped} skipped`;
  console.log(`${mark} ${name.padEnd(22)} ${passed} passed, ${failed} failed${left} (${seconds.toFixed(1)} s)`);
  // Reasons are indented below what failed; here stands only what failed.
  const names = failureLines.flatMap((lines) => lines.split('\n')).filter((line) => /^\S/.test(line));
  for (const line of names.slice(0, NAMES_SHOWN)) console.log(`       ${line}`);
}
const sums = total(results);
process.exitCode = sums.failed === 0 ? 0 : 1;
console.log(`${sums.passed} passed, ${sums.failed} failed`);
