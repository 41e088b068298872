import { expect, test, vi } from 'vitest';
import { type MarketRow, MarketStore } from './market-snapshot.ts';

const MINUTE = 60_000;
const listed = (code: string, price: number, precision = 2): MarketRow => ({
  id: 1,
  code,
  type: 2,
  appName: code,
  logo: null,
  price,
  nowPrice: price,
  zdf: 1.234,
  hundred: [1, 2, 3],
  open: true,
  stale: false,
  at: null,
  source: 'sim',
  precision,
});
const streamed = (code: string, price: number) => ({ code, price, zdf: -2, open: true, stale: false });

test('prices are written with all the places of the instrument', () => {
  const store = new MarketStore();
  store.applyList([listed('A', 96000.5), listed('B', 0.0000091, 10)]);
  expect(store.quote('A')).toMatchObject({ price: '96000.50', change: '1.23' });
  expect(store.quote('B').price).toBe('0.0000091000');
});

test('a tick is heard by the listeners of its code only', () => {
  const store = new MarketStore();
  store.applyList([listed('A', 1), listed('B', 2)]);
  const [a, b] = [vi.fn(), vi.fn()];
  store.subscribe('A', a);
  const stop = store.subscribe('B', b);
  store.applyRows([streamed('B', 2.5)], MINUTE);
  expect([a.mock.calls.length, b.mock.calls.length]).toEqual([0, 1]);
  stop();
  store.applyRows([streamed('B', 2.6)], MINUTE);
  expect(b).toHaveBeenCalledTimes(1);
});

test('a list that arrives late does not turn streamed prices back', () => {
  const store = new MarketStore();
  store.applyList([listed('A', 1)]);
  store.applyRows([streamed('A', 5)], MINUTE);
  store.applyList([listed('A', 4)]);
  expect(store.quote('A').price).toBe('5.00');
});

test('what the socket said before the list came is not lost', () => {
  const store = new MarketStore();
  store.applyRows([streamed('A', 5), streamed('B', 6)], MINUTE);
  store.applyList([listed('A', 4)]);
  expect(store.quote('A').price).toBe('5.00');
  store.applyList([listed('A', 4), listed('B', 1)]);
  expect([store.quote('A').price, store.quote('B').price]).toEqual(['5.00', '6.00']);
});

test('the recent prices grow by one a minute and keep their identity in between', () => {
  const store = new MarketStore();
  store.applyList([listed('A', 1)]);
  store.applyRows([streamed('A', 5)], MINUTE);
  const before = store.quote('A').recent;
  store.applyRows([streamed('A', 6)], MINUTE + 59_000);
  expect(store.quote('A').recent).toBe(before);
  store.applyRows([streamed('A', 7)], 2 * MINUTE);
  expect(store.quote('A').recent).toEqual([1, 2, 3, 6]);
});

test('a price that came before its instrument was known is shown once it is', () => {
  const store = new MarketStore();
  store.applyRows([streamed('A', 5)], MINUTE);
  expect(store.quote('A').price).toBeUndefined();
  store.introduce('A', 3);
  expect(store.quote('A').price).toBe('5.000');
});

test('bid and ask of an older tick are not shown beside a newer price', () => {
  const store = new MarketStore();
  store.applyList([listed('A', 1)]);
  store.applyRows([{ ...streamed('A', 5), bid: 4.99, ask: 5.01 }], MINUTE);
  expect(store.quote('A')).toMatchObject({ bid: '4.99', ask: '5.01' });
  store.applyRows([streamed('A', 6)], MINUTE);
  expect(store.quote('A')).toMatchObject({ price: '6.00', bid: undefined, ask: undefined });
});

test('bid and ask of an instrument count as long as its price does', () => {
  const info = (price: number) => ({ ...listed('A', price), bid: '4.99', ask: '5.01' });
  const store = new MarketStore();
  store.applyInfo(info(5));
  expect(store.quote('A')).toMatchObject({ price: '5.00', bid: '4.99', ask: '5.01' });
  store.applyRows([streamed('A', 6)], MINUTE);
  store.applyInfo(info(5));
  expect(store.quote('A')).toMatchObject({ price: '6.00', bid: undefined, ask: undefined });
  store.applyInfo(info(6));
  expect(store.quote('A')).toMatchObject({ bid: '4.99', ask: '5.01' });
  store.applyRows([{ ...streamed('A', 6), bid: 5.98, ask: 6.02 }], MINUTE);
  store.applyInfo(info(6));
  expect(store.quote('A')).toMatchObject({ bid: '5.98', ask: '6.02' });
});
