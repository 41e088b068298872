import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, devices, type Page } from 'playwright-core';
import type { Bench, BenchOptions } from '../frame/bench.ts';
import { startGlasshouse } from '../frame/glasshouse.ts';
import { sleep } from '../frame/program.ts';
import { type Figure, median, type Report, reachAtLeast, reachAtMost, readable } from '../frame/report.ts';
import { BROWSER_FLAGS, browserPath } from './browser.ts';
import { CPU_SLOWDOWN, NETWORK, slowPage } from './phone.ts';

const CODE = 'BTCUSDT';
const WARM_MS = 5_000;
const INTERACTIVE_MS_MAX = 30_000;
const UPDATES_PER_SECOND = 20;
const SECONDS = 60;
/** The page has its first prices, its indicators and its caches by then. */
const SETTLE_MS = 30_000;
const HEAP_READINGS = 4;

/**
 * The currency page: how soon its chart answers on a phone, and how it keeps up with a market that
 * moves much faster than ours sends.
 */
export const webWorkspace: Bench = {
  name: 'web-workspace',
  about: 'time until the chart of a market answers on a throttled phone; frames and heap under 20 updates a second',
  run,
};

async function run({ rounds, isSmoke, say }: BenchOptions): Promise<Report> {
  const server = await startGlasshouse();
  const url = `http://127.0.0.1:${server.port}/cruuency?code=${CODE}&type=2`;
  await sleep(WARM_MS);
  const executablePath = browserPath();
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  const interactive: number[] = [];
  const frames: number[] = [];
  const idle: number[] = [];
  const growth: number[] = [];
  const seconds = isSmoke ? 5 : SECONDS;
  for (let round = 0; round < rounds; round += 1) {
    interactive.push((await interactiveMs(browser, url)) / 1_000);
    const moving = await underUpdates(browser, url, { seconds, settleMs: isSmoke ? 3_000 : SETTLE_MS });
    idle.push(moving.idleFps);
    frames.push(moving.fps);
    growth.push(moving.grownBytes / 1024 / 1024);
    say(
      `round ${round + 1}: answers after ${readable(interactive.at(-1) ?? 0)} s, ${readable(moving.fps)} frames/s, heap ${readable(growth.at(-1) ?? 0)} MB`,
    );
  }
  await browser.close();
  await server.stop();

  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  return {
    title: 'Web, the page of a market',
    setting:
      `\`/cruuency\` in ${executablePath.split('/').at(-1)}. Answers: from the navigation to the first crosshair that a pointer gets, with nothing cached, on a phone with ${NETWORK.latency} ms round trip, ` +
      `1.6 Mbit/s down, CPU slowed ${CPU_SLOWDOWN} times. Frames: animation frames a second at 1440 × 900 over ${seconds} s while ${UPDATES_PER_SECOND} prices a second come for the chart shown (the server itself sends 4), ` +
      'drawn without a graphics processor; the limit is the same empty page of the browser. Heap: JavaScript after a collection, beside that of as many seconds before, when what is bounded has filled up (machine code, rows of the market, bars of the chart). ' +
      `${rounds} rounds.`,
    figures: [
      figure('chart answers', 's', interactive),
      figure('frames', '1/s', frames),
      figure('limit: frames of an empty page', '1/s', idle),
      figure('heap growth', 'MB', growth),
    ],
    reaches: [
      reachAtMost('chart answers', median(interactive), 3, ' s'),
      reachAtLeast('frames', median(frames), 55, '/s'),
      reachAtMost('heap growth', median(growth), 0.5, ' MB'),
    ],
  };
}

const WATCH_CROSSHAIR = fileURLToPath(new URL('./watch-crosshair.js', import.meta.url));
const POINTER_EVERY_MS = 50;
/** Within the chart of a phone, from its first frame to its last. */
const POINTED_AT = { across: 1 / 3, down: 0.58 };

/**
 * A pointer that is moved from the start on, as by somebody who waits: looking for the chart each
 * time would be work for the page itself.
 */
async function interactiveMs(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-US' });
  try {
    const { page } = await slowPage(context);
    await page.addInitScript({ path: WATCH_CROSSHAIR });
    await page.goto(url, { waitUntil: 'commit' });
    const { width, height } = devices['Pixel 7'].viewport;
    const giveUpAt = Date.now() + INTERACTIVE_MS_MAX;
    for (let step = 0; Date.now() < giveUpAt; step += 1) {
      await page.mouse.move(width * POINTED_AT.across + (step % 20), height * POINTED_AT.down);
      const at = await page.evaluate<number | undefined>('window.pointedAt');
      if (at !== undefined) return at;
      await sleep(POINTER_EVERY_MS);
    }
    throw new Error(`the chart did not answer within ${INTERACTIVE_MS_MAX} ms`);
  } finally {
    await context.close();
  }
}

interface Moving {
  readonly fps: number;
  readonly idleFps: number;
  readonly grownBytes: number;
}

async function underUpdates(
  browser: Browser,
  url: string,
  { seconds, settleMs }: { seconds: number; settleMs: number },
): Promise<Moving> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const idleFps = await framesPerSecond(page, Math.min(seconds, 5));
    const stop = await hurry(page);
    await page.goto(url, { waitUntil: 'load' });
    await page.locator('figure canvas').first().waitFor();
    await sleep(settleMs);
    const fps = await framesPerSecond(page, seconds);
    // Only now: until then the engine of the browser translates what runs often into machine code,
    // which counts as heap.
    const before = await heapBytes(session);
    await sleep(seconds * 1_000);
    const grownBytes = (await heapBytes(session)) - before;
    stop();
    return { fps, idleFps, grownBytes };
  } finally {
    await context.close();
  }
}

/** The page's own clock ticks with what it draws. */
async function framesPerSecond(page: Page, seconds: number): Promise<number> {
  const counted = await page.evaluate<number>(
    `new Promise((resolve) => {
       const endsAt = performance.now() + ${seconds * 1000};
       let frames = 0;
       const count = () => { frames += 1; if (performance.now() < endsAt) requestAnimationFrame(count); else resolve(frames); };
       requestAnimationFrame(count);
     })`,
  );
  return counted / seconds;
}

async function heapBytes(session: CDPSession): Promise<number> {
  // What happens to be under way is in it too, up to half a megabyte of drawing: the least of
  // several readings has least of that.
  const readings: number[] = [];
  for (let reading = 0; reading < HEAP_READINGS; reading += 1) {
    for (let pass = 0; pass < 3; pass += 1) await session.send('HeapProfiler.collectGarbage');
    readings.push((await session.send('Runtime.getHeapUsage')).usedSize);
    await sleep(500);
  }
  return Math.min(...readings);
}

/**
 * Between the page and the server: everything passes, and prices of the chart's instrument are
 * added.
 */
async function hurry(page: Page): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  await page.routeWebSocket(/\/swx\/ws\/market/, (socket) => {
    const server = socket.connectToServer();
    let seq = 0;
    let price = 0;
    server.onMessage((message) => {
      const { type, seq: heard, rows } = JSON.parse(String(message));
      if (type === 'snapshot' || type === 'update') seq = heard;
      const row = rows?.find(({ code }: { code: string }) => code === CODE);
      if (row?.price) price = row.price;
      socket.send(message);
    });
    socket.onMessage((message) => server.send(message));
    clearInterval(timer);
    timer = setInterval(() => {
      if (price === 0) return;
      const at = Date.now();
      const moved = Number((price * (1 + Math.sin(at / 700) / 2_000)).toFixed(2));
      const row = { code: CODE, price: moved, zdf: 0.5, open: true, stale: false, bid: moved - 0.5, ask: moved + 0.5 };
      socket.send(JSON.stringify({ type: 'update', seq, at, rows: [row] }));
    }, 1_000 / UPDATES_PER_SECOND);
  });
  return () => clearInterval(timer);
}
