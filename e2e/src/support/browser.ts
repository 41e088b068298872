import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** As `npm test` prefers them (tools/src/lib/browser.ts). */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** The machine's Chromium if there is one, else Playwright's. It connects to this machine only. */
export function browserOptions(): LaunchOptions {
  const path = [process.env.CHROMIUM_PATH, ...INSTALLED].find((file) => file !== undefined && existsSync(file));
  return {
    ...(path === undefined ? {} : { executablePath: path }),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
