/**
 * Price-time priority: over random histories the book gives the same fills as a naive reference
 * book, and as the npm package `nodejs-order-book` where its orders mean the same.
 */
import fc from 'fast-check';
import { OrderBook as PackageBook } from 'nodejs-order-book';
import { expect, test } from 'vitest';
import { OrderBook, type Side } from './order-book.ts';
import { applyOrder, type PlainFill } from './testing/apply-order.ts';

type Operation =
  | { readonly kind: 'limit'; readonly side: Side; readonly price: number; readonly quantity: number }
  | { readonly kind: 'market'; readonly side: Side; readonly quantity: number }
  | { readonly kind: 'cancel'; readonly victim: number };

const side = fc.constantFrom<Side>('buy', 'sell');
/** Few prices, so that queues grow and levels empty. */
const price = fc.integer({ min: 95, max: 105 });
const quantity = fc.integer({ min: 1, max: 20 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('limit' as const), side, price, quantity }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), victim: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('market' as const), side, quantity: fc.integer({ min: 1, max: 60 }) }),
  },
);
const history = fc.array(operation, { maxLength: 400, size: 'max' });

/** `maker@price×quantity` for each fill. */
type Fills = string[];
const fillText = ({ id, price: at, quantity }: PlainFill): string => `${id}@${at}×${quantity}`;

/** A list, searched linearly. */
class PlainBook {
  orders: { id: number; side: Side; price: number; open: number }[] = [];

  take(request: { side: Side; quantity: number; limit?: number | undefined }): { fills: Fills; left: number } {
    const fills: Fills = [];
    let left = request.quantity;
    for (;;) {
      const facing = this.orders.filter((order) => order.side !== request.side);
      const best = facing.reduce<(typeof facing)[number] | undefined>((found, order) => {
        if (found === undefined) return order;
        const isBetter = request.side === 'buy' ? order.price < found.price : found.price < order.price;
        return isBetter || (order.price === found.price && order.id < found.id) ? order : found;
      }, undefined);
      const isReached =
        best !== undefined &&
        (request.limit === undefined ||
          (request.side === 'buy' ? best.price <= request.limit : request.limit <= best.price));
      if (left === 0 || !isReached) return { fills, left };
      const quantity = Math.min(left, best.open);
      fills.push(fillText({ id: best.id, price: best.price, quantity }));
      best.open -= quantity;
      left -= quantity;
      this.orders = this.orders.filter((order) => 0 < order.open);
    }
  }

  depth(side: Side): [number, number][] {
    const totals = new Map<number, number>();
    for (const order of this.orders) {
      if (order.side === side) totals.set(order.price, (totals.get(order.price) ?? 0) + order.open);
    }
    return [...totals].sort(([left], [right]) => (side === 'buy' ? right - left : left - right));
  }
}

/** Runs a history on our book; returns the fills of each operation. */
function run(
  book: OrderBook,
  operations: readonly Operation[],
  each: (step: number, fills: Fills, left: number) => void,
): void {
  let lastId = 0;
  for (const [step, operation] of operations.entries()) {
    if (operation.kind === 'cancel') {
      if (0 < lastId) book.remove(1 + (operation.victim % lastId));
      each(step, [], 0);
      continue;
    }
    lastId += 1;
    const price = operation.kind === 'limit' ? operation.price : undefined;
    const { fills, left } = applyOrder(book, { id: lastId, side: operation.side, quantity: operation.quantity, price });
    each(step, fills.map(fillText), left);
  }
}

const depthOf = (book: OrderBook, side: Side): [number, number][] =>
  book.depth(side, Number.POSITIVE_INFINITY).map((level) => [level.price, level.quantity]);

test('random histories give the fills and the depth of a plain list', () => {
  fc.assert(
    fc.property(history, (operations) => {
      const book = new OrderBook();
      const plain = new PlainBook();
      let lastId = 0;
      run(book, operations, (step, fills, left) => {
        const operation = operations[step] as Operation;
        if (operation.kind === 'cancel') {
          const id = lastId === 0 ? 0 : 1 + (operation.victim % lastId);
          plain.orders = plain.orders.filter((order) => order.id !== id);
        } else {
          lastId += 1;
          const limit = operation.kind === 'limit' ? operation.price : undefined;
          const expected = plain.take({ side: operation.side, quantity: operation.quantity, limit });
          expect({ fills, left }).toEqual(expected);
          if (operation.kind === 'limit' && 0 < left) {
            plain.orders.push({ id: lastId, side: operation.side, price: operation.price, open: left });
          }
        }
        for (const side of ['buy', 'sell'] as const) expect(depthOf(book, side)).toEqual(plain.depth(side));
      });
      expect(book.size).toBe(plain.orders.length);
    }),
    { numRuns: 100 },
  );
});

/**
 * The package reports orders filled in full, and the filled part of the last one; a history without
 * post-only and self-trade prevention means the same to both.
 */
test('the same histories give the same fills and depth as nodejs-order-book', () => {
  fc.assert(
    fc.property(history, (operations) => {
      const book = new OrderBook();
      const packageBook = new PackageBook();
      let lastId = 0;
      run(book, operations, (step, fills, left) => {
        const operation = operations[step] as Operation;
        if (operation.kind === 'cancel') {
          if (0 < lastId) packageBook.cancel(String(1 + (operation.victim % lastId)));
        } else {
          lastId += 1;
          const order = { side: operation.side as never, size: operation.quantity };
          const answer =
            operation.kind === 'limit'
              ? packageBook.limit({ ...order, id: String(lastId), price: operation.price })
              : packageBook.market(order);
          const makers = [...answer.done, ...(answer.partial === null ? [] : [answer.partial])]
            .filter((maker) => maker.id !== String(lastId))
            .map((maker) => Number(maker.id));
          expect(fills.map((fill) => Number(fill.split('@')[0]))).toEqual(makers);
          if (operation.kind === 'market') expect(answer.quantityLeft).toBe(left);
        }
        const [asks, bids] = packageBook.depth();
        expect(depthOf(book, 'sell')).toEqual([...asks].sort(([left], [right]) => left - right));
        expect(depthOf(book, 'buy')).toEqual([...bids].sort(([left], [right]) => right - left));
      });
    }),
    { numRuns: 50 },
  );
});

test('many levels, opened and closed in any order, stay sorted', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 500, size: 'max' }),
      side,
      (prices, side) => {
        const book = new OrderBook();
        for (const [id, at] of prices.entries()) book.put({ id, userId: 1, side, price: at, quantity: 1 });
        const sorted = [...prices].sort((left, right) => (side === 'buy' ? right - left : left - right));
        expect(depthOf(book, side).map(([at]) => at)).toEqual(sorted);
        const even = prices.flatMap((at, id) => (id % 2 === 0 ? [{ id, at }] : []));
        for (const { id } of even) book.remove(id);
        const gone = new Set(even.map(({ at }) => at));
        expect(depthOf(book, side).map(([at]) => at)).toEqual(sorted.filter((at) => !gone.has(at)));
      },
    ),
  );
});

test('a missing order is not removed, and a present one is not put again', () => {
  const book = new OrderBook();
  book.put({ id: 1, userId: 1, side: 'buy', price: 100, quantity: 5 });
  expect(book.remove(2)).toBe(false);
  expect(() => book.put({ id: 1, userId: 1, side: 'buy', price: 100, quantity: 5 })).toThrow('in the book already');
  expect(() => book.setOpen(1, 0)).toThrow('cannot have 0 open');
  expect(book.open(1)).toBe(5);
});
