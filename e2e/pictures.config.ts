import { defineConfig } from '@playwright/test';
import { browserOptions } from './src/support/browser.ts';

/** `npm run pictures`: pictures of pages, compared with those that the same machine took before. */
export default defineConfig({
  testDir: './src/pictures',
  testMatch: '*.pictures.ts',
  outputDir: './test-results/pictures',
  // Not in the repository: fonts and the browser's version change every pixel of a text.
  snapshotPathTemplate: './pictures/{arg}{ext}',
  workers: 1,
  timeout: 600_000,
  expect: {
    timeout: 90_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.002, animations: 'disabled', caret: 'hide' },
  },
  reporter: 'list',
  use: { launchOptions: browserOptions(), actionTimeout: 90_000, navigationTimeout: 120_000 },
});
