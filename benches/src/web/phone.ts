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

export interface Visit {
  /** From the start of the navigation to the first visible price change. */
  readonly movingMs: number;
  readonly firstPaintMs: number;
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
  const [movingMs, firstPaintMs] = await movement(page);
  return { movingMs, firstPaintMs, scriptBytes, scripts: [...scripts.values()] };
}

/**
 * The page's clock starts with the navigation. Its content security policy forbids `eval`, so this
 * is evaluated through the debugger.
 */
const TIMES = `[window.movingAt ?? NaN, performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN]`;

async function movement(page: Page): Promise<[number, number]> {
  const deadline = Date.now() + MOVING_MS_MAX;
  while (Date.now() < deadline) {
    const times = await page.evaluate<[number, number]>(TIMES);
    if (!Number.isNaN(times[0])) return times;
    await sleep(50);
  }
  throw new Error(`no price moved within ${MOVING_MS_MAX} ms`);
}
