/** All checks in one run: `npm test`. The last line is `N passed, N failed`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.ts';
import { browserStep, lintStep, scriptStep, tidyStep, typeSteps, vitestStep, webBuildStep } from './lib/checks.ts';
import type { ScheduledStep } from './lib/schedule.ts';
import { runAndSummarize } from './lib/summary.ts';

const REPORTS = mkdtempSync(join(tmpdir(), 'glasshouse-reports-'));

/** Enough for every command and several crashes; `npm run simulate` runs longer. */
const SIMULATION_COMMANDS = '20000';
/** The same in every run: a commit passes or fails by what it is, not by what was drawn. */
const FIRST_SEED = '1';
const SECOND_SEED = '60000';
/** Kills per target: Node, the database, both. */
const FAULT_ROUNDS = '8';
/** Kills while money comes in and goes out, each at another moment. */
const FUNDING_KILLS = '3';
/** They wait for restarts more than half of their time. */
const FAULTS_PROCESSORS = 0.5;

/**
 * First what ends soon, two at a time where there are two processors. Kills mostly wait for
 * restarts, beside tests that leave some of the machine idle. Tests of the browser have it for
 * themselves: on a busy one, pages are slower than the people who use them.
 */
function planSteps(browser: string | undefined): readonly ScheduledStep[] {
  return [
    ...typeSteps(),
    lintStep(),
    tidyStep(),
    webBuildStep(),
    ...[FIRST_SEED, SECOND_SEED].map((seed) =>
      scriptStep(
        `simulation, seed ${seed}`,
        ...['simulation/src/main.ts', '--seed', seed, '--commands', SIMULATION_COMMANDS],
      ),
    ),
    {
      ...scriptStep(
        'faults',
        ...['simulation/src/faults.ts', '--runs', FAULT_ROUNDS, '--seed', FIRST_SEED, '--funding', FUNDING_KILLS],
      ),
      processors: FAULTS_PROCESSORS,
    },
    vitestStep(join(REPORTS, 'vitest.json')),
    browserStep(join(REPORTS, 'playwright.json'), { browser }),
  ];
}

await runAndSummarize(planSteps(ensureBrowser()));
rmSync(REPORTS, { recursive: true, force: true });
