/** A tick fires what a scan of all orders would find, and stale entries do not pile up. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContractOrder } from './rows.ts';
import { TriggerIndex } from './trigger-index.ts';

const order = (id: number, fields: Partial<ContractOrder>): ContractOrder =>
  ({
    id,
    side: 'buy',
    state: 'open',
    type: 'limit',
    limit_points: null,
    entry_points: null,
    triggered_by: null,
    targets: null,
    stop_points: null,
    target_points: null,
    profit_points: null,
    liquidation_points: null,
    raised_points: null,
    converts_by: null,
    before_close: { minutes: 30, rate: '0.1' },
    stops_from: null,
    stops_before: null,
    ...fields,
  }) as ContractOrder;

const book = () => {
  const orders = new Map<number, ContractOrder>();
  const levels = new TriggerIndex(orders);
  const set = (next: ContractOrder): void => {
    const before = orders.get(next.id);
    orders.set(next.id, next);
    levels.change(before, next);
  };
  const drop = (id: number): void => {
    const before = orders.get(id);
    orders.delete(id);
    levels.change(before, undefined);
  };
  return { orders, levels, set, drop };
};

const tickAt = (mid: number) => ({ bid: mid - 2, ask: mid + 2, mid, at: 0 });

/**
 * The documented order: liquidation, stop, target, stop order, limit order; buyers first, furthest
 * passed first, then by id.
 */
function scan(
  orders: ReadonlyMap<number, ContractOrder>,
  { bid, ask, mid }: ReturnType<typeof tickAt>,
  isClosing: boolean,
) {
  const found: { kind: string; id: number }[] = [];
  const rules = [
    ['liquidation', 'buy', 'liquidation_points', (level: number) => mid <= level, -1],
    ['liquidation', 'sell', 'liquidation_points', (level: number) => level <= mid, 1],
    ['raised', 'buy', 'raised_points', (level: number) => mid <= level, -1],
    ['raised', 'sell', 'raised_points', (level: number) => level <= mid, 1],
    ['stopLoss', 'buy', 'stop_points', (level: number) => bid <= level, -1],
    ['stopLoss', 'sell', 'stop_points', (level: number) => level <= ask, 1],
    ['takeProfit', 'buy', 'target_points', (level: number) => level <= bid, 1],
    ['takeProfit', 'sell', 'target_points', (level: number) => ask <= level, -1],
    ['stop', 'buy', 'entry_points', (level: number) => level <= ask, 1],
    ['stop', 'sell', 'entry_points', (level: number) => bid <= level, -1],
    ['limit', 'buy', 'limit_points', (level: number) => ask <= level, -1],
    ['limit', 'sell', 'limit_points', (level: number) => level <= bid, 1],
  ] as const;
  for (const [kind, side, column, reached, sign] of rules) {
    if (kind === 'raised' && !isClosing) continue;
    const state = kind === 'limit' || kind === 'stop' ? 'waiting' : 'open';
    const type = { stop: 'stop', limit: 'limit' }[kind as string];
    const hits = [...orders.values()]
      .filter(
        (order) => order.side === side && order.state === state && order[column] !== null && reached(order[column]),
      )
      .filter((order) => type === undefined || order.type === type)
      .filter((order) => !found.some(({ id }) => id === order.id))
      .sort((a, b) => sign * ((a[column] as number) - (b[column] as number)) || a.id - b.id);
    found.push(...hits.map(({ id }) => ({ kind, id })));
  }
  return found;
}

const level = fc.option(fc.integer({ min: 1, max: 60 }));
const change = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  drop: fc.boolean(),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  state: fc.constantFrom('open' as const, 'waiting' as const),
  type: fc.constantFrom('limit' as const, 'stop' as const),
  levels: fc.tuple(level, level, level, level, level),
});

test('a tick fires what a scan of all orders finds, in the documented order', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 60 }),
      fc.integer({ min: 3, max: 57 }),
      fc.boolean(),
      (changes, mid, isClosing) => {
        const { orders, levels, set, drop } = book();
        const sides = new Map<number, 'buy' | 'sell'>();
        for (const change of changes) {
          if (change.drop) {
            if (orders.has(change.id)) drop(change.id);
            continue;
          }
          // An order never changes sides.
          const side = sides.get(change.id) ?? change.side;
          sides.set(change.id, side);
          const [limit_points, stop_points, target_points, liquidation_points, raised_points] = change.levels;
          const prices = { limit_points, entry_points: change.type === 'stop' ? limit_points : null };
          const { state, type } = change;
          const levelsOf = { stop_points, target_points, liquidation_points, raised_points };
          set(order(change.id, { side, state, type, ...prices, ...levelsOf }));
        }
        const expected = scan(orders, tickAt(mid), isClosing);
        // Half an hour before the close, and a moment earlier.
        expect(levels.take(tickAt(mid), 1_800_000 + (isClosing ? 0 : 1))).toEqual(expected);
      },
    ),
  );
});

test('a stop moved all day does not pile up stale entries', () => {
  const { levels, set } = book();
  for (let id = 1; id <= 10; id += 1) set(order(id, { stop_points: 100 }));
  for (let round = 0; round < 10_000; round += 1) set(order(1 + (round % 10), { stop_points: 100 + (round % 50) }));
  expect(levels.entries).toBeLessThanOrEqual(2 * 10 + 64 + 1);
  expect(levels.take(tickAt(1)).map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('a stop moved back and forth has one entry once stale ones are dropped', () => {
  const { levels, set } = book();
  const left: number[] = [];
  for (let round = 0; round < 1_000; round += 1) {
    const before = levels.entries;
    set(order(1, { stop_points: 100 + (round % 2) }));
    if (levels.entries < before) left.push(levels.entries);
  }
  expect(left.length).toBeGreaterThan(5);
  expect(left.every((entries) => entries === 1)).toBe(true);
});
