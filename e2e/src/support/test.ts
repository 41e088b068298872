/** The base of all tests: people with browsers, each watched for console errors and warnings. */

import type { Language } from '@glasshouse/i18n/languages';
import { test as base } from '@playwright/test';
import { deviceOf, type Layout } from './devices.ts';
import type { Person } from './person.ts';
import { type RunningServer, startServer } from './server.ts';
import { sharedServer } from './shared-server.ts';
import { keepToasts } from './toasts.ts';
import { TIME_ZONE, wordsOf } from './words.ts';

export { expect } from '@playwright/test';

export interface Visit {
  readonly layout?: Layout;
  readonly language?: Language;
  readonly colorScheme?: 'light' | 'dark';
  /** Another server than the shared one. */
  readonly url?: string;
  /**
   * Prices flash and dialogs slide, as for most people. Left out, they stand still: sixty frames a
   * second take most of what a page costs.
   */
  readonly isMoving?: boolean;
  /** A browser that has been shown neither what this is, nor the tour, nor what a wallet is for. */
  readonly isFirstVisit?: boolean;
}

/**
 * Only shows that the machine is slow; a separate test checks that preloads are used, and only
 * once.
 */
const SLOW_PRELOAD = /was preloaded using link preload but not used within a few seconds/;

/**
 * The browser looks for a newer service worker on its own, also while a test has its network cut or
 * its server killed, or closes the page; the page goes on with the one it has.
 */
const NO_NEWER_WORKER = /^error: An unknown error occurred when fetching the script\. \(\)$/;

interface Fixtures {
  /** Opens a separate browser window for one person. */
  readonly visit: (visit?: Visit) => Promise<Person>;
}

interface WorkerFixtures {
  /**
   * A server of the tests of this worker, which run one after the other: each may move its prices
   * and its time, and begins by setting the prices that it needs.
   */
  readonly steered: RunningServer;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  steered: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser }, use) => {
    const complaints: string[] = [];
    const closers: (() => Promise<void>)[] = [];
    await use(
      async ({
        layout = 'desktop',
        language = 'en',
        colorScheme = 'light',
        url = sharedServer().url,
        isMoving = false,
        isFirstVisit = false,
      } = {}) => {
        const context = await browser.newContext({
          ...deviceOf(layout),
          baseURL: url,
          colorScheme,
          reducedMotion: isMoving ? 'no-preference' : 'reduce',
          locale: 'en',
          timezoneId: TIME_ZONE,
        });
        closers.push(() => context.close());
        await context.addInitScript((chosen) => {
          // Only once: a language chosen later in the test must stay.
          if (localStorage.getItem('language') === null) localStorage.setItem('language', chosen);
        }, language);
        if (!isFirstVisit) {
          await context.addInitScript(() => {
            localStorage.setItem('onboardingSeen', '1');
            localStorage.setItem('walletGate', 'continued');
            if (localStorage.getItem('tour') === null) localStorage.setItem('tour', 'over');
          });
        }
        await keepToasts(context);
        const page = await context.newPage();
        const expected: RegExp[] = [SLOW_PRELOAD, NO_NEWER_WORKER];
        const complain = (text: string): void => {
          if (!expected.some((pattern) => pattern.test(text))) complaints.push(`${layout} ${language}: ${text}`);
        };
        page.on('pageerror', (error) => complain(`uncaught ${error.stack || `${error.name}: ${error.message}`}`));
        // Violations of the content security policy are console errors.
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') {
            complain(`${message.type()}: ${message.text()} (${message.location().url})`);
          }
        });
        return {
          ...wordsOf(language),
          page,
          context,
          layout,
          language,
          url,
          expectInConsole: (pattern) => void expected.push(pattern),
        };
      },
    );
    for (const close of closers) await close();
    base.expect(complaints, 'errors and warnings in the browser console').toEqual([]);
  },
});
