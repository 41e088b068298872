import { OrderBook } from '@glasshouse/server/products/spot/order-book';
import { applyOrder } from '@glasshouse/server/products/spot/testing/apply-order';
import { OrderBook as PackageBook } from 'nodejs-order-book';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Figure, type Report, ratio, readable, targetAtLeast } from '../harness/report.ts';
import { type Operation, operationsOf } from './operations.ts';

const OPERATIONS = 1_000_000;
const SMOKE_OPERATIONS = 50_000;

/** Time and final depth of a run; the depth must be equal on both books. */
interface RunResult {
  readonly milliseconds: number;
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
}

export const spotBook: Bench = {
  name: 'spot-book',
  about: 'the spot book alone, 10⁶ operations (60 % add, 30 % cancel, 10 % market), compared with nodejs-order-book',
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const count = isSmoke ? SMOKE_OPERATIONS : OPERATIONS;
  const ours: number[] = [];
  const theirs: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const operations = operationsOf(count, 1 + round);
    // The first run meets a colder CPU, so they alternate.
    const runs = round % 2 === 0 ? [onOurs, onTheirs] : [onTheirs, onOurs];
    const results = runs.map((one) => one(operations));
    const [mine, other] = (round % 2 === 0 ? results : results.toReversed()) as [RunResult, RunResult];
    if (JSON.stringify([mine.bids, mine.asks]) !== JSON.stringify([other.bids, other.asks])) {
      throw new Error(`the two books differ after round ${round + 1}`);
    }
    ours.push(count / mine.milliseconds / 1_000);
    theirs.push(count / other.milliseconds / 1_000);
    floor.push(count / onMap(operations) / 1_000);
    print(`round ${round + 1}: ${readable(ours.at(-1) ?? 0)} and ${readable(theirs.at(-1) ?? 0)} million operations/s`);
  }
  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: '10⁶ operations/s', values });
  const mine = figure('Glasshouse: order book', ours);
  const other = figure('nodejs-order-book', theirs);
  return {
    title: 'Spot order book alone',
    setting: `${count.toLocaleString('en-US')} operations in one process and thread: 60 % limit orders around the middle, 30 % cancels by id, 10 % market orders; the same for both books, which must end with the same depth. Prices and quantities are integers. The limit is one map operation each. ${rounds} rounds.`,
    figures: [mine, other, figure('limit: one set or delete on a map per operation', floor)],
    targets: [targetAtLeast('operations compared with nodejs-order-book', ratio(mine, other), 3, ' ×')],
  };
}

function onOurs(operations: readonly Operation[]): RunResult {
  const book = new OrderBook();
  const startedAt = performance.now();
  for (const one of operations) {
    if (one.kind === 'add') applyOrder(book, one);
    else if (one.kind === 'cancel') book.remove(one.id);
    else applyOrder(book, { id: 0, side: one.side, quantity: one.quantity, price: undefined });
  }
  const milliseconds = performance.now() - startedAt;
  const depth = (side: 'buy' | 'sell') =>
    book.depth(side, Number.POSITIVE_INFINITY).map(({ price, quantity }) => [price, quantity] as const);
  return { milliseconds, bids: depth('buy'), asks: depth('sell') };
}

function onTheirs(operations: readonly Operation[]): RunResult {
  const book = new PackageBook();
  const startedAt = performance.now();
  for (const one of operations) {
    if (one.kind === 'add') {
      book.limit({ id: String(one.id), side: one.side as never, size: one.quantity, price: one.price });
    } else if (one.kind === 'cancel') book.cancel(String(one.id));
    else book.market({ side: one.side as never, size: one.quantity });
  }
  const milliseconds = performance.now() - startedAt;
  const [asks, bids] = book.depth();
  return {
    milliseconds,
    bids: bids.toSorted(([one], [right]) => right - one),
    asks: asks.toSorted(([one], [right]) => one - right),
  };
}

/** Finding an order by id is the least any book does. */
function onMap(operations: readonly Operation[]): number {
  const map = new Map<number, Operation>();
  const startedAt = performance.now();
  for (const one of operations) {
    if (one.kind === 'add') map.set(one.id, one);
    else if (one.kind === 'cancel') map.delete(one.id);
    else map.get(one.quantity);
  }
  return performance.now() - startedAt;
}
