/**
 * Visits every page in one language and takes a picture of each text the first time it is seen:
 * `node src/review.ts <language> <folder>`, for `npm run review -w @glasshouse/i18n`. Writes
 * `pictures/*.jpg` and `sightings.json` (key → picture, route).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@glasshouse/i18n/languages';
import { keyFinder } from '@glasshouse/i18n/review/find-keys';
import type { Sighting } from '@glasshouse/i18n/review/page';
import { loadMessagesOf } from '@glasshouse/i18n/server';
import { type Browser, chromium } from '@playwright/test';
import { addOperator } from './support/add-operator.ts';
import { browserOptions } from './support/browser.ts';
import { askForLoan, CONSOLE_ROUTES, fillQueues, firstCase, recordRoutes } from './support/console-routes.ts';
import { enterAsGuest } from './support/guest.ts';
import { enrolByLink } from './support/operator.ts';
import type { Person } from './support/person.ts';
import { loaded, type PageStyle, personWith } from './support/plain-visit.ts';
import { DESKTOP_ROUTES, orderRoute, PRIVATE_ROUTES, PUBLIC_ROUTES, seed } from './support/routes.ts';
import { type RunningServer, startServer } from './support/server.ts';

interface VisibleText {
  readonly text: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const PASSWORD = 'four unrelated words here';
/** How much of its surroundings a picture shows, and how large it is at most. */
const AROUND = { x: 260, y: 90 };
const LARGEST = { width: 900, height: 480 };

const [code, folder = 'review'] = process.argv.slice(2);
const language = LANGUAGES.find((known) => known === code);
if (language === undefined) throw new Error(`name a language: ${LANGUAGES.join(', ')}`);
const keysOf = keyFinder(loadMessagesOf(language));
const sightings: Record<string, Sighting> = {};
mkdirSync(join(folder, 'pictures'), { recursive: true });

const server = await startServer({ prices: 'simulated', env: { INSTRUMENTS: 'all' } });
const browser = await chromium.launch(browserOptions());
try {
  await visitSite(browser, server, language);
  await visitConsole(browser, server, language);
} finally {
  await browser.close();
  await server.stop();
}
writeFileSync(join(folder, 'sightings.json'), `${JSON.stringify(sightings, null, 2)}\n`);

const lookOf = (language: Language): PageStyle => ({ layout: 'desktop', language, colorScheme: 'light' });

async function visitSite(from: Browser, { url }: RunningServer, spoken: Language): Promise<void> {
  const person = await personWith(from, lookOf(spoken), url);
  for (const route of PUBLIC_ROUTES) await look(person, route);
  const api = await enterAsGuest(person);
  const order = await orderRoute(api);
  const orders = await seed(api);
  for (const route of ['/', ...DESKTOP_ROUTES, ...orders, order, ...PRIVATE_ROUTES]) await look(person, route);
  await person.context.close();
}

async function visitConsole(from: Browser, { url, dataDir, operatorLink }: RunningServer, spoken: Language) {
  const operator = await personWith(from, lookOf(spoken), url);
  const payer = await personWith(from, lookOf(spoken), url);
  await enrolByLink(operator, operatorLink() ?? '', PASSWORD);
  await enrolByLink(payer, await addOperator({ dataDir }, 'petra'), PASSWORD);
  const anna = await fillQueues(operator, payer, { dataDir });
  await askForLoan(operator, anna);
  for (const route of [...CONSOLE_ROUTES, ...(await recordRoutes(operator, anna))]) {
    await look(operator, `/operator${route}`);
    const first = firstCase(operator, route);
    if (first === undefined || (await first.count()) === 0) continue;
    await first.click();
    await settle(operator);
    await takePictures(operator, `/operator${route}`);
  }
  await operator.context.close();
  await payer.context.close();
}

async function look(person: Person, route: string): Promise<void> {
  await person.page.goto(route);
  await settle(person);
  await takePictures(person, route);
}

/** A page that goes on loading is taken as it is. */
const settle = (person: Person): Promise<void> => loaded(person).catch(() => undefined);

async function takePictures({ page }: Person, route: string): Promise<void> {
  // Explanations that are folded have texts too.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true;
  });
  for (const { text, box } of await page.evaluate(visibleTexts)) {
    const fresh = keysOf(text).filter((key) => sightings[key] === undefined);
    if (fresh.length === 0) continue;
    const picture = `pictures/${Object.keys(sightings).length + 1}.jpg`;
    await page.evaluate(mark, box);
    await page.screenshot({
      path: join(folder, picture),
      type: 'jpeg',
      quality: 70,
      fullPage: true,
      clip: around(box),
    });
    for (const key of fresh) sightings[key] = { picture, route };
  }
  await page.evaluate(() => document.getElementById('review-mark')?.remove());
}

function around({ x, y, width, height }: VisibleText['box']): VisibleText['box'] {
  const left = Math.max(0, x - AROUND.x);
  const top = Math.max(0, y - AROUND.y);
  return {
    x: left,
    y: top,
    width: Math.min(LARGEST.width, x + width + AROUND.x - left),
    height: Math.min(LARGEST.height, y + height + AROUND.y - top),
  };
}

/** Runs in the page: what a person can read, with its place; fields by their name and example. */
function visibleTexts(): VisibleText[] {
  const seen: VisibleText[] = [];
  const add = (text: string | null, box: DOMRect): void => {
    if (text === null || text.trim() === '' || box.width < 2 || box.height < 2) return;
    seen.push({ text, box: { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height } });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(parent.tagName)) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    add(node.textContent, range.getBoundingClientRect());
    // A sentence with figures has a node for each of them.
    if (0 < parent.childElementCount) add(parent.textContent, parent.getBoundingClientRect());
  }
  for (const field of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
    const box = field.getBoundingClientRect();
    for (const name of ['aria-label', 'placeholder', 'title']) add(field.getAttribute(name), box);
  }
  return seen;
}

/** Runs in the page: a frame around the text. */
function mark({ x, y, width, height }: VisibleText['box']): void {
  const frame = document.getElementById('review-mark') ?? document.createElement('div');
  frame.id = 'review-mark';
  const place = `left:${x - 3}px;top:${y - 3}px;width:${width + 6}px;height:${height + 6}px`;
  frame.style.cssText = `position:absolute;${place};outline:2px solid #d6006c;z-index:99999;pointer-events:none`;
  document.body.append(frame);
}
