import { expect, test } from 'vitest';
import type { HeldBy } from '../../kernel/core/types.ts';
import { HELD_ALARM_MS, PriceAlarms } from './price-alarms.ts';

const NOW = 1_700_000_000_000;
const held = (...rows: [HeldBy, string[]][]) => new Map(rows);

test('what cannot be stored alarms at once, once, until it is stored again', () => {
  const alarms = new PriceAlarms();
  const broken = held(['unstored', ['AAPL', 'BTCUSDT']]);
  expect(alarms.changed(held(), NOW)).toBeUndefined();
  const problem = { kind: 'unstoredPrices', subject: 'AAPL BTCUSDT', since: NOW, count: 2 };
  expect(alarms.changed(broken, NOW)).toEqual([problem]);
  expect(alarms.changed(broken, NOW + 1_000)).toBeUndefined();
  expect(alarms.changed(held(), NOW + 2_000)).toEqual([]);
  // A second failure begins anew.
  expect(alarms.changed(broken, NOW + 9_000)).toEqual([{ ...problem, since: NOW + 9_000 }]);
});

test.each<HeldBy>(['jump', 'sources', 'drift'])('a price held by %s alarms when it lasts', (reason) => {
  const alarms = new PriceAlarms();
  const now = held([reason, ['EURUSD']]);
  expect(alarms.changed(now, NOW)).toBeUndefined();
  expect(alarms.changed(now, NOW + HELD_ALARM_MS - 1)).toBeUndefined();
  expect(alarms.changed(now, NOW + HELD_ALARM_MS)).toEqual([
    { kind: 'heldPrices', subject: `${reason} EURUSD`, since: NOW, count: 1 },
  ]);
});

test('a spike that comes back alarms nobody, however often', () => {
  const alarms = new PriceAlarms();
  for (let at = NOW; at < NOW + 10 * HELD_ALARM_MS; at += 3_000) {
    expect(alarms.changed(at % 6_000 === 0 ? held(['jump', ['EURUSD']]) : held(), at)).toBeUndefined();
  }
});

test('a whole catalogue is one alarm that names the first', () => {
  const codes = Array.from({ length: 579 }, (_, index) => `C${index}`);
  const [alarm] = new PriceAlarms().changed(held(['unstored', codes]), NOW)!;
  expect(alarm).toMatchObject({ count: 579, subject: 'C0 C1 C2 C3 C4 C5 C6 C7 …' });
});
