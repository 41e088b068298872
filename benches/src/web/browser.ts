import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The system's browser, otherwise the one Playwright installed. */
export function browserPath(): string {
  const candidates = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ];
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`no Chromium at ${candidates.join(', ')}`);
  return found;
}

/** Keeps the browser's own background work out of the measurement. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--headless=new',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
