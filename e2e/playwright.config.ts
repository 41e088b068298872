import { defineConfig } from '@playwright/test';
import { browserOptions } from './src/support/browser.ts';

/** Orders here end by the clock: most of the time these tests only wait. */
const BY_THE_CLOCK = /(?:account|convert-alerts-export|contracts|receipts|trade)\.spec\.ts$/;

/**
 * One server for all tests (see global-setup.ts). Two busy browsers at a time, because the smallest
 * machine that runs this has two cores, and two that mostly wait.
 */
export default defineConfig({
  testDir: './src/tests',
  // In the clone: a run empties it at its start, and another clone may be running, too.
  outputDir: './test-results',
  globalSetup: './src/support/global-setup.ts',
  fullyParallel: true,
  workers: 4,
  projects: [
    { name: 'by the clock', testMatch: BY_THE_CLOCK, workers: 2 },
    { name: 'busy', testIgnore: BY_THE_CLOCK, workers: 2 },
  ],
  // A machine can be busy with other things: `npm test` accepts two of a run that pass on their
  // retry, and names them with their traces (tools/src/lib/reports.ts).
  retries: 1,
  // Hang guards only: no test measures time, and a busy machine is no reason to fail.
  timeout: 900_000,
  expect: { timeout: 90_000, toPass: { timeout: 180_000 } },
  reporter: 'list',
  use: {
    launchOptions: browserOptions(),
    actionTimeout: 90_000,
    navigationTimeout: 120_000,
    // Tracing every first attempt costs 39 % more processor time; it leaves a picture and the
    // accessibility tree of the page.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
