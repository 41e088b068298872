import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, devices, type Page } from 'playwright-core';

/** What Lighthouse calls slow 4G, and a phone with a quarter of this machine's speed. */
export const NETWORK = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
export const CPU_SLOWDOWN = 4;
const WATCH_PRICES = fileURLToPath(new URL('./watch-prices.js', import.meta.url));
const MOVING_MS_MAX = 30_000;

export interface Visit {
  /** From the start of the navigation to the first price that changed before the visitor's eyes. */
  readonly movingMs: number;
  readonly firstPaintMs: number;
  /** JavaScript that had come over the wire by then, as the server compressed it. */
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

async function visitIn(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
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
  await page.waitForFunction("'movingAt' in window", undefined, { timeout: MOVING_MS_MAX, polling: 50 });
  const [movingMs, firstPaintMs] = await timesOf(page);
  return { movingMs, firstPaintMs, scriptBytes, scripts: [...scripts.values()] };
}

/** The page's own clock starts with the navigation. */
const TIMES = `[window.movingAt, performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN]`;

const timesOf = (page: Page): Promise<[number, number]> => page.evaluate<[number, number]>(TIMES);
