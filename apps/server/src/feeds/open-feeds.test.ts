import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedConfig, readConfig } from '../config.ts';
import { CATALOGUE } from '../markets/catalogue/index.ts';
import { MARKET_TYPES } from '../markets/types.ts';
import { openFeeds } from './open-feeds.ts';

const CSV = 'timestamp,open,high,low,close,volume\n2025-05-30 16:39:00+00:00,100,101,99,100.5,7\n';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-replay-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, content: Buffer): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};
const configOf = (env: Record<string, string>): FeedConfig => {
  const result = readConfig(env);
  if (!result.ok) throw new Error(result.problems.join());
  return result.config;
};
const open = (): ReturnType<typeof openFeeds> => openFeeds(configOf({ FEED: 'replay', REPLAY_DIR: folder }), CATALOGUE);

test('sim alone serves the whole catalogue', () => {
  const { feeds, feedOf } = openFeeds(configOf({}), CATALOGUE);
  expect(feeds.map(({ name, codes }) => [name, codes.size])).toEqual([['sim', CATALOGUE.length]]);
  expect(feedOf('BTCUSDT').name).toBe('sim');
  expect(() => feedOf('NOSUCH')).toThrow('no feed for NOSUCH');
});

test.each([
  ['a parent', 'crypto_1m/'],
  ['the folder itself', ''],
])('replay from %s: the rest stays on sim', (_, below) => {
  write(`${below}SOLUSDT.csv.gz`, gzipSync(CSV));
  const { feeds, feedOf } = open();
  expect(feeds.map(({ name, codes }) => [name, codes.size])).toEqual([
    ['replay', 1],
    ['sim', CATALOGUE.length - 1],
  ]);
  expect([feedOf('SOLUSDT').name, feedOf('BTCUSDT').name]).toEqual(['replay', 'sim']);
});

test('a live feed has every instrument of its types, listed there or not; threads without a connection see no ticks', () => {
  const config = configOf({ FEED: 'crypto:ccxt,stocks:http', HTTP_FEED_KEY: 'key' });
  const { feeds, feedOf } = openFeeds(config, CATALOGUE);
  const count = (type: number): number => CATALOGUE.filter((instrument) => instrument.type === type).length;
  const coins = count(MARKET_TYPES.crypto);
  const shares = count(MARKET_TYPES.stocks);
  expect(feeds.map(({ name, codes }) => [name, codes.size])).toEqual([
    ['ccxt', coins],
    ['http', shares],
    ['sim', CATALOGUE.length - coins - shares],
  ]);
  expect(feedOf('BTCUSDT')).toMatchObject({ name: 'ccxt', keepsPast: false });
  expect(feedOf('BTCUSDT').ticksBetween(0, Date.now())).toEqual([]);
});

test('what cannot be used is named with its reason', () => {
  write('NOSUCH.csv.gz', gzipSync(CSV));
  write('BTCUSDT.csv.gz', Buffer.from('not gzip'));
  write('ETHUSDT.csv.gz', gzipSync('a,b\n1,2\n'));
  write('SOLUSDT.csv.gz', gzipSync(CSV.replace(',99,', ',-99,')));
  write('notes.txt', Buffer.from('left alone'));
  const { replay, feeds } = open();
  expect(replay!.ignored.map(({ file, reason }) => `${file.slice(folder.length + 1)}: ${reason}`)).toEqual([
    'BTCUSDT.csv.gz: incorrect header check',
    'ETHUSDT.csv.gz: no columns for time, open, high, low and close in "a,b"',
    'NOSUCH.csv.gz: no instrument NOSUCH',
    'SOLUSDT.csv.gz: not one usable bar',
  ]);
  expect(feeds[1]!.codes.size).toBe(CATALOGUE.length);
});
