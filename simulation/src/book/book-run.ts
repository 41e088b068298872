import type { TimeInForce } from '@glasshouse/rules/time-in-force';
import { match } from '@glasshouse/server/products/spot/match';
import { OrderBook } from '@glasshouse/server/products/spot/order-book';
import { Random } from '../random.ts';
import { canonical } from '../reference/findings.ts';
import { type Fill, type HouseQuote, ReferenceBook, type Side } from './reference-book.ts';

export interface BookRunReport {
  readonly seed: number;
  readonly operations: number;
  readonly fills: number;
  readonly resting: number;
  readonly seconds: number;
  readonly finding: string | undefined;
}

export interface BookRunOptions {
  readonly seed: number;
  readonly operations: number;
  /** Replaces the book by one with a bug that must be found. */
  readonly mutant?: (book: OrderBook) => OrderBook;
}

const USERS = 40;
/** About the depth of a busy pair. */
const RESTING_MAX = 2_000;
const DEPTH = 25;
const COMPARE_EVERY = 500;
const FILLS_MAX = 1_000_000;

/**
 * Random operations on the spot book and the reference book; each must produce the same fills on
 * both.
 */
export function runBook({ seed, operations, mutant }: BookRunOptions): BookRunReport {
  const random = new Random(seed);
  const book = mutant?.(new OrderBook()) ?? new OrderBook();
  const reference = new ReferenceBook();
  const resting: number[] = [];
  const started = performance.now();
  let [middle, fills, finding] = [10_000, 0, undefined as string | undefined];
  const report = (done: number): BookRunReport => ({
    seed,
    operations: done,
    fills,
    resting: reference.size,
    seconds: (performance.now() - started) / 1_000,
    finding,
  });

  for (let id = 1; id <= operations; id += 1) {
    if (random.chance(0.01)) middle = Math.max(500, middle + random.int(-20, 20));
    const cancels = random.chance(0.3) || RESTING_MAX < reference.size;
    if (cancels && 0 < resting.length) {
      const place = random.int(0, resting.length - 1);
      const chosen = resting[place] as number;
      resting[place] = resting.at(-1) as number;
      resting.pop();
      // Many were filled long ago; cancelling those must change nothing.
      const removed = book.remove(chosen);
      const expected = reference.remove(chosen);
      if (removed !== expected) finding = `operation ${id}: cancel of ${chosen} gave ${removed}, expected ${expected}`;
    } else {
      const order = orderOf(random, id, middle);
      const house = random.chance(0.3) ? quotesOf(random, order.side, middle) : [];
      const found = match({ ...order, fillsMax: FILLS_MAX }, book, house);
      const expected = reference.fills({ ...order, house });
      const traded: Fill[] = found.fills.map(({ price, steps, maker }) => ({ maker: maker?.id, price, steps }));
      finding ??= difference(`fills of operation ${id}`, traded, expected);
      const left = order.steps - expected.reduce((sum, { steps }) => sum + steps, 0);
      finding ??= difference(`rest of operation ${id}`, found.left, left);
      const isRefused = order.kind === 'FOK' ? 0 < left : order.kind === 'postOnly' && 0 < expected.length;
      if (!isRefused) {
        fills += expected.length;
        for (const { maker, steps } of expected) {
          if (maker === undefined) continue;
          const open = (book.open(maker) ?? 0) - steps;
          if (open === 0) book.remove(maker);
          else if (0 < open) book.setOpen(maker, open);
        }
        reference.take(expected);
        if (0 < left && (order.kind === 'GTC' || order.kind === 'postOnly')) {
          const { userId, side, limit: price } = order;
          book.put({ id, userId, side, price, quantity: left });
          reference.rest({ id, userId, side, price, steps: left });
          resting.push(id);
        }
      }
    }
    if (id % COMPARE_EVERY === 0) finding ??= compareBooks(book, reference, id);
    if (finding !== undefined) return report(id);
  }
  finding = compareBooks(book, reference, operations);
  return report(operations);
}

interface NewOrder {
  readonly kind: TimeInForce | 'market';
  readonly side: Side;
  readonly userId: number;
  readonly limit: number;
  readonly steps: number;
}

function orderOf(random: Random, id: number, middle: number): NewOrder {
  const side: Side = random.chance(0.5) ? 'buy' : 'sell';
  const kind = random.weightedKey<NewOrder['kind']>({ GTC: 60, market: 14, postOnly: 10, IOC: 8, FOK: 8 });
  // Few prices around the middle, for long queues and exact matches; occasionally one far away.
  const away = random.chance(0.02) ? random.int(100, 400) : random.int(-4, 30);
  const worst = side === 'buy' ? Number.MAX_SAFE_INTEGER : 1;
  const limit = kind === 'market' ? worst : side === 'buy' ? middle - away : middle + away;
  const steps = random.chance(0.02) ? random.int(1_000, 1_000_000) : random.int(1, 50);
  return { kind, side, userId: 1 + ((id * 7) % USERS), limit: Math.max(1, limit), steps };
}

/** House quotes for a taker of this side, best first. */
function quotesOf(random: Random, taker: Side, middle: number): HouseQuote[] {
  const spacing = random.int(1, 3);
  const away = taker === 'buy' ? spacing : -spacing;
  return Array.from({ length: random.int(1, 8) }, (_, index) => ({
    price: middle + (index + 1) * away,
    steps: random.int(1, 60),
  }));
}

function compareBooks(book: OrderBook, reference: ReferenceBook, id: number): string | undefined {
  for (const side of ['buy', 'sell'] as const) {
    const differs = difference(`depth of ${side} after ${id}`, book.depth(side, DEPTH), reference.depth(side, DEPTH));
    if (differs !== undefined) return differs;
  }
  return difference(`resting orders after ${id}`, book.size, reference.size);
}

function difference(what: string, found: unknown, expected: unknown): string | undefined {
  const left = canonical(found);
  const right = canonical(expected);
  return left === right ? undefined : `${what}: found ${left}, expected ${right}`;
}
