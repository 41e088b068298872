/**
 * Compares pictures of the gallery and of some twenty pages with those taken before:
 * `npm run pictures -- --update` takes them, `npm run pictures` compares. The last line is
 * `N passed, N failed`; what differs is in e2e/test-results/pictures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.ts';
import { browserStep, webBuildStep } from './lib/checks.ts';
import { runAndSummarize } from './lib/summary.ts';

const reports = mkdtempSync(join(tmpdir(), 'glasshouse-reports-'));
const args = process.argv.slice(2).map((arg) => (arg === '--update' ? '--update-snapshots' : arg));
await runAndSummarize([
  webBuildStep(),
  browserStep(join(reports, 'playwright.json'), {
    browser: ensureBrowser(),
    config: 'e2e/pictures.config.ts',
    args,
  }),
]);
rmSync(reports, { recursive: true, force: true });
