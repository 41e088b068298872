import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { type Figure, median, type Report, readable, targetAtLeast, targetAtMost } from '../harness/report.ts';
import { BROWSER_FLAGS, browserPath } from './browser.ts';
import { CPU_SLOWDOWN, NETWORK, visit } from './phone.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Each with a score of its own. */
const PAGES = [
  ['home', ''],
  ['market', 'market'],
  ['instrument', 'cruuency?code=BTCUSDT'],
  ['login', 'pass/login'],
  ['help', 'help'],
] as const;
/** Lets the server's prices start moving, so that visits do not wait for them. */
const WARM_MS = 5_000;

export const web: Bench = {
  name: 'web',
  about: 'JavaScript and time until prices move on the home page of a throttled phone, and Lighthouse on five pages',
  run,
};

async function run({ rounds, print }: BenchOptions): Promise<Report> {
  const server = await startGlasshouse();
  const url = `http://127.0.0.1:${server.port}/`;
  await new Promise((resolve) => setTimeout(resolve, WARM_MS));
  const executablePath = browserPath();
  const moving: number[] = [];
  const paint: number[] = [];
  const largest: number[] = [];
  const again: number[] = [];
  const kilobytes: number[] = [];
  const gzipped: number[] = [];
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  for (let round = 0; round < rounds; round += 1) {
    const { movingMs, firstPaintMs, largestPaintMs, againMs, scriptBytes, scripts } = await visit(browser, url);
    largest.push(largestPaintMs / 1000);
    again.push(againMs / 1000);
    moving.push(movingMs / 1000);
    paint.push(firstPaintMs / 1000);
    kilobytes.push(scriptBytes / 1024);
    gzipped.push(await gzipKilobytes(scripts));
    print(`round ${round + 1}: moving after ${readable(movingMs)} ms, ${scripts.length} scripts`);
  }
  await browser.close();

  const scores = new Map<string, number[]>();
  for (let round = 0; round < Math.min(3, rounds); round += 1) {
    for (const [page, path] of PAGES) {
      for (const [category, score] of await lighthouseScores(url + path, executablePath)) {
        const label = `Lighthouse ${category}, ${page}`;
        scores.set(label, [...(scores.get(label) ?? []), score]);
        print(`${label}: ${readable(score)}`);
      }
    }
  }
  await server.stop();

  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  const wireMs = (median(kilobytes) * 1024 * 1000) / NETWORK.downloadThroughput;
  return {
    title: 'Web, first visit on a phone',
    setting:
      `The home page in ${executablePath.split('/').at(-1)} with a cold cache, emulating a phone: ${NETWORK.latency} ms round trip, 1.6 Mbit/s down, CPU throttled ${CPU_SLOWDOWN}×; ${rounds} visits. ` +
      'The list moves when its first price changes. Lighthouse with its own mobile profile, on five pages.',
    figures: [
      figure('list moves', 's', moving),
      figure('first contentful paint', 's', paint),
      figure('largest contentful paint', 's', largest),
      figure('first contentful paint of a second visit', 's', again),
      figure('JavaScript until then, on the wire', 'kB', kilobytes),
      figure('JavaScript until then, gzip', 'kB', gzipped),
      figure('limit: transfer time of that JavaScript', 's', [wireMs / 1000]),
      ...[...scores].map(([label, values]) => figure(label, 'of 100', values)),
    ],
    targets: [
      targetAtMost('JavaScript before a price moves', median(gzipped), 95, ' kB gzip'),
      targetAtMost('largest contentful paint', median(largest), 1.5, ' s'),
      targetAtMost('time to a moving list', median(moving), 2, ' s'),
      targetAtMost('first paint of a second visit', median(again), 0.6, ' s'),
      ...[...scores].map(([label, values]) => targetAtLeast(label, median(values), 95)),
    ],
  };
}

/** Size of the same files with gzip, the unit of the budget. */
async function gzipKilobytes(scripts: readonly string[]): Promise<number> {
  const { gzipSync } = await import('node:zlib');
  let bytes = 0;
  for (const script of scripts) bytes += gzipSync(Buffer.from(await (await fetch(script)).arrayBuffer())).length;
  return bytes / 1024;
}

/**
 * Scores of one run. Now and then Lighthouse cannot time a page and has no score for it: the run is
 * repeated, and the audits that failed are named.
 */
async function lighthouseScores(url: string, chromePath: string, tries = 3): Promise<[string, number][]> {
  const chrome = await launch({ chromePath, chromeFlags: BROWSER_FLAGS });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
    });
    if (result === undefined) throw new Error('Lighthouse returned no result');
    const { categories, audits } = result.lhr;
    const scores = CATEGORIES.map((category) => [category, categories[category]?.score ?? null] as const);
    if (scores.every(([, score]) => score !== null)) return scores.map(([name, score]) => [name, Number(score) * 100]);
    const failed = Object.values(audits).filter(({ scoreDisplayMode }) => scoreDisplayMode === 'error');
    const reason = failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`).join('; ');
    if (tries <= 1) throw new Error(`Lighthouse has no score for ${url}: ${reason}`);
    console.error(`  repeated, ${reason}`);
  } finally {
    chrome.kill();
  }
  return lighthouseScores(url, chromePath, tries - 1);
}
