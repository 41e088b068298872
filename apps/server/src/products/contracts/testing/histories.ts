import { FEE_TIER_MAX } from '@glasshouse/rules/fee-tiers';
import fc from 'fast-check';
import { ContractsFixture, USER } from './fixture.ts';

const OTHER = 8;
const HOURS = 3_600_000;

const prices = fc.integer({ min: 19_000, max: 21_000 });
const optionalPrice = fc.option(prices.map(String), { nil: undefined });
const moment = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('tick' as const), mid: prices, afterMs: fc.nat({ max: 2_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      user: fc.constantFrom(USER, OTHER),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      type: fc.constantFrom('market' as const, 'limit' as const),
      price: prices.map(String),
      lots: fc.constantFrom('0.01', '0.37', '1', '3', '7.77'),
      leverage: fc.constantFrom(1, 10, 50, 100),
      stopLoss: optionalPrice,
      takeProfit: optionalPrice,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      nth: fc.nat(20),
      lots: fc.constantFrom(undefined, '0.01', '0.3', '1'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('stops' as const),
      nth: fc.nat(20),
      stopLoss: fc.option(prices.map(String)),
      takeProfit: optionalPrice,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 50 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('level' as const),
      user: fc.constantFrom(USER, OTHER),
      level: fc.integer({ min: 0, max: FEE_TIER_MAX }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const), user: fc.constantFrom(USER, OTHER) }) },
);
export type Moment = typeof moment extends fc.Arbitrary<infer Value> ? Value : never;

/** `placed` lists every accepted order, with its owner. */
async function live(fixture: ContractsFixture, moment: Moment, placed: { id: number; user: number }[]): Promise<void> {
  const { harness } = fixture;
  const order = 'nth' in moment ? placed[moment.nth % Math.max(1, placed.length)] : undefined;
  switch (moment.kind) {
    case 'tick':
      await fixture.price(moment.mid, moment.afterMs);
      return;
    case 'wait':
      await harness.wait(moment.hours * HOURS);
      return;
    case 'level':
      await fixture.assignFeeTier(moment.level, moment.user);
      return;
    case 'reset':
      await harness.submit(moment.user, 'books.reset', {});
      return;
    case 'buy': {
      const { kind, user, price, stopLoss, takeProfit, ...rest } = moment;
      const answer = await fixture.buy(
        {
          ...rest,
          ...(rest.type === 'limit' ? { price } : {}),
          ...(stopLoss === undefined ? {} : { stopLoss }),
          ...(takeProfit === undefined ? {} : { takeProfit }),
        },
        user,
      );
      if (answer.code === 200) placed.push({ id: (answer.result as { id: number }).id, user });
      return;
    }
    case 'close':
      if (order !== undefined) await fixture.close(order.id, moment.lots, order.user);
      return;
    case 'stops':
      if (order !== undefined) {
        const { stopLoss, takeProfit } = moment;
        await fixture.stops(order.id, { stopLoss, ...(takeProfit === undefined ? {} : { takeProfit }) });
      }
      return;
    case 'cancel':
      if (order !== undefined) await fixture.cancel(order.id, order.user);
  }
}

/** A fixture after these moments; the money added up after each. */
export async function lived(
  moments: readonly Moment[],
  options: { firedMax?: number } = {},
): Promise<ContractsFixture> {
  const fixture = await ContractsFixture.start({
    offer: { feeRate: '0.0005', financingRate: '0.0007', lotSize: '0.333', stalenessMs: 3_600_000 },
    insurance: '500',
    ...options,
  });
  await fixture.harness.open(OTHER);
  const placed: { id: number; user: number }[] = [];
  for (const moment of moments) {
    await live(fixture, moment, placed);
    await fixture.settled();
    const [fault] = fixture.faults();
    if (fault !== undefined) throw new Error(fault);
  }
  return fixture;
}

/** What two people may do, and what prices and time do to them. */
export const histories = fc.array(moment, { minLength: 5, maxLength: 60 });
