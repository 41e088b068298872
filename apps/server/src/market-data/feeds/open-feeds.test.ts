import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EnvReader } from '../../platform/env-reader.ts';
import { CATALOGUE } from '../instruments/catalogue/index.ts';
import { MARKET_TYPES } from '../instruments/instrument.ts';
import { openFeeds } from './open-feeds.ts';
import { loadRecordings } from './replay/load.ts';
import { summaryOf } from './replay/summary.ts';
import { type FeedSettings, readFeedSettings } from './settings.ts';

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
const settingsOf = (env: Record<string, string>): FeedSettings => {
  const reader = new EnvReader({ SIM_SEED: 'test', ...env });
  const settings = readFeedSettings(reader);
  if (0 < reader.problems.length) throw new Error(reader.problems.join());
  return settings;
};
const open = (): ReturnType<typeof openFeeds> =>
  openFeeds(settingsOf({ FEED: 'replay', REPLAY_DIR: folder }), CATALOGUE);

test('sim alone serves the whole catalogue', () => {
  const { feeds, feedOf } = openFeeds(settingsOf({}), CATALOGUE);
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
  const crosses = CATALOGUE.filter(({ base, quote }) => base === 'SOL' && quote !== 'USDT').length;
  expect(feeds.map(({ name, codes }) => [name, codes.size])).toEqual([
    ['replay', 1],
    ['sim', CATALOGUE.length - 1 - crosses],
    // Computed from their legs, one of which is simulated.
    ['sim', crosses],
  ]);
  expect([feedOf('SOLUSDT').name, feedOf('BTCUSDT').name]).toEqual(['replay', 'sim']);
  expect(feedOf('SOLETH').keepsPast).toBe(false);
});

test('a live feed has every instrument of its types, listed there or not; threads without a connection see no ticks', () => {
  const settings = settingsOf({ FEED: 'crypto:ccxt,stocks:http', HTTP_FEED_KEY: 'key' });
  const { feeds, feedOf } = openFeeds(settings, CATALOGUE);
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

test('unusable files are listed with their reason', () => {
  write('NOSUCH.csv.gz', gzipSync(CSV));
  write('BTCUSDT.csv.gz', Buffer.from('not gzip'));
  write('ETHUSDT.csv.gz', gzipSync('a,b\n1,2\n'));
  write('SOLUSDT.csv.gz', gzipSync(CSV.replace(',99,', ',-99,')));
  write('notes.txt', Buffer.from('left alone'));
  const { feeds } = open();
  expect(
    loadRecordings(folder, CATALOGUE, Date.now()).ignored.map(
      ({ file, reason }) => `${file.slice(folder.length + 1)}: ${reason}`,
    ),
  ).toEqual([
    'BTCUSDT.csv.gz: incorrect header check',
    'ETHUSDT.csv.gz: no columns for time, open, high, low and close in "a,b"',
    'NOSUCH.csv.gz: no instrument NOSUCH',
    'SOLUSDT.csv.gz: not one usable bar: 1 not positive (line 2)',
  ]);
  expect(feeds.map(({ name, codes }) => [name, codes.size])).toEqual([['sim', CATALOGUE.length]]);
});

describe('days of quotes in archives', () => {
  const ROW = '1.22926,1.22927,1.22914,1.2292,0,1.2294,1.2294,1.22928,1.22936,0';
  /** A zip archive of one file, packed as asked for. */
  function archive(name: string, content: string, method: 0 | 8): Buffer {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(content.length, 8);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(method, 8);
    sizes.copy(local, 14);
    local.writeUInt16LE(name.length, 26);
    const directory = Buffer.alloc(46);
    directory.writeUInt32LE(0x02014b50);
    directory.writeUInt16LE(method, 10);
    sizes.copy(directory, 16);
    directory.writeUInt16LE(name.length, 28);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(30 + name.length + packed.length, 16);
    return Buffer.concat([local, Buffer.from(name), packed, directory, Buffer.from(name), end]);
  }
  const day = (date: string): string => `${date}_eurusd_minute_quote.csv`;

  test('of one instrument are combined, stored or deflated', () => {
    write('forex/20180403_quote.zip', archive(day('20180403'), `0,${ROW}\n60000,${ROW}\n`, 8));
    write('forex/20180404_quote.zip', archive(day('20180404'), `0,${ROW}\n60000,1,2\n`, 0));
    const { feedOf, summaries } = open();
    expect(feedOf('EURUSD').name).toBe('replay');
    const loaded = loadRecordings(folder, CATALOGUE, Date.now());
    expect(loaded.ignored).toEqual([]);
    const [recording] = loaded.recordings;
    expect(recording!.bars.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2018-04-03T00:00:00.000Z',
      '2018-04-03T00:01:00.000Z',
      '2018-04-04T00:00:00.000Z',
    ]);
    expect(recording!.bars[0]).toMatchObject({ open: 122_933, spreadOpen: 14, spreadClose: 16 });
    expect(summaries).toEqual([{ feed: 'replay', summary: summaryOf(loaded) }]);
    expect(summaryOf(loaded)).toEqual({
      read: [
        {
          code: 'EURUSD',
          bars: 3,
          from: '2018-04-03T00:00:00.000Z',
          to: '2018-04-04T00:00:00.000Z',
          refused: { unreadable: { count: 1, first: ['1970-01-01T00:00:00.000Z'] } },
        },
      ],
      skipped: [],
    });
  });

  test('that are unusable are listed with their reason', () => {
    const whole = archive(day('20180403'), `0,${ROW}\n`, 8);
    write('1_quote.zip', Buffer.from('PK'));
    write('2_quote.zip', Buffer.from(whole).fill(255, 30 + day('20180403').length, 45 + day('20180403').length));
    write('3_quote.zip', archive('20180403_nosuch_minute_quote.csv', '', 0));
    write('4_quote.zip', archive('notes.txt', '', 0));
    expect(loadRecordings(folder, CATALOGUE, Date.now()).ignored.map(({ reason }) => reason)).toEqual([
      'not a zip archive',
      'the archive is damaged',
      'no instrument NOSUCH',
      'not a day of minute quotes: notes.txt',
    ]);
  });

  const RECORDED = new URL('../../../../../../shared/data/forex/', import.meta.url).pathname;
  test.skipIf(!existsSync(RECORDED))('are read from the recordings (skipped without ../shared/data/forex)', () => {
    const { recordings } = loadRecordings(RECORDED, CATALOGUE, Date.now());
    const bars = new Map(recordings.map(({ code, bars: { length } }) => [code, length]));
    expect([bars.get('EURUSD'), bars.get('XAUUSD')]).toEqual([2_818, 1_385]);
  });
});
