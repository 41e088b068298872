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
    const results = runs.map((run) => run(operations));
    const [mine, reference] = (round % 2 === 0 ? results : results.toReversed()) as [RunResult, RunResult];
    if (JSON.stringify([mine.bids, mine.asks]) !== JSON.stringify([reference.bids, reference.asks])) {
      throw new Error(`the two books differ after round ${round + 1}`);
    }
    ours.push(count / mine.milliseconds / 1_000);
    theirs.push(count / reference.milliseconds / 1_000);
    floor.push(count / onMap(operations) / 1_000);
    print(`round ${round + 1}: ${readable(ours.at(-1) ?? 0)} and ${readable(theirs.at(-1) ?? 0)} million operations/s`);
  }
  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: '10⁶ operations/s', values });
  const mine = figure('Glasshouse: order book', ours);
  const peerFigure = figure('nodejs-order-book', theirs);
  return {
    title: 'Spot order book alone',
    setting: `${count.toLocaleString('en-US')} operations in one process and thread: 60 % limit orders around the middle, 30 % cancels by id, 10 % market orders; the same for both books, which must end with the same depth. Prices and quantities are integers. The limit is one map operation each. ${rounds} rounds.`,
    figures: [mine, peerFigure, figure('limit: one set or delete on a map per operation', floor)],
    targets: [targetAtLeast('operations compared with nodejs-order-book', ratio(mine, peerFigure), 3, ' ×')],
  };
}

function onOurs(operations: readonly Operation[]): RunResult {
  const book = new OrderBook();
  const startedAt = performance.now();
  for (const operation of operations) {
    if (operation.kind === 'add') applyOrder(book, operation);
    else if (operation.kind === 'cancel') book.remove(operation.id);
    else applyOrder(book, { id: 0, side: operation.side, quantity: operation.quantity, price: undefined });
  }
  const milliseconds = performance.now() - startedAt;
  const depth = (side: 'buy' | 'sell') =>
    book.depth(side, Number.POSITIVE_INFINITY).map(({ price, quantity }) => [price, quantity] as const);
  return { milliseconds, bids: depth('buy'), asks: depth('sell') };
}

function onTheirs(operations: readonly Operation[]): RunResult {
  const book = new PackageBook();
  const startedAt = performance.now();
  for (const operation of operations) {
    if (operation.kind === 'add') {
      book.limit({
        id: String(operation.id),
        side: operation.side as never,
        size: operation.quantity,
        price: operation.price,
      });
    } else if (operation.kind === 'cancel') book.cancel(String(operation.id));
    else book.market({ side: operation.side as never, size: operation.quantity });
  }
  const milliseconds = performance.now() - startedAt;
  const [asks, bids] = book.depth();
  return {
    milliseconds,
    bids: bids.toSorted(([left], [right]) => right - left),
    asks: asks.toSorted(([left], [right]) => left - right),
  };
}

/** Finding an order by id is the least any book does. */
function onMap(operations: readonly Operation[]): number {
  const map = new Map<number, Operation>();
  const startedAt = performance.now();
  for (const operation of operations) {
    if (operation.kind === 'add') map.set(operation.id, operation);
    else if (operation.kind === 'cancel') map.delete(operation.id);
    else map.get(operation.quantity);
  }
  return performance.now() - startedAt;
}
