/** A tick that was relied on is reported when the tape lacks it or has other numbers. */
import { expect, test } from 'vitest';
import { PagedRows, type Reader } from '../../platform/paged-rows.ts';
import { ReliedTicks } from './relied-ticks.ts';
import { TapeWalk } from './tape-walk.ts';

const MINUTE = 1_700_000_040_000;
const TICK = { code: 'BTCUSDT', seq: 5, bid: 99, ask: 101, mid: 100, precision: 2, at: MINUTE + 9 };
type ReliedTick = typeof TICK & { readonly who: string };

/** One page of what the database has. */
const reader = (rows: readonly ReliedTick[]): Reader =>
  ({ query: async (text: string) => ({ rows: text.startsWith('fetch') ? rows : [] }) }) as unknown as Reader;

async function findings(expected: object[], tape = [TICK]): Promise<readonly string[]> {
  const rows = expected.map((change, index) => ({ ...TICK, who: `order ${index}: its tick`, ...change }));
  const ticks = new ReliedTicks(new PagedRows<ReliedTick>(reader(rows), ''), ({ who }) => who);
  const walk = new TapeWalk();
  walk.enter(MINUTE, tape);
  await ticks.minute(walk);
  return ticks.finish(walk);
}

test('a tick that matches the tape gives no finding', async () => expect(await findings([{}])).toEqual([]));

test.each(['bid', 'ask', 'mid', 'precision', 'at'] as const)('another %s is found', async (field) => {
  expect(await findings([{ [field]: TICK[field] + 1 }])).toEqual(['order 0: its tick 5 differs from the tape']);
});

test('a tick that is missing is found', async () => {
  expect(await findings([{ seq: 6 }])).toEqual(['order 0: its tick 6 is not on the tape']);
  expect(await findings([{ code: 'ETHUSDT' }])).toEqual(['order 0: its tick 5 is not on the tape']);
});

test('one of a minute that is not there is found', async () => {
  expect(await findings([{ at: MINUTE - 60_000 }], [])).toEqual(['order 0: its tick 5 is not on the tape']);
});

test('one whose minute is not closed yet is not missed, unless its number is older', async () => {
  expect(await findings([{ seq: 6, at: MINUTE + 60_000 }])).toEqual([]);
  expect(await findings([{ seq: 4, at: MINUTE + 60_000 }])).toEqual(['order 0: its tick 4 differs from the tape']);
});

test('two users of the same tick are both reported', async () => {
  expect(await findings([{ mid: 50 }, { mid: 50 }])).toHaveLength(2);
});
