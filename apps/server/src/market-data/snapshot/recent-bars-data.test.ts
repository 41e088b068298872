import { expect, test } from 'vitest';
import { CATALOGUE } from '../instruments/catalogue/index.ts';
import { readingsOf } from './recent-bars-data.ts';
import { SnapshotBuilder } from './snapshot-builder.ts';

const named = (code: string) => CATALOGUE.find((known) => known.code === code) ?? expect.fail(`no ${code}`);
const INSTRUMENTS = ['BTCUSDT', 'EURUSD', 'AAPL', 'ZW'].map(named);
const codesOf = (at: string) => readingsOf(INSTRUMENTS, Date.parse(at)).map(({ code, fives }) => [code, fives]);
const ALL = INSTRUMENTS.map(({ code }) => [code, 289]);

test.each([
  ['on Sunday morning', '2026-11-29T12:00:00Z', ['EURUSD', 'AAPL', 'ZW']],
  ['on Wednesday night', '2026-11-25T04:00:00Z', ['AAPL']],
  ['while everything is open', '2026-11-25T16:00:00Z', []],
])('the last price of closed markets is read before anything else: %s', (_when, at, closed) => {
  expect(codesOf(at)).toEqual([...closed.map((code) => [code, 1]), ...ALL]);
});

test('one bar is a price to show, and nobody has quoted it', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  const builder = new SnapshotBuilder({ instruments: INSTRUMENTS, isOpen: () => false, now });
  const bar = { at: Date.parse('2026-11-27T21:55:00Z'), open: 110, high: 130, low: 100, close: 120, volume: 1 };
  builder.fill('EURUSD', { fives: [bar], minutes: [] });
  const row = builder.frame(now + 1_000)?.rows.find(({ code }) => code === 'EURUSD');
  expect(row).toMatchObject({ mid: 120, bid: 0, ask: 0, seq: 0, open: false });
});
