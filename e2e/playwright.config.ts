import { defineConfig } from '@playwright/test';
import { browserOptions } from './src/support/browser.ts';

/**
 * One server for all tests (see global-setup.ts), and one for each worker whose prices and time its
 * tests steer. Two workers, because the smallest machine that runs this has two cores: tests wait
 * for states alone, so that each is busy.
 */
export default defineConfig({
  testDir: './src/tests',
  // In the clone: a run empties it at its start, and another clone may be running, too.
  outputDir: './test-results',
  globalSetup: './src/support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // A machine can be busy with other things: `npm test` accepts two of a run that pass on their
  // retry, and names them with their traces (tools/src/lib/reports.ts).
  retries: 1,
  // Hang guards only: no test measures time, and a busy machine is no reason to fail.
  timeout: 900_000,
  expect: { timeout: 90_000 },
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
