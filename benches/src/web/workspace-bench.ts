import { fileURLToPath } from 'node:url';
import { type Browser, chromium, devices } from 'playwright-core';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { sleep } from '../harness/program.ts';
import { type Figure, median, type Report, readable, targetAtLeast, targetAtMost } from '../harness/report.ts';
import { BROWSER_FLAGS, browserPath } from './browser.ts';
import { CPU_SLOWDOWN, NETWORK, slowPage } from './phone.ts';
import { CODE, framesPerSecond, heapBytes, injectUpdates, UPDATES_PER_SECOND } from './updates.ts';

const WARM_MS = 5_000;
const INTERACTIVE_MS_MAX = 30_000;
const SECONDS = 60;
/** Time for first prices, indicators and caches to load. */
const SETTLE_MS = 30_000;

/**
 * The instrument page: time until its chart responds on a phone, and how it keeps up with far more
 * updates than the server sends.
 */
export const webWorkspace: Bench = {
  name: 'web-workspace',
  about: 'time until the chart responds on a throttled phone; frame rate and heap under 20 updates/s',
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
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
    print(
      `round ${round + 1}: responds after ${readable(interactive.at(-1) ?? 0)} s, ${readable(moving.fps)} frames/s, heap ${readable(growth.at(-1) ?? 0)} MB`,
    );
  }
  await browser.close();
  await server.stop();

  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  return {
    title: 'Web, the instrument page',
    setting:
      `\`/cruuency\` in ${executablePath.split('/').at(-1)}. Response: from the navigation to the first crosshair under the pointer, with a cold cache, on a phone with ${NETWORK.latency} ms round trip, ` +
      `1.6 Mbit/s down, CPU throttled ${CPU_SLOWDOWN}×. Frames: animation frames per second at 1440 × 900 over ${seconds} s with ${UPDATES_PER_SECOND} prices/s for the chart shown (the server itself sends 4), ` +
      'without a GPU; the limit is an empty page in the same browser. Heap: growth of the JavaScript heap after GC over the same time, once everything bounded has filled up (machine code, market rows, chart bars). ' +
      `${rounds} rounds.`,
    figures: [
      figure('chart responds', 's', interactive),
      figure('frames', '1/s', frames),
      figure('limit: frames of an empty page', '1/s', idle),
      figure('heap growth', 'MB', growth),
    ],
    targets: [
      targetAtMost('chart responds', median(interactive), 3, ' s'),
      targetAtLeast('frames', median(frames), 55, '/s'),
      targetAtMost('heap growth', median(growth), 0.5, ' MB'),
    ],
  };
}

const WATCH_CROSSHAIR = fileURLToPath(new URL('./watch-crosshair.js', import.meta.url));
const POINTER_EVERY_MS = 50;
/** A point inside the chart on a phone, from its first frame on. */
const POINTED_AT = { across: 1 / 3, down: 0.58 };

/**
 * Moves the pointer from the start, like an impatient user: polling for the chart would load the
 * page itself.
 */
async function interactiveMs(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-US' });
  try {
    const { page } = await slowPage(context);
    await page.addInitScript({ path: WATCH_CROSSHAIR });
    await page.goto(url, { waitUntil: 'commit' });
    const { width, height } = devices['Pixel 7'].viewport;
    const deadline = Date.now() + INTERACTIVE_MS_MAX;
    for (let step = 0; Date.now() < deadline; step += 1) {
      await page.mouse.move(width * POINTED_AT.across + (step % 20), height * POINTED_AT.down);
      const at = await page.evaluate<number | undefined>('window.pointedAt');
      if (at !== undefined) return at;
      await sleep(POINTER_EVERY_MS);
    }
    throw new Error(`the chart did not respond within ${INTERACTIVE_MS_MAX} ms`);
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
    const stop = await injectUpdates(page);
    await page.goto(url, { waitUntil: 'load' });
    await page.locator('figure canvas').first().waitFor();
    await sleep(settleMs);
    const fps = await framesPerSecond(page, seconds);
    // Only now: until then the JIT compiles hot code, which counts as heap.
    const before = await heapBytes(session);
    await sleep(seconds * 1_000);
    const grownBytes = (await heapBytes(session)) - before;
    stop();
    return { fps, idleFps, grownBytes };
  } finally {
    await context.close();
  }
}
