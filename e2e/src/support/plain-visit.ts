/** Visits outside the test runner: for the commands that take pictures of pages. */
import type { Language } from '@glasshouse/i18n/languages';
import type { Browser } from '@playwright/test';
import { deviceOf, type Layout } from './devices.ts';
import type { Person } from './person.ts';
import { TIME_ZONE, wordsOf } from './words.ts';

export interface PageStyle {
  readonly layout: Layout;
  readonly language: Language;
  readonly colorScheme: 'light' | 'dark';
  /** In px; otherwise that of the layout. */
  readonly width?: number;
}

/** Somebody who has been shown the introductions, and to whom nothing moves. */
export async function personWith(
  browser: Browser,
  { layout, language, colorScheme, width }: PageStyle,
  url: string,
): Promise<Person> {
  const device = deviceOf(layout);
  const viewport = device.viewport && { ...device.viewport, width: width ?? device.viewport.width };
  const context = await browser.newContext({
    ...device,
    ...(viewport && { viewport }),
    baseURL: url,
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: TIME_ZONE,
  });
  await context.addInitScript((chosen) => {
    localStorage.setItem('language', chosen);
    localStorage.setItem('onboardingSeen', '1');
    localStorage.setItem('walletGate', 'continued');
    localStorage.setItem('tour', 'over');
  }, language);
  const page = await context.newPage();
  return { ...wordsOf(language), page, context, layout, language, url, expectInConsole: () => undefined };
}

/** Waits until nothing on the page is loading; skeletons are hidden from screen readers. */
export async function loaded({ page }: Person): Promise<void> {
  await page.locator('#main').waitFor();
  // Some skeletons have no aria-busy around them.
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], [class*=_skeleton_]') === null);
}
