import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from './src/support/browser.ts';

/** What is bought here ends by the clock: most of the time these tests only wait for it. */
const BY_THE_CLOCK = /(?:account|around-orders|contracts|trade)\.spec\.ts$/;

/** One server for everybody (see global-setup.ts); two busy browsers at a time, as the smallest machine that runs this has two cores, and two that wait. */
export default defineConfig({
  testDir: './src/tests',
  outputDir: join(tmpdir(), 'glasshouse-e2e-results'),
  globalSetup: './src/support/global-setup.ts',
  fullyParallel: true,
  workers: 4,
  projects: [
    { name: 'by the clock', testMatch: BY_THE_CLOCK, workers: 2 },
    { name: 'busy', testIgnore: BY_THE_CLOCK, workers: 2 },
  ],
  // A test that passes only on a second try is a failure that hides.
  retries: 0,
  // Hang guards and nothing else: no test measures time, and a machine with ten other things to do is no reason to fail.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  use: {
    launchOptions: browserOptions(),
    actionTimeout: 90_000,
    navigationTimeout: 120_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
