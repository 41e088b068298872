import { expect, test } from 'vitest';
import { Acceptance } from '../../tape/acceptance.ts';
import { anInstrument } from '../../tape/testing/instruments.ts';
import { StoredFeed } from '../stored-feed.ts';
import type { Feed, FeedTick } from '../types.ts';
import { requireSecond } from './require-second.ts';

const NOW = Date.UTC(2026, 0, 5, 12);
const tick = (index: number, mid: number, confirmed?: boolean): FeedTick => ({
  code: 'BTCUSDT',
  bid: mid - 1,
  ask: mid + 1,
  mid,
  volume: 0,
  at: NOW + index,
  ...(confirmed === undefined ? {} : { confirmed }),
});
const feedOf = (ticks: readonly FeedTick[]): Feed => {
  const feed = new StoredFeed('ccxt', ['BTCUSDT']);
  return { name: 'ccxt', codes: feed.codes, keepsPast: false, bars: () => [], ticksBetween: () => [...ticks] };
};

test.each<[string, boolean | undefined, string | undefined]>([
  ['a second source agrees', true, undefined],
  ['a second source contradicts', false, 'sources'],
  ['there is no second source', undefined, 'sources'],
])('a price that could be typed, where money is real: %s', (_, confirmed, held) => {
  const acceptance = new Acceptance([anInstrument('BTCUSDT')]);
  const feed = requireSecond(feedOf([tick(0, 100_000, confirmed), tick(1, 100_010, confirmed)]));
  const ticks = acceptance.accept(feed.ticksBetween(NOW - 1, NOW + 10), NOW + 10);
  expect(ticks).toHaveLength(held === undefined ? 2 : 0);
  expect(acceptance.heldBy('BTCUSDT')).toBe(held);
});

test('elsewhere one source is enough', () => {
  const acceptance = new Acceptance([anInstrument('BTCUSDT')]);
  const ticks = acceptance.accept(feedOf([tick(0, 100_000)]).ticksBetween(NOW - 1, NOW + 10), NOW + 10);
  expect([ticks.length, acceptance.heldBy('BTCUSDT')]).toEqual([1, undefined]);
});
