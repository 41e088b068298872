/**
 * Rows of the market socket and messages of its order book, in any order: what is shown of the
 * market with the book is always of one tick.
 */
import type { DepthServerMessage } from '@glasshouse/api/sockets';
import { expect, test } from 'vitest';
import { BookPairing } from './book-pairing.ts';
import { DepthStore } from './depth-store.ts';
import { MarketSnapshot } from './market-snapshot.ts';

const CODE = 'BTCUSDT';

function paired() {
  const snapshot = new MarketSnapshot();
  const book = new DepthStore();
  new BookPairing(snapshot, book);
  for (const code of [CODE, 'ETHUSDT']) snapshot.introduce(code, 2);
  book.watch({ code: CODE, book: 'demo' });
  const row = (tick: number, fields: { at?: number; code?: string; price?: number } = {}) =>
    snapshot.applyRows(
      [
        {
          code: CODE,
          price: tick,
          zdf: 0,
          open: true,
          stale: false,
          bid: tick - 1,
          ask: tick + 1,
          tick,
          at: tick,
          ...fields,
        },
      ],
      fields.at ?? tick,
    );
  const depth = (tick: number | undefined) =>
    book.apply({
      type: 'depth',
      code: CODE,
      book: 'demo',
      seq: tick ?? 99,
      at: tick ?? 99,
      bids: [],
      asks: [],
      ...(tick !== undefined && {
        price: `${tick}.00`,
        tick: { seq: tick, at: tick, bid: `${tick - 1}.00`, ask: `${tick + 1}.00` },
      }),
    } as DepthServerMessage);
  const shown = () => ({ row: snapshot.quote(CODE).price, book: book.read().depth?.price });
  return { snapshot, book, row, depth, shown };
}

test('a row ahead of the book waits for it, and a book ahead of the row brings its price along', () => {
  const { snapshot, row, depth, shown } = paired();
  row(1);
  depth(1);
  row(2);
  expect(shown()).toEqual({ row: '1.00', book: '1.00' });
  depth(2);
  expect(shown()).toEqual({ row: '2.00', book: '2.00' });
  depth(3);
  expect(snapshot.quote(CODE)).toMatchObject({ price: '3.00', bid: '2.00', ask: '4.00', tick: 3, at: 3 });
  row(3);
  expect(shown()).toEqual({ row: '3.00', book: '3.00' });
});

test('no tick is lost meanwhile: each row that waited is told', () => {
  const { snapshot, row, depth } = paired();
  row(1);
  depth(1);
  const seen: (number | undefined)[] = [];
  snapshot.subscribe(CODE, () => seen.push(snapshot.quote(CODE).tick));
  for (const tick of [2, 3, 4]) row(tick);
  depth(3);
  expect(seen).toEqual([2, 3]);
  depth(4);
  expect(seen).toEqual([2, 3, 4]);
});

test('a row waits for no book that is silent, has no house quotes, or is of another market', () => {
  const { book, row, depth, shown, snapshot } = paired();
  row(1);
  row(2);
  expect(shown().row).toBe('2.00');
  depth(2);
  row(3, { at: 3 });
  row(4, { at: 1_003 });
  expect(shown().row).toBe('4.00');
  depth(4);
  row(5, { code: 'ETHUSDT' });
  expect(snapshot.quote('ETHUSDT').price).toBe('5.00');
  row(6);
  depth(undefined);
  expect(shown().row).toBe('6.00');
  depth(107);
  row(108);
  book.restart();
  expect(shown().row).toBe('108.00');
});
