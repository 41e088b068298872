import { USER_SOCKET_PATH } from '@glasshouse/api/constants';
import type { Language } from '@glasshouse/i18n/languages';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Layout } from './devices.ts';
import type { Words } from './words.ts';

/** A user at a browser: the page, the layout of the device and the texts of the language. */
export interface Person extends Words {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly layout: Layout;
  readonly language: Language;
  /** Base URL of the server. */
  readonly url: string;
  /** Declares that this test causes console messages that match. */
  readonly expectInConsole: (pattern: RegExp) => void;
}

export const button = ({ page }: Person, name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** A button of the bar on a phone, which begins with its side and says what it opens. */
export const barButton = ({ page }: Person, side: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${side} `) });

export const dialog = ({ page }: Person): Locator => page.getByRole('dialog');

/** The price in the head of a market page. */
export const headPrice = ({ page }: Person): Locator => page.locator('main header bdi[dir=ltr]').first();

/** Its text; empty if there is none. */
export const textOf = async (place: Locator): Promise<string> => (await place.textContent()) ?? '';

/** `1,234.50` → 1234.5, whatever the separators of the language; digits are Latin everywhere. */
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

/** Loads a page and waits until it renders. */
export async function open(person: Person, path: string): Promise<void> {
  await person.page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(person.page.locator('#main')).toBeVisible();
  // The server painted it; now the app listens.
  await expect(person.page.locator('html')).not.toHaveAttribute('data-painted');
}

/**
 * Loads a page and waits until it hears what happens to its owner: what happens before is in its
 * lists, and is not announced.
 */
export async function openListening(person: Person, path: string): Promise<void> {
  const listening = person.page
    .waitForEvent('websocket', (socket) => socket.url().includes(USER_SOCKET_PATH))
    .then((socket) => socket.waitForEvent('framereceived'));
  await Promise.all([open(person, path), listening]);
}

/** Navigates within the app, as a link does: loading the app takes most of the time of a visit. */
export async function navigate(person: Person, path: string): Promise<void> {
  const { page, url } = person;
  const isLoaded = page.url().startsWith(url);
  // Pages read the query only on their first render, so the same path needs a load.
  if (!isLoaded || new URL(path, url).pathname === new URL(page.url()).pathname) return open(person, path);
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    // By the next frame the old page is gone.
    return new Promise((rendered) => requestAnimationFrame(rendered));
  }, path);
  await expect(page.locator('#main')).toBeVisible();
}

/** Waits until nothing on the page says that it is still loading; a failure names what does. */
export async function settled({ page }: Person): Promise<void> {
  const busy = page.locator('[aria-busy=true]');
  const left = () => busy.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 400)));
  await expect.poll(left, { message: `busy on ${page.url()}` }).toEqual([]);
}
