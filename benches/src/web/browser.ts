import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The browser of the machine, else the one that Playwright has installed. */
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

/** Nothing that a browser does on its own account shall be measured. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--headless=new',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
