/**
 * A trailing stop is reported when the tape says that it had another best tick, or fired at
 * another.
 */
import { expect, test } from 'vitest';
import { PagedRows, type Reader } from '../../platform/paged-rows.ts';
import { TapeWalk } from './tape-walk.ts';
import { TrailedTicks, type TrailRow } from './trailed-ticks.ts';

const MINUTE = 1_700_000_040_000;
const CODE = 'BTCUSDT';
/** The best is 130, at tick 4; 20 behind it is 110, which tick 7 is the first to reach. */
const MIDS = [100, 95, 120, 130, 125, 111, 110, 80, 140];
const tickAt = (seq: number, mid = MIDS[seq - 1] as number) => ({
  code: CODE,
  seq,
  bid: mid - 1,
  ask: mid + 1,
  mid,
  precision: 2,
  at: MINUTE + seq * 10_000,
});
const storedTick = (seq: number) => {
  const { precision, ...tick } = tickAt(seq);
  return tick;
};
const ROW: TrailRow = {
  order_id: 7,
  side: 'sell',
  points: 20,
  rate: null,
  activation: null,
  start: storedTick(1),
  peak: storedTick(4),
  until: 7,
  fired: true,
  held: [],
};

async function findings(...changes: Partial<TrailRow>[]): Promise<readonly string[]> {
  const rows = changes.map((change) => ({ ...ROW, ...change }));
  const reader = { query: async (text: string) => ({ rows: text.startsWith('fetch') ? rows : [] }) } as unknown;
  const mid = ({ mid: price }: { mid: number }): number => price;
  const check = new TrailedTicks(new PagedRows<TrailRow>(reader as Reader, ''), {
    who: (id) => `order ${id}`,
    prices: { buy: mid, sell: mid },
  });
  const walk = new TapeWalk();
  for (const minute of [0, 1]) {
    const ticks = MIDS.map((_, index) => tickAt(index + 1)).filter(
      ({ at }) => Math.floor((at - MINUTE) / 60_000) === minute,
    );
    walk.enter(MINUTE + minute * 60_000, ticks);
    await check.minute(walk);
  }
  return check.finish();
}

test('one that followed the tape gives no finding', async () => {
  expect(await findings({})).toEqual([]);
  // 15.4 % behind 130 is 109.98, or 110 in whole points.
  expect(await findings({ points: null, rate: '0.154' })).toEqual([]);
  expect(await findings({ activation: 130 })).toEqual([]);
});

test.each<[string, Partial<TrailRow>, string]>([
  ['a worse best tick', { peak: storedTick(3) }, 'tick 4 was its best'],
  ['a best tick that the tape has otherwise', { peak: { ...storedTick(4), mid: 131 } }, 'tick 4 was its best'],
  ['a tick too late', { until: 8 }, 'tick 7 reaches its trailing stop, and it went on'],
  ['a tick too early', { until: 6 }, 'tick 6 does not reach its trailing stop'],
  ['a tick of none that was near', { points: 60, until: 8 }, 'tick 8 does not reach its trailing stop'],
  ['never', { fired: false, until: 9 }, 'tick 7 reaches its trailing stop, and it went on'],
  ['before it was active', { activation: 131 }, 'tick 7 does not reach its trailing stop'],
  ['from a tick that is not there', { start: { ...storedTick(1), seq: 99 } }, 'its first tick 99 is not on the tape'],
  ['from a tick that is otherwise', { start: { ...storedTick(1), bid: 1 } }, 'its first tick 1 differs from the tape'],
])('one that fired by %s is found', async (_name, change, sentence) => {
  expect(await findings(change)).toEqual([`order 7: ${sentence}`]);
});

test('one of which less is known is followed up to there', async () => {
  expect(await findings({ fired: false, until: 6 })).toEqual([]);
});

test('one that was held fires at the first tick after that, and not before', async () => {
  const held = [{ after: 2, until: tickAt(8).at }];
  expect(await findings({ held, until: 8 })).toEqual([]);
  // Changed after tick 7 had come, which was judged by then.
  expect(await findings({ held: [{ after: 7, until: tickAt(8).at }] })).toEqual([]);
  expect(await findings({ held })).toEqual(['order 7: tick 7 does not reach its trailing stop']);
  expect(await findings({ held, until: 9 })).toEqual(['order 7: tick 8 reaches its trailing stop, and it went on']);
});

test('a buyer’s follows the lowest', async () => {
  const buyer = { side: 'buy', points: 20 } as const;
  expect(await findings({ ...buyer, peak: storedTick(2), until: 3 })).toEqual([]);
  expect(await findings({ ...buyer, peak: storedTick(1), until: 3 })).toEqual(['order 7: tick 2 was its best']);
});

test('of several that share a best tick each is judged by itself', async () => {
  expect(await findings({}, { order_id: 8, points: 19, until: 6 }, { order_id: 9, points: 19 })).toEqual([
    'order 9: tick 6 reaches its trailing stop, and it went on',
  ]);
});
