/**
 * The spot book and the reference book produce the same fills; a book that loses time priority or
 * part of an order is found. Longer runs: `npm run simulate -- --book 1000000`.
 */
import { OrderBook } from '@glasshouse/server/products/spot/order-book';
import { expect, test } from 'vitest';
import { runBook } from './book-run.ts';

test.each([1, 2, 3])('20,000 operations from seed %i give identical fills', (seed) => {
  const report = runBook({ seed, operations: 20_000 });
  expect(report.finding).toBeUndefined();
  expect(report.fills).toBeGreaterThan(5_000);
});

/** New orders jump to the front of their queue. */
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

/** A partial fill occasionally loses a step. */
class LosesAStep extends OrderBook {
  override setOpen(id: number, quantity: number): void {
    super.setOpen(id, quantity % 10 === 7 ? quantity - 1 : quantity);
  }
}

/** Cancelling reports success but leaves the order in place. */
class KeepsCancelled extends OrderBook {
  override remove(id: number): boolean {
    return id % 50 === 0 ? this.open(id) !== undefined : super.remove(id);
  }
}

test.each([
  ['time priority is broken', LastComeFirstServed],
  ['a partial fill loses a step', LosesAStep],
  ['a cancelled order stays', KeepsCancelled],
] as const)('found: %s', (_name, Mutant) => {
  expect(runBook({ seed: 1, operations: 20_000, mutant: () => new Mutant() }).finding).toBeDefined();
});
