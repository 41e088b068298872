/** A price or a rate fires what a scan of all positions finds, and stale entries do not pile up. */
import { isLiquidated, type Position } from '@glasshouse/rules/contracts-liquidation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tick } from '../../kernel/core/types.ts';
import { positionOf, profitPointsAt, raisedPosition } from './position.ts';
import { RateTriggers } from './rate-triggers.ts';
import { type ContractOrder, priceAt, rateNow } from './rows.ts';

const RATE = 'ETHUSDT';
const tickOf = (code: string, mid: number): Tick => ({ code, seq: 1, bid: mid - 1, ask: mid + 1, mid, at: 0 });

/** 20 lots at 0.2 and 2,500 are 10,000, of which the margin is a share. */
const order = (id: number, fields: Partial<ContractOrder>): ContractOrder =>
  ({
    id,
    code: 'BNBETH',
    side: 'buy',
    state: 'open',
    type: 'market',
    precision: 5,
    open_lots: '20',
    lot_size: '1',
    quote_rate: '2500',
    open_points: 20_000,
    reference_points: null,
    notional: '10000',
    maintenance: '50',
    fee_rate: '0.0005',
    profit_max: '1000',
    converts_by: { code: RATE, precision: 2, inverse: false },
    before_close: { minutes: 30, rate: '0.08' },
    ...fields,
  }) as ContractOrder;

/** The condition of each kind, order by order. */
function scan(orders: ReadonlyMap<number, ContractOrder>, tick: Tick, rate: Tick, isClosing: boolean) {
  const found: string[] = [];
  for (const contract of orders.values()) {
    const now = rateNow(contract, rate);
    const more = raisedPosition(contract, now);
    const isOut = (judged: Position) => isLiquidated(judged, priceAt(contract, tick.mid));
    const most = profitPointsAt(contract, now);
    if (isOut(positionOf(contract, now))) found.push(`liquidation ${contract.id}`);
    else if (isClosing && more !== undefined && isOut(more)) found.push(`raised ${contract.id}`);
    else if (most !== null && (contract.side === 'buy' ? most <= tick.bid : tick.ask <= most))
      found.push(`takeProfit ${contract.id}`);
  }
  return found.sort();
}

const placed = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  margin: fc.integer({ min: 60, max: 5_000 }).map(String),
  open_points: fc.integer({ min: 15_000, max: 25_000 }),
  profit_max: fc.option(fc.integer({ min: 50, max: 5_000 }).map(String)),
  maintenance: fc.constantFrom('50', '1200'),
  before_close: fc.constantFrom(
    { minutes: 30, rate: '0.08' },
    { minutes: 30, rate: '0.08', basis: 'mark' as const },
    { minutes: 30, rate: '0.45', basis: 'mark' as const },
  ),
});
const moment = fc.record({
  mid: fc.integer({ min: 12_000, max: 28_000 }),
  rate: fc.oneof(fc.integer({ min: 100_000, max: 400_000 }), fc.integer({ min: 248_000, max: 252_000 })),
  isClosing: fc.boolean(),
});

test('each market fires what a scan finds, whichever price moved', () => {
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 20 }), fc.array(moment, { maxLength: 20 }), (all, moments) => {
      const orders = new Map(all.map((fields, index) => [index + 1, order(index + 1, fields)]));
      const triggers = new RateTriggers(orders);
      for (const [id, contract] of orders) triggers.change(id, contract);
      for (const { mid, rate, isClosing } of moments) {
        const tick = tickOf('BNBETH', mid);
        const by = tickOf(RATE, rate);
        const expected = scan(orders, tick, by, isClosing);
        const fired = triggers.take({ tick, rate: by, closesInMs: isClosing ? 60_000 : undefined });
        expect(fired.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(expected);
        for (const { id } of fired) {
          orders.delete(id);
          triggers.change(id, undefined);
        }
      }
    }),
  );
});

test('a rate that moves all day does not pile up stale entries', () => {
  const orders = new Map(Array.from({ length: 10 }, (_, id) => [id + 1, order(id + 1, { margin: '5000' })]));
  const triggers = new RateTriggers(orders);
  for (const [id, contract] of orders) triggers.change(id, contract);
  const tick = tickOf('BNBETH', 20_000);
  for (let round = 0; round < 2_000; round += 1) {
    const rate = tickOf(RATE, 250_000 + 20_000 * (round % 2));
    expect(triggers.take({ tick, rate, closesInMs: undefined })).toEqual([]);
  }
  expect(triggers.entries).toBeLessThan(1_000);
});
