import { type Browser, chromium, type Page } from 'playwright-core';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { sleep } from '../harness/program.ts';
import { type Figure, median, type Report, readable, targetAtLeast, targetAtMost } from '../harness/report.ts';
import { BROWSER_FLAGS, browserPath } from './browser.ts';
import { CODE, framesPerSecond, heapBytes, injectUpdates, UPDATES_PER_SECOND } from './updates.ts';

const CHARTS = 4;
const WARM_MS = 5_000;
/** Time for first prices, indicators and caches to load. */
const SETTLE_MS = 60_000;
const FRAMES_SECONDS = 60;
const HEAP_SECONDS = 600;
const PRESSES = 100;
const PRESS_EVERY_MS = 200;
/** The shortest that a browser measures; what is quicker is not told. */
const SHORTEST_MS = 16;

/** Four charts of a market that moves all the time: frames, answers to presses, memory, shifts. */
export const webFourCharts: Bench = {
  name: 'web-four-charts',
  about: 'frame rate, interaction latency, heap and layout shift with 4 charts under 20 updates/s',
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const server = await startGlasshouse();
  const url = `http://127.0.0.1:${server.port}/cruuency?code=${CODE}&type=2`;
  await sleep(WARM_MS);
  const executablePath = browserPath();
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  const all: Measured[] = [];
  const lasting = isSmoke
    ? { settleMs: 3_000, frames: 3, heap: 3, presses: 10 }
    : { settleMs: SETTLE_MS, frames: FRAMES_SECONDS, heap: HEAP_SECONDS, presses: PRESSES };
  for (let round = 0; round < rounds; round += 1) {
    const measured = await measure(browser, url, lasting);
    all.push(measured);
    const { fps, p98, grownMb, shift } = measured;
    print(
      `round ${round + 1}: ${readable(fps)} frames/s, presses p98 ${readable(p98)} ms, heap ${readable(grownMb)} MB, shift ${readable(shift)}`,
    );
  }
  await browser.close();
  await server.stop();

  const valuesOf = (name: keyof Measured): readonly number[] => all.map((round) => round[name]);
  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  return {
    title: 'Web, four charts',
    setting:
      `\`/cruuency\` with ${CHARTS} charts of one market at 1440 × 900, ${UPDATES_PER_SECOND} prices/s for it, without a GPU. ` +
      `Frames: animation frames per second over ${lasting.frames} s. Presses: from the press to the next frame, by the browser's own event timing, of ${lasting.presses} presses of products, a chart and a field while prices stream. ` +
      `Heap: growth after GC over ${lasting.heap} s. Shift: cumulative layout shift as browsers report it, the worst burst of at most 5 s (https://web.dev/articles/cls), presses excepted. ${rounds} rounds.`,
    figures: [
      figure('frames', '1/s', valuesOf('fps')),
      figure('presses, p98', 'ms', valuesOf('p98')),
      figure('heap growth', 'MB', valuesOf('grownMb')),
      figure('layout shift', '', valuesOf('shift')),
    ],
    targets: [
      targetAtLeast('frames', median(valuesOf('fps')), 55, '/s'),
      targetAtMost('presses, p98', median(valuesOf('p98')), 100, ' ms'),
      targetAtMost('heap growth', median(valuesOf('grownMb')), 0.5, ' MB'),
      targetAtMost('layout shift', median(valuesOf('shift')), 0.02, ''),
    ],
  };
}

interface Measured {
  readonly fps: number;
  readonly p98: number;
  readonly grownMb: number;
  readonly shift: number;
}

interface Lasting {
  readonly settleMs: number;
  /** Seconds. */
  readonly frames: number;
  /** Seconds. */
  readonly heap: number;
  readonly presses: number;
}

async function measure(browser: Browser, url: string, { settleMs, frames, heap, presses }: Lasting): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const layout = JSON.stringify({ charts: { count: CHARTS, others: [] } });
    await page.addInitScript(`localStorage.setItem('onboardingSeen', '1'); localStorage.setItem('tour', 'over');
      localStorage.setItem('workspaceLayout', ${JSON.stringify(layout)});
      window.shift = 0; window.presses = new Map();
      const burst = { from: 0, last: -Infinity, sum: 0 };
      new PerformanceObserver((list) => {
        for (const { startTime, value, hadRecentInput } of list.getEntries()) {
          if (hadRecentInput) continue;
          const goesOn = startTime - burst.last < 1_000 && startTime - burst.from < 5_000;
          Object.assign(burst, goesOn ? { sum: burst.sum + value } : { from: startTime, sum: value }, { last: startTime });
          window.shift = Math.max(window.shift, burst.sum);
        }
      }).observe({ type: 'layout-shift', buffered: true });
      new PerformanceObserver((list) => {
        for (const { interactionId, duration } of list.getEntries()) {
          if (interactionId) window.presses.set(interactionId, Math.max(duration, window.presses.get(interactionId) ?? 0));
        }
      }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS} });`);
    const stop = await injectUpdates(page);
    await page.goto(url, { waitUntil: 'load' });
    await page.locator('figure canvas').first().waitFor();
    await page
      .locator('figure')
      .nth(CHARTS - 1)
      .waitFor();
    await sleep(settleMs);
    const fps = await framesPerSecond(page, frames);
    await press(page, presses);
    const before = await heapBytes(session);
    await sleep(heap * 1_000);
    const grownMb = ((await heapBytes(session)) - before) / 2 ** 20;
    const measured = await page.evaluate<number[]>('[...window.presses.values()]');
    const shift = await page.evaluate<number>('window.shift');
    stop();
    return { fps, p98: p98Of(measured, presses), grownMb, shift };
  } finally {
    await context.close();
  }
}

/** Products of the ticket, a chart, and keys into the ticket's field, in turn. */
async function press(page: Page, times: number): Promise<void> {
  const products = ['Contracts', 'Options'].map((name) => page.getByRole('tab', { name, exact: true }).last());
  const chart = page.locator('figure canvas').first();
  const field = page.getByRole('main').getByRole('textbox').last();
  for (let turn = 0; turn < times; turn += 1) {
    if (turn % 3 === 0) await products[(turn / 3) % products.length]?.click();
    else if (turn % 3 === 1) await chart.click({ position: { x: 40 + turn, y: 80 }, force: true });
    else await field.press(String(turn % 10));
    await sleep(PRESS_EVERY_MS);
  }
}

/** What the browser did not tell of was quicker than the shortest that it measures. */
function p98Of(measured: readonly number[], presses: number): number {
  const quick = Array.from({ length: Math.max(0, presses - measured.length) }, () => SHORTEST_MS);
  const sorted = [...measured, ...quick].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.98))] ?? 0;
}
