import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import type { Bench, BenchOptions } from '../frame/bench.ts';
import { startGlasshouse } from '../frame/glasshouse.ts';
import { type Figure, median, type Report, reachAtLeast, reachAtMost, readable } from '../frame/report.ts';
import { BROWSER_FLAGS, browserPath } from './browser.ts';
import { CPU_SLOWDOWN, NETWORK, visit } from './phone.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Prices that the server has not had time to move would be waited for. */
const WARM_MS = 5_000;

export const web: Bench = {
  name: 'web',
  about: 'JavaScript and time until the home list moves on a throttled phone, and Lighthouse',
  run,
};

async function run({ rounds, say }: BenchOptions): Promise<Report> {
  const server = await startGlasshouse();
  const url = `http://127.0.0.1:${server.port}/`;
  await new Promise((resolve) => setTimeout(resolve, WARM_MS));
  const executablePath = browserPath();
  const moving: number[] = [];
  const paint: number[] = [];
  const kilobytes: number[] = [];
  const gzipped: number[] = [];
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  for (let round = 0; round < rounds; round += 1) {
    const { movingMs, firstPaintMs, scriptBytes, scripts } = await visit(browser, url);
    moving.push(movingMs / 1000);
    paint.push(firstPaintMs / 1000);
    kilobytes.push(scriptBytes / 1024);
    gzipped.push(await gzipKilobytes(scripts));
    say(`round ${round + 1}: moving after ${readable(movingMs)} ms, ${scripts.length} scripts`);
  }
  await browser.close();

  const scores = new Map<string, number[]>(CATEGORIES.map((category) => [category, []]));
  for (let round = 0; round < Math.min(3, rounds); round += 1) {
    for (const [category, score] of await lighthouseScores(url, executablePath)) scores.get(category)?.push(score);
  }
  await server.stop();

  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  const wireMs = (median(kilobytes) * 1024 * 1000) / NETWORK.downloadThroughput;
  return {
    title: 'Web, first visit on a phone',
    setting:
      `The home page in ${executablePath.split('/').at(-1)} with nothing cached, emulating a phone: ${NETWORK.latency} ms round trip, 1.6 Mbit/s down, CPU slowed ${CPU_SLOWDOWN} times; ${rounds} visits. ` +
      'The list moves when the first price on it changes. Lighthouse with its own mobile profile.',
    figures: [
      figure('list moves', 's', moving),
      figure('first contentful paint', 's', paint),
      figure('JavaScript until then, as sent', 'kB', kilobytes),
      figure('JavaScript until then, gzip', 'kB', gzipped),
      figure('limit: that JavaScript on that line', 's', [wireMs / 1000]),
      ...CATEGORIES.map((category) => figure(`Lighthouse ${category}`, 'of 100', scores.get(category) ?? [])),
    ],
    reaches: [
      reachAtMost('JavaScript before the home list is usable', median(gzipped), 130, ' kB gzip'),
      reachAtMost('time to a moving list', median(moving), 2.5, ' s'),
      ...CATEGORIES.map((category) => reachAtLeast(`Lighthouse ${category}`, median(scores.get(category) ?? []), 95)),
    ],
  };
}

/** What the same files weigh with gzip, which is what the budget is stated in. */
async function gzipKilobytes(scripts: readonly string[]): Promise<number> {
  const { gzipSync } = await import('node:zlib');
  let bytes = 0;
  for (const script of scripts) bytes += gzipSync(Buffer.from(await (await fetch(script)).arrayBuffer())).length;
  return bytes / 1024;
}

async function lighthouseScores(url: string, chromePath: string): Promise<[string, number][]> {
  const chrome = await launch({ chromePath, chromeFlags: BROWSER_FLAGS });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
    });
    if (result === undefined) throw new Error('Lighthouse gave no result');
    return CATEGORIES.map((category) => [category, (result.lhr.categories[category]?.score ?? 0) * 100]);
  } finally {
    chrome.kill();
  }
}
