import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  outputDir: join(tmpdir(), 'glasshouse-e2e-results'),
  globalSetup: './src/support/global-setup.ts',
  fullyParallel: true,
  workers: 4,
  projects: [
    { name: 'by the clock', testMatch: BY_THE_CLOCK, workers: 2 },
    { name: 'busy', testIgnore: BY_THE_CLOCK, workers: 2 },
  ],
  // A test that passes only on a retry hides a failure.
  retries: 0,
  // Hang guards only: no test measures time, and a busy machine is no reason to fail.
  timeout: 900_000,
  expect: { timeout: 90_000, toPass: { timeout: 180_000 } },
  reporter: 'list',
  use: {
    launchOptions: browserOptions(),
    actionTimeout: 90_000,
    navigationTimeout: 120_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
