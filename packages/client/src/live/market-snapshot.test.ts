import type { MarketSocketRow } from '@glasshouse/api/schemas/market-row';
import { expect, test, vi } from 'vitest';
import { type MarketRow, MarketSnapshot } from './market-snapshot.ts';

const MINUTE = 60_000;
/** The columns that these tests look at. */
const listed = (code: string, price: number, precision = 2): MarketRow =>
  ({ code, price, zdf: 1.234, hundred: [1, 2, 3], open: true, stale: false, at: null, precision }) as MarketRow;
const streamed = (code: string, price: number): MarketSocketRow =>
  ({ code, price, zdf: -2, open: true, stale: false }) as MarketSocketRow;

test('prices are written with all the places of the instrument', () => {
  const snapshot = new MarketSnapshot();
  snapshot.applyList([listed('A', 96000.5), listed('B', 0.0000091, 10)]);
  expect(snapshot.quote('A')).toMatchObject({ price: '96000.50', change: '1.23' });
  expect(snapshot.quote('B').price).toBe('0.0000091000');
});

test('a tick is heard by the listeners of its code only', () => {
  const snapshot = new MarketSnapshot();
  snapshot.applyList([listed('A', 1), listed('B', 2)]);
  const a = vi.fn();
  const b = vi.fn();
  snapshot.subscribe('A', a);
  const stop = snapshot.subscribe('B', b);
  snapshot.applyRows([streamed('B', 2.5)], MINUTE);
  expect([a.mock.calls.length, b.mock.calls.length]).toEqual([0, 1]);
  stop();
  snapshot.applyRows([streamed('B', 2.6)], MINUTE);
  expect(b).toHaveBeenCalledTimes(1);
});

test('a list that arrives late does not turn streamed prices back', () => {
  const snapshot = new MarketSnapshot();
  snapshot.applyList([listed('A', 1)]);
  snapshot.applyRows([streamed('A', 5)], MINUTE);
  snapshot.applyList([listed('A', 4)]);
  expect(snapshot.quote('A').price).toBe('5.00');
});

test('what the socket said before the list came is not lost', () => {
  const snapshot = new MarketSnapshot();
  snapshot.applyRows([streamed('A', 5), streamed('B', 6)], MINUTE);
  snapshot.applyList([listed('A', 4)]);
  expect(snapshot.quote('A').price).toBe('5.00');
  snapshot.applyList([listed('A', 4), listed('B', 1)]);
  expect([snapshot.quote('A').price, snapshot.quote('B').price]).toEqual(['5.00', '6.00']);
});

test('the recent prices grow by one a minute and keep their identity in between', () => {
  const snapshot = new MarketSnapshot();
  snapshot.applyList([listed('A', 1)]);
  snapshot.applyRows([streamed('A', 5)], MINUTE);
  const before = snapshot.quote('A').recent;
  snapshot.applyRows([streamed('A', 6)], MINUTE + 59_000);
  expect(snapshot.quote('A').recent).toBe(before);
  snapshot.applyRows([streamed('A', 7)], 2 * MINUTE);
  expect(snapshot.quote('A').recent).toEqual([1, 2, 3, 6]);
});

test('a price that came before its instrument was known is shown once it is', () => {
  const snapshot = new MarketSnapshot();
  snapshot.applyRows([streamed('A', 5)], MINUTE);
  expect(snapshot.quote('A').price).toBeUndefined();
  snapshot.introduce('A', 3);
  expect(snapshot.quote('A').price).toBe('5.000');
});

test('bid and ask of an older tick are not shown beside a newer price', () => {
  const snapshot = new MarketSnapshot();
  snapshot.applyList([listed('A', 1)]);
  snapshot.applyRows([{ ...streamed('A', 5), bid: 4.99, ask: 5.01 }], MINUTE);
  expect(snapshot.quote('A')).toMatchObject({ bid: '4.99', ask: '5.01' });
  snapshot.applyRows([streamed('A', 6)], MINUTE);
  expect(snapshot.quote('A')).toMatchObject({ price: '6.00', bid: undefined, ask: undefined });
});

test('bid and ask of an instrument count as long as its price does', () => {
  const info = (price: number) => ({ ...listed('A', price), bid: '4.99', ask: '5.01' });
  const snapshot = new MarketSnapshot();
  snapshot.applyInfo(info(5));
  expect(snapshot.quote('A')).toMatchObject({ price: '5.00', bid: '4.99', ask: '5.01' });
  snapshot.applyRows([streamed('A', 6)], MINUTE);
  snapshot.applyInfo(info(5));
  expect(snapshot.quote('A')).toMatchObject({ price: '6.00', bid: undefined, ask: undefined });
  snapshot.applyInfo(info(6));
  expect(snapshot.quote('A')).toMatchObject({ bid: '4.99', ask: '5.01' });
  snapshot.applyRows([{ ...streamed('A', 6), bid: 5.98, ask: 6.02 }], MINUTE);
  snapshot.applyInfo(info(6));
  expect(snapshot.quote('A')).toMatchObject({ bid: '5.98', ask: '6.02' });
});
