/**
 * What contracts may gain never exceeds what the pool and the house's capital hold: winners are
 * paid in full, capital never falls below zero, and no payout is made from nothing.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeCapital } from '../../authority/money.ts';
import type { Json } from '../../kernel/core/types.ts';
import { contractsOf, promisedOf } from './slice.ts';
import { ContractsFixture, USER } from './testing/fixture.ts';

const HALF = { profitMaxRate: '0.5' };

async function begin(options: Parameters<typeof ContractsFixture.start>[0] & { capital?: string } = {}) {
  const fixture = await ContractsFixture.start({ insurance: '0', ...options, offer: { ...HALF, ...options.offer } });
  const { capital = '0' } = options;
  if (capital !== '0') {
    const body: Json = { asset: 'USDT', amount: capital, into: 'capital', rules: 2 };
    await fixture.harness.internal('house.fund', body, 'capital');
  }
  return fixture;
}

const promised = (fixture: ContractsFixture): bigint =>
  promisedOf(contractsOf(fixture.harness.sequencer.state), 'demo');
const free = (fixture: ContractsFixture): bigint =>
  freeCapital(fixture.harness.sequencer.state, { book: 'demo', asset: 'USDT' });

describe('a position', () => {
  test('names the most that it may gain, and closes itself there', async () => {
    const fixture = await begin();
    const order = await fixture.bought();
    expect(order).toMatchObject({ profitMax: '10000.005', profitLimit: '30000.02' });
    await fixture.price(30_000.02);
    expect(fixture.latest(order.id).state).toBe('open');
    await fixture.price(30_000.03);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'closed', closedBy: 'profitLimit', realised: '10000.005' });
    expect(fixture.faults()).toEqual([]);
  });

  test('is paid no more after a gap', async () => {
    const fixture = await begin({ pool: '10000.005' });
    const order = await fixture.bought();
    await fixture.price(90_000);
    expect(fixture.latest(order.id)).toMatchObject({ closedBy: 'profitLimit', realised: '10000.005' });
    expect(fixture.house('pool.contracts')).toBe(0n);
  });

  test('of a seller gains at most the notional, and has no such price at that', async () => {
    const fixture = await begin({ offer: { profitMaxRate: '1' } });
    expect(await fixture.bought({ side: 'sell' })).toMatchObject({ profitMax: '19999.99', profitLimit: null });
  });

  test('closes at its target where that comes first', async () => {
    const fixture = await begin();
    const { id } = await fixture.bought({ takeProfit: '25000' });
    await fixture.price(26_000);
    expect(fixture.latest(id).closedBy).toBe('takeProfit');
  });

  test('shares it out over partial closes', async () => {
    const fixture = await begin();
    const { id } = await fixture.bought();
    await fixture.close(id, '0.25');
    expect(fixture.latest(id).profitMax).toBe('7500.00375');
    expect(promised(fixture)).toBe(amountOf('7500.00375'));
    await fixture.price(200_000);
    expect(fixture.latest(id)).toMatchObject({ closedBy: 'profitLimit', profitMax: '0' });
    expect(promised(fixture)).toBe(0n);
  });
});

describe('what the house can pay', () => {
  test('decides whether it takes another order, waiting ones included', async () => {
    const fixture = await begin({ pool: '5000', capital: '15000.005' });
    await fixture.bought({ type: 'limit', price: '19000' });
    await fixture.bought();
    expect(promised(fixture)).toBe(amountOf('19500.005'));
    expect((await fixture.buy({ lots: '0.1' })).code).toBe(code.exposureLimit);
    await fixture.bought({ lots: '0.04' });
  });

  test('is not taken away while it is promised', async () => {
    const fixture = await begin({ pool: '4000', capital: '9000' });
    expect(free(fixture)).toBe(amountOf('9000'));
    const { id } = await fixture.bought();
    expect(free(fixture)).toBe(amountOf('2999.995'));
    await fixture.close(id);
    // The spread went to the pool.
    expect(free(fixture)).toBe(amountOf('9000'));
  });

  test('comes from the capital where the pool is too small', async () => {
    const fixture = await begin({ pool: '1000', capital: '15000' });
    const { id } = await fixture.bought();
    await fixture.price(25_000);
    await fixture.close(id);
    expect(fixture.house('pool.contracts')).toBe(0n);
    expect(fixture.house('capital')).toBe(amountOf('11000.02'));
  });
});

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('price' as const), to: fc.integer({ min: 5_000, max: 90_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      limit: fc.option(fc.integer({ min: 10_000, max: 40_000 })),
      lots: fc.constantFrom('0.01', '0.37', '1', '2.5'),
      leverage: fc.constantFrom(1, 5, 50),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      nth: fc.nat(20),
      lots: fc.constantFrom('0.01', undefined),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const) }) },
);

test('whatever is ordered, and however far the price jumps, a poor house can pay', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.constantFrom('0.1', '0.5', '1', '3'),
      async (steps, rate) => {
        const fixture = await begin({ pool: '3000', capital: '12000', offer: { profitMaxRate: rate } });
        const ids: number[] = [];
        for (const step of steps) {
          if (step.kind === 'price') await fixture.price(step.to);
          else if (step.kind === 'reset') await fixture.harness.submit(USER, 'books.reset', { rules: 2 });
          else if (step.kind === 'close') await fixture.close(ids[step.nth] ?? 0, step.lots);
          else {
            const { side, lots, leverage, limit } = step;
            const price =
              limit === null ? { type: 'market' as const } : { type: 'limit' as const, price: String(limit) };
            const answer = await fixture.buy({ side, lots, leverage, ...price });
            if (answer.code === 200) ids.push(answer.seq);
          }
          const pool = fixture.house('pool.contracts');
          const capital = fixture.house('capital');
          expect(0n <= capital && 0n <= pool).toBe(true);
          expect(promised(fixture) <= pool + capital).toBe(true);
        }
        expect(fixture.faults()).toEqual([]);
        expect(fixture.store.lines.some(({ reason }) => reason === 'contracts.capitalCall')).toBe(false);
      },
    ),
    { numRuns: 60 },
  );
});
