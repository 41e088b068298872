import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../instruments/catalogue/index.ts';
import { Acceptance } from '../../tape/acceptance.ts';
import { secretOfSeed } from '../secret.ts';
import { loadRecordings } from './load.ts';
import type { QuarantineReason } from './recording.ts';
import { ReplayFeed } from './replay-feed.ts';
import { summaryOf } from './summary.ts';
import { ANCHOR_MS } from './timeline.ts';

const NOW = Date.UTC(2026, 0, 1);
const HEADER = 'timestamp,open,high,low,close,volume';
const ROWS = 12;
/** The row that is changed, and its line in the file. */
const CHANGED = 5;
const LINE = CHANGED + 2;

const timeOf = (index: number): string => `2025-05-30 16:${String(index).padStart(2, '0')}:00`;
const row = (index: number, prices = '100,101,99,100', volume = '5'): string => `${timeOf(index)},${prices},${volume}`;
const rows = (change?: string): string[] =>
  Array.from({ length: ROWS }, (_, index) => (index === CHANGED && change !== undefined ? change : row(index)));
const csv = (lines: readonly string[]): string => `${[HEADER, ...lines].join('\n')}\n`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recordings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);
const packed = (lines: readonly string[]): Uint8Array => gzipSync(Buffer.from(csv(lines)));
const load = () => loadRecordings(folder, CATALOGUE, NOW);

/** All that a feed gives of these recordings goes onto the tape without a complaint. */
function playable(loaded: ReturnType<typeof load>): void {
  const feed = new ReplayFeed({
    recordings: loaded.recordings,
    catalogue: CATALOGUE,
    speed: 1,
    secret: secretOfSeed('dirty'),
    order: 'recorded',
  });
  const acceptance = new Acceptance(CATALOGUE);
  for (let at = ANCHOR_MS; at < ANCHOR_MS + ROWS * 60_000; at += 1_000) {
    acceptance.accept(feed.ticksBetween(at - 1_000, at), at);
  }
  const { unknown, ...dropped } = { unknown: 0, ...acceptance.dropped };
  expect(Object.entries(dropped).filter(([, count]) => 0 < count)).toEqual([]);
}

const EPOCH = Date.UTC(2025, 4, 30, 16, 5);
const BAD_ROWS: readonly [what: string, row: string, reason: QuarantineReason][] = [
  ['epoch milliseconds in the price columns', row(CHANGED, Array(4).fill(EPOCH).join(',')), 'too large'],
  ['epoch milliseconds in one of them', row(CHANGED, `100,${EPOCH},99,100`), 'too large'],
  ['32 May', row(CHANGED).replace('05-30', '05-32'), 'unreadable'],
  ['30 February', row(CHANGED).replace('05-30', '02-30'), 'unreadable'],
  ['25 o’clock', row(CHANGED).replace(' 16:', ' 25:'), 'unreadable'],
  ['the year 2099', row(CHANGED).replace('2025', '2099'), 'dated in the future'],
  ['a spike × 1000', row(CHANGED, '100000,101000,99000,100000'), 'far from its neighbours'],
  ['a spike ÷ 1000', row(CHANGED, '0.1,0.11,0.1,0.1'), 'far from its neighbours'],
  ['a wick × 1000', row(CHANGED, '100,100000,99,100'), 'far from its neighbours'],
  ['a price below a point', row(CHANGED, '100,101,0.001,100'), 'below one point'],
  ['zero', row(CHANGED, '100,101,0,100'), 'not positive'],
  ['a negative price', row(CHANGED, '-37.63,-37,-40,-38'), 'not positive'],
  ['more points than a double counts', row(CHANGED, '9e15,9e15,9e15,9e15'), 'too large'],
  ['infinity', row(CHANGED, 'Infinity,Infinity,1,1'), 'unreadable'],
  ['1e999', row(CHANGED, '1e999,1e999,1,1'), 'unreadable'],
  ['words', row(CHANGED, 'n/a,n/a,n/a,n/a'), 'unreadable'],
  ['an empty field', row(CHANGED, '100,,99,100'), 'unreadable'],
  ['a volume beyond counting', row(CHANGED, '100,101,99,100', '1e300'), 'too large'],
  ['a negative volume', row(CHANGED, '100,101,99,100', '-1'), 'unreadable'],
  ['a high below the low', row(CHANGED, '100,98,102,100'), 'impossible range'],
  ['seconds', row(CHANGED).replace(':05:00', ':05:30'), 'off the minute'],
  ['the minute before, again', row(CHANGED - 1), 'duplicate time'],
  ['an older minute', row(CHANGED - 3), 'out of order'],
];

describe('one bad row among good ones', () => {
  test.each(BAD_ROWS)('%s is refused with its line, and the rest is played', (_, bad, reason) => {
    write('BTCUSDT.csv', csv(rows(bad)));
    const loaded = load();
    expect(loaded.ignored).toEqual([]);
    const [recording] = loaded.recordings;
    expect(recording?.bars).toHaveLength(ROWS - 1);
    expect(recording?.quarantined).toEqual({ [reason]: { count: 1, first: [`line ${LINE}`] } });
    expect(summaryOf(loaded)).toMatchObject({ read: [{ code: 'BTCUSDT', refused: recording?.quarantined }] });
    playable(loaded);
  });

  test.each(
    BAD_ROWS.filter(([, , reason]) => reason !== 'far from its neighbours').map(
      ([what, , reason]) => [what, reason] as const,
    ),
  )('a file of nothing but %s is not used, and its reason is told', (what, reason) => {
    const bad = BAD_ROWS.find(([name]) => name === what)![1];
    const isOrder = reason === 'duplicate time' || reason === 'out of order';
    write('BTCUSDT.csv', csv([bad]));
    const { recordings, ignored } = load();
    // One row alone is neither twice there nor too late.
    if (isOrder) expect(recordings).toHaveLength(1);
    else {
      expect(recordings).toEqual([]);
      expect(ignored[0]?.reason).toBe(`not one usable bar: 1 ${reason} (line 2)`);
    }
  });
});

const MANY = 3_000;
const FIRST = Date.UTC(2024, 4, 30, 16);
const rowAt = (at: number, price = 100): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')},${price},${price + 1},${price - 1},${price},5`;
const manyRows = (): string[] => Array.from({ length: MANY }, (_, index) => rowAt(FIRST + index * 60_000));
const YEAR_MS = 365 * 24 * 3_600_000;

describe('a row with a wrong date goes alone', () => {
  test.each([
    ['the second, a year later', 1, YEAR_MS, 'out of order'],
    ['the second, a year earlier', 1, -YEAR_MS, 'far from its neighbours'],
    ['the first, a year later', 0, YEAR_MS, 'out of order'],
    ['the first, a year earlier', 0, -YEAR_MS, 'far from its neighbours'],
    ['the last, a year later', MANY - 1, YEAR_MS, 'far from its neighbours'],
    ['the last, a year earlier', MANY - 1, -YEAR_MS, 'out of order'],
    ['one in the middle, a month later', MANY / 2, YEAR_MS / 12, 'out of order'],
  ])('%s', (_, index, shift, reason) => {
    const lines = manyRows();
    lines[index] = rowAt(FIRST + index * 60_000 + shift);
    write('BTCUSDT.csv', csv(lines));
    const [recording] = load().recordings;
    expect(recording?.bars).toHaveLength(MANY - 1);
    expect(recording?.quarantined).toEqual({ [reason]: { count: 1, first: [`line ${index + 2}`] } });
  });

  test.each<[what: string, lines: () => string[]]>([
    // Every 7th row after the other, which is every row once.
    ['a shuffled file', () => manyRows().map((_, index, all) => all[(index * 7) % MANY]!)],
    ['two files put together in the wrong order', () => [...manyRows().slice(1_000), ...manyRows().slice(0, 1_000)]],
  ])('%s is sorted', (_, lines) => {
    write('BTCUSDT.csv', csv(lines()));
    const [recording] = load().recordings;
    expect(recording?.bars.map(({ at }) => at)).toEqual(manyRows().map((_row, index) => FIRST + index * 60_000));
    expect(recording?.quarantined).toEqual({});
  });

  test('a file that holds everything twice is read once', () => {
    write('BTCUSDT.csv', csv([...rows(), ...rows()]));
    const [recording] = load().recordings;
    expect(recording?.bars).toHaveLength(ROWS);
    expect(recording?.quarantined).toMatchObject({ 'duplicate time': { count: ROWS } });
  });
});

test('a row whose ask is half as much again as its bid is no price', () => {
  const bids = Array.from({ length: ROWS }, (_, index) => `${timeOf(index)},1.1,1.1,1.1,1.1,0`);
  const asks = bids.map((line, index) => (index === CHANGED ? line.replaceAll('1.1', '1.65') : line));
  write('EURUSD_bid_1m.csv', csv(bids));
  write('EURUSD_ask_1m.csv', csv(asks));
  const [recording] = load().recordings;
  expect(recording?.bars).toHaveLength(ROWS - 1);
  expect(recording?.quarantined).toEqual({ 'ask far above bid': { count: 1, first: [`line ${LINE}`] } });
});

describe('files', () => {
  test.each<[what: string, name: string, content: () => string | Uint8Array]>([
    ['packed', 'BTCUSDT.csv.gz', () => packed(rows())],
    ['unpacked', 'BTCUSDT.csv', () => csv(rows())],
    ['newest first', 'BTCUSDT.csv', () => csv(rows().toReversed())],
    ['with the line ends of Windows', 'BTCUSDT_1m.csv', () => csv(rows()).replaceAll('\n', '\r\n')],
  ])('%s: every bar is read', (_, name, content) => {
    write(name, content());
    const loaded = load();
    expect(loaded.recordings.map(({ code, bars, quarantined }) => [code, bars.length, quarantined])).toEqual([
      ['BTCUSDT', ROWS, {}],
    ]);
    playable(loaded);
  });

  test.each<[what: string, name: string, content: () => string | Uint8Array, reason: RegExp]>([
    ['no row', 'ETHUSDT.csv', () => csv([]), /^not one usable bar: no rows$/],
    ['an empty file', 'ETHUSDT.csv', () => '', /^no columns for time/],
    ['other columns', 'ETHUSDT.csv', () => 'a,b\n1,2\n', /^no columns for time/],
    ['a broken archive', 'ETHUSDT.csv.gz', () => 'not packed', /header/],
    ['a cut archive', 'ETHUSDT.csv.gz', () => packed(rows()).slice(0, 40), /unexpected end|end of file/],
    ['no instrument', 'NOSUCH.csv', () => csv(rows()), /^no instrument NOSUCH$/],
    ['a second file', 'BTCUSDT_1m.csv', () => csv(rows()), /^a second recording of BTCUSDT$/],
    [
      'a day of quotes on 32 May',
      '20250532_quote.zip',
      () => zipSync({ '20250532_ethusdt_minute_quote.csv': Buffer.from('0,1,1,1,1,0,1,1,1,1,0\n') }),
      /^no such day: 20250532/,
    ],
  ])('%s is skipped with its reason, and another instrument plays', (_, name, content, reason) => {
    write('BTCUSDT.csv', csv(rows()));
    write(name, content());
    const loaded = load();
    expect(loaded.recordings.map(({ code }) => code)).toEqual(['BTCUSDT']);
    expect(loaded.ignored).toHaveLength(1);
    expect(loaded.ignored[0]?.file).toBe(join(folder, name));
    expect(loaded.ignored[0]?.reason).toMatch(reason);
    playable(loaded);
  });

  test('a folder that is named like a file is skipped, and another instrument plays', () => {
    write('BTCUSDT.csv', csv(rows()));
    mkdirSync(join(folder, 'ETHUSDT.csv'));
    const loaded = load();
    expect(loaded.recordings.map(({ code }) => code)).toEqual(['BTCUSDT']);
    expect(loaded.ignored[0]?.reason).toMatch(/EISDIR/);
  });
});
