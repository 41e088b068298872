/**
 * The bar that ticks move, on the real snapshot: rows come as from the socket, and what is drawn is
 * collected.
 */
import type { ChartCandle } from '@glasshouse/ui/chart';
import { expect, test } from 'vitest';
import { marketSnapshot } from '../../live/market.ts';
import { followBar } from './follow-bar.ts';

const MINUTE = 60_000;
const LAST = { time: 10 * MINUTE, open: 5, high: 6, low: 4, close: 5, volume: 7 };

function following(code: string) {
  marketSnapshot.introduce(code, 2);
  const drawn: ChartCandle[] = [];
  const stop = followBar({ code, interval: '1m', last: LAST, listener: (candle) => drawn.push(candle) });
  const send = (row: { price: number; tick: number; at: number; open?: boolean }, at = row.at) =>
    marketSnapshot.applyRows([{ code, zdf: 0, open: true, stale: false, ...row }], at);
  return { drawn, send, stop };
}

test('a tick counts in the bar of its own time, however late its row comes', () => {
  const { drawn, send, stop } = following('LATE');
  send({ price: 5.5, tick: 1, at: 10 * MINUTE + 59_000 }, 11 * MINUTE + 200);
  expect(drawn.at(-1)).toEqual({ ...LAST, close: 5.5 });
  send({ price: 5.6, tick: 2, at: 11 * MINUTE + 300 });
  expect(drawn.at(-1)).toMatchObject({ time: 11 * MINUTE, open: 5.6 });
  stop();
});

test('rows without a new tick draw nothing new: a market that closes has no bar after its last tick', () => {
  const { drawn, send, stop } = following('CLOSES');
  send({ price: 5.5, tick: 1, at: 10 * MINUTE + 59_000 });
  for (const later of [11, 12, 600]) {
    send({ price: 5.5, tick: 1, at: 10 * MINUTE + 59_000, open: false }, later * MINUTE);
  }
  expect(new Set(drawn.map(({ time }) => time))).toEqual(new Set([LAST.time]));
  stop();
});
