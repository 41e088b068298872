import type { Language } from '@glasshouse/i18n/languages';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Layout } from './devices.ts';
import type { Words } from './words.ts';

/** Somebody in front of a browser: a page, the layout of the device and the words of the language. */
export interface Person extends Words {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly layout: Layout;
  readonly language: Language;
  /** Where the product is. */
  readonly url: string;
  /** Says that this test brings about a message of the browser's console that matches. */
  readonly expectInConsole: (pattern: RegExp) => void;
}

export const button = ({ page }: Person, name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

export const dialog = ({ page }: Person): Locator => page.getByRole('dialog');

/** The price in the head of a market page. */
export const headPrice = ({ page }: Person): Locator => page.locator('main header bdi[dir=ltr]').first();

/** What stands in it; nothing when it is empty. */
export const textOf = async (place: Locator): Promise<string> => (await place.textContent()) ?? '';

/** `1,234.50` → 1234.5, whatever the language groups by; digits are Latin everywhere. */
export function numberIn({ language }: Person, text: string): number {
  const locale = language === 'hk' || language === 'zh' ? 'zh' : language;
  const decimal = new Intl.NumberFormat(`${locale}-u-nu-latn`)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal');
  const plain = text.replace(/\u2212/g, '-').replace(/[^\d.,-]/g, '');
  const [whole = '', fraction = ''] = plain.split(decimal?.value ?? '.');
  const value = Number(`${whole.replace(/[.,]/g, '')}.${fraction === '' ? '0' : fraction}`);
  if (Number.isNaN(value)) throw new Error(`no number in "${text}"`);
  return value;
}

/** Waits until the page is up: its words are there and prices are live. */
export async function open(person: Person, path: string): Promise<void> {
  await person.page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(person.page.locator('#main')).toBeVisible();
}

/** Goes on as a link does: the app is not loaded again, which takes most of the time of a visit. */
export async function goOn(person: Person, path: string): Promise<void> {
  const { page, url } = person;
  const isHere = page.url().startsWith(url);
  // A page reads what its address asks for when it is drawn first.
  if (!isHere || new URL(path, url).pathname === new URL(page.url()).pathname) return open(person, path);
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    // By then the old page is no longer on screen.
    return new Promise((drawn) => requestAnimationFrame(drawn));
  }, path);
  await expect(page.locator('#main')).toBeVisible();
}
