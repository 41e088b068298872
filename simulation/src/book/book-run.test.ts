/**
 * The spot book and the reference book name the same fills; a book that loses time priority or part
 * of an order is found. Longer: `npm run simulate -- --book 1000000`.
 */
import { OrderBook } from '@glasshouse/server/products/spot/order-book';
import { expect, test } from 'vitest';
import { runBook } from './book-run.ts';

test.each([1, 2, 3])('20,000 operations from seed %i give identical fills', (seed) => {
  const report = runBook({ seed, operations: 20_000 });
  expect(report.finding).toBeUndefined();
  expect(report.fills).toBeGreaterThan(5_000);
});

/** The newest order goes to the front of its queue. */
class LastComeFirstServed extends OrderBook {
  override put(order: Parameters<OrderBook['put']>[0]): void {
    super.put(order);
    const level = this.levels(order.side).open(order.price);
    const { first, last } = level;
    if (first === undefined || last === undefined || first === last) return;
    level.last = last.previous;
    if (level.last !== undefined) level.last.next = undefined;
    last.previous = undefined;
    last.next = first;
    first.previous = last;
    level.first = last;
  }
}

/** A partial fill loses a step now and then. */
class LosesAStep extends OrderBook {
  override setOpen(id: number, quantity: number): void {
    super.setOpen(id, quantity % 10 === 7 ? quantity - 1 : quantity);
  }
}

/** Cancelling says that it worked, and leaves the order where it is. */
class KeepsCancelled extends OrderBook {
  override remove(id: number): boolean {
    return id % 50 === 0 ? this.open(id) !== undefined : super.remove(id);
  }
}

test.each([
  ['time priority is broken', LastComeFirstServed],
  ['a partial fill loses a step', LosesAStep],
  ['a cancelled order stays', KeepsCancelled],
] as const)('found: %s', (_name, Mutated) => {
  expect(runBook({ seed: 1, operations: 20_000, mutant: () => new Mutated() }).finding).toBeDefined();
});
