import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type CDPSession, devices, type Page } from 'playwright-core';
import { sleep } from '../harness/program.ts';

/** Lighthouse's slow 4G, and a phone with a quarter of this machine's speed. */
export const NETWORK = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
export const CPU_SLOWDOWN = 4;
const WATCH_PRICES = fileURLToPath(new URL('./watch-prices.js', import.meta.url));
const MOVING_MS_MAX = 30_000;
const STORED_MS = 3_000;

export interface Visit {
  /** From the start of the navigation to the first visible price change. */
  readonly movingMs: number;
  readonly firstPaintMs: number;
  /** The largest text or picture that had been painted by then. */
  readonly largestPaintMs: number;
  /** First paint of a second visit, once the service worker is there. */
  readonly againMs: number;
  /** JavaScript received by then, compressed as sent. */
  readonly scriptBytes: number;
  readonly scripts: readonly string[];
}

/** Opens the home page as a first visitor on a phone. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-US' });
  try {
    return await visitIn(context, url);
  } finally {
    await context.close();
  }
}

/** A page with throttled network and CPU. */
export async function slowPage(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, session };
}

async function visitIn(context: BrowserContext, url: string): Promise<Visit> {
  const { page, session } = await slowPage(context);
  const scripts = new Map<string, string>();
  let scriptBytes = 0;
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script') scripts.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.addInitScript({ path: WATCH_PRICES });
  await page.goto(url, { waitUntil: 'commit' });
  const [movingMs, firstPaintMs, largestPaintMs] = await movement(page);
  const first = { movingMs, firstPaintMs, largestPaintMs, scriptBytes, scripts: [...scripts.values()] };
  return { ...first, againMs: await secondVisit(page) };
}

/**
 * The page's clock starts with the navigation. Its content security policy forbids `eval`, so this
 * is evaluated through the debugger.
 */
const TIMES = `[window.movingAt ?? NaN, performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN, window.largestPaint ?? NaN]`;

/** With the worker that the first visit installed, as somebody comes back. */
async function secondVisit(page: Page): Promise<number> {
  const deadline = Date.now() + MOVING_MS_MAX;
  while (!(await page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))) {
    if (deadline < Date.now()) throw new Error('no service worker took over');
    await sleep(250);
  }
  // What the first visit loaded is being stored.
  await sleep(STORED_MS);
  await page.reload({ waitUntil: 'load' });
  while (Date.now() < deadline + MOVING_MS_MAX) {
    const times = await page.evaluate<[number, number, number]>(TIMES);
    if (!Number.isNaN(times[1])) return times[1];
    await sleep(50);
  }
  throw new Error('the second visit painted nothing');
}

async function movement(page: Page): Promise<[number, number, number]> {
  const deadline = Date.now() + MOVING_MS_MAX;
  while (Date.now() < deadline) {
    const times = await page.evaluate<[number, number, number]>(TIMES);
    if (!Number.isNaN(times[0])) return times;
    await sleep(50);
  }
  throw new Error(`no price moved within ${MOVING_MS_MAX} ms`);
}
