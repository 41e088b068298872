import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from './src/support/browser.ts';

/** One server for everybody (see global-setup.ts); two browsers at a time, as on the smallest machine that runs this. */
export default defineConfig({
  testDir: './src/tests',
  outputDir: join(tmpdir(), 'glasshouse-e2e-results'),
  globalSetup: './src/support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // A test that passes only on a second try is a failure that hides.
  retries: 0,
  // Hang guards and nothing else: no test measures time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    launchOptions: browserOptions(),
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
