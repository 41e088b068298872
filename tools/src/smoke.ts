/** Ten main journeys in a browser: `npm run smoke`. The last line is `N passed, N failed`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.ts';
import { browserStep, webBuildStep } from './lib/checks.ts';
import { runAndSummarize } from './lib/summary.ts';

const reports = mkdtempSync(join(tmpdir(), 'glasshouse-reports-'));
const args = ['--grep', '@smoke', ...process.argv.slice(2)];
await runAndSummarize([
  webBuildStep(),
  browserStep(join(reports, 'playwright.json'), { browser: ensureBrowser(), args }),
]);
rmSync(reports, { recursive: true, force: true });
