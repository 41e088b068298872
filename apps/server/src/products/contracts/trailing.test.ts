/** Trailing stops of positions: at a price of 20,000, bid and ask a cent beside it. */
import { code } from '@glasshouse/api/codes';
import { afterEach, describe, expect, test } from 'vitest';
import { RECORD_EVERY_MS } from '../../trading/record-trails.ts';
import type { BuyBody } from './buy.ts';
import type { ContractOrder } from './rows.ts';
import { ContractsFixture, TEST_CONTRACT, USER } from './testing/fixture.ts';
import type { TrailText } from './trail.ts';
import { historyFaults } from './verify-history.ts';

const OFFER = { ...TEST_CONTRACT, slippageRate: '0.01', feeRate: '0.0005', nearRate: '0.01', personMax: '1000000' };

let fixture: ContractsFixture;
const open = async (order: Partial<BuyBody> = {}): Promise<number> => {
  fixture = await ContractsFixture.start({ offer: OFFER });
  const { id } = await fixture.bought({ leverage: 10, ...order });
  await fixture.price(20_000);
  return id;
};
const end = (id: number) => {
  const { state, closedBy, trailing } = fixture.latest(id);
  return [state, closedBy, trailing?.peak?.price ?? null];
};

const stored = (id: number) => fixture.rows<ContractOrder>('contract_orders').find((order) => order.id === id);

afterEach(() => {
  expect(fixture.faults()).toEqual([]);
  for (const { order, steps, terms } of fixture.histories()) {
    expect(historyFaults(order, steps, terms), `history of order ${order.id}`).toEqual([]);
  }
});

const refusals: readonly [string, TrailText, string][] = [
  ['without a distance', {}, 'trailing'],
  ['with two distances', { distance: '100', rate: '0.01' }, 'trailing'],
  ['of no share', { rate: '0' }, 'trailing'],
  ['of more than half of the price', { rate: '0.51' }, 'trailing'],
  ['closer than the terms allow', { distance: '0.99' }, 'trailing'],
  ['off the grid', { distance: '100.001' }, 'trailing'],
  ['that follows from a price that is reached already', { distance: '100', activation: '19999.99' }, 'activation'],
  ['that follows from no price', { distance: '100', activation: 'x' }, 'activation'],
];

test.each(refusals)('a trailing stop %s is refused', async (_name, trailing, field) => {
  const id = await open();
  const answer = await fixture.stops(id, { trailing });
  expect(answer).toMatchObject({ code: code.stopLossUnreasonable });
  expect(Object.keys(answer.fields ?? {})).toEqual([field]);
  expect(fixture.latest(id).trailing).toBeUndefined();
  expect((await fixture.buy({ trailing })).code).toBe(code.stopLossUnreasonable);
});

describe('a trailing stop', () => {
  test.each([
    ['buy', { distance: '100' }, [20_050, 20_200, 20_150, 20_100.01], 20_100, '20200.00'],
    ['sell', { distance: '100' }, [19_950, 19_800, 19_850, 19_899.99], 19_900, '19800.00'],
    ['buy', { rate: '0.01' }, [20_200, 19_999], 19_997.98, '20200.00'],
  ] as const)(
    'of a %ser, %o, closes by the first tick that falls back so far',
    async (side, trailing, path, at, peak) => {
      const id = await open({ side });
      await fixture.stops(id, { trailing });
      for (const price of path) {
        await fixture.price(price);
        expect(fixture.latest(id).state, `at ${price}`).toBe('open');
      }
      await fixture.price(at);
      expect(end(id)).toEqual(['closed', 'trailingStop', peak]);
    },
  );

  test('closes before a target that the same tick has reached', async () => {
    fixture = await ContractsFixture.start({ offer: OFFER });
    const { id } = await fixture.bought({ leverage: 10, takeProfit: '20050', trailing: { distance: '100' } });
    // It opens beyond its target, and nothing closes at the tick that opened it.
    await fixture.price(20_180);
    await fixture.price(20_075);
    expect(end(id)).toEqual(['closed', 'trailingStop', '20180.00']);
  });

  test('that is agreed with the order follows from the tick that opens it', async () => {
    const id = await open({ type: 'limit', price: '19900', trailing: { distance: '100' } });
    await fixture.price(20_500);
    expect(fixture.latest(id).trailing).toMatchObject({ from: null });
    await fixture.price(19_899);
    await fixture.price(19_800);
    expect(fixture.latest(id).state).toBe('open');
    await fixture.price(19_799);
    expect(end(id)).toEqual(['closed', 'trailingStop', '19899.00']);
  });

  test('with an activation follows from there on', async () => {
    const id = await open({ trailing: { distance: '100', activation: '20300' } });
    for (const price of [20_250, 20_100, 19_900]) await fixture.price(price);
    expect(fixture.latest(id).state).toBe('open');
    await fixture.price(20_301);
    await fixture.price(20_202);
    expect(fixture.latest(id).state).toBe('open');
    await fixture.price(20_201);
    expect(end(id)).toEqual(['closed', 'trailingStop', '20301.00']);
  });

  test('that is set anew forgets what was best before', async () => {
    const id = await open({ trailing: { distance: '100' } });
    await fixture.price(20_300);
    await fixture.price(20_250);
    await fixture.stops(id, { trailing: { distance: '200' } });
    await fixture.price(20_190);
    await fixture.price(20_051);
    expect(fixture.latest(id).state).toBe('open');
    await fixture.price(20_050);
    expect(end(id)).toEqual(['closed', 'trailingStop', '20250.00']);
  });

  test('stays when other stops change, and goes when it is taken away', async () => {
    const id = await open({ trailing: { distance: '100' } });
    await fixture.price(20_300);
    await fixture.stops(id, { stopLoss: '19500' });
    expect(fixture.latest(id).trailing).toMatchObject({ distance: '100.00' });
    await fixture.stops(id, { trailing: null });
    await fixture.price(20_000);
    expect(fixture.latest(id)).toMatchObject({ state: 'open' });
    expect(fixture.latest(id).trailing).toBeUndefined();
  });

  test('gives way to a stop that the same tick reaches', async () => {
    const id = await open({ trailing: { distance: '100' }, stopLoss: '19950' });
    await fixture.price(19_800);
    expect(fixture.latest(id)).toMatchObject({ state: 'closed', closedBy: 'stopLoss' });
  });

  test('writes nothing while it follows, and where it is every quarter of an hour', async () => {
    const id = await open({ trailing: { distance: '100' } });
    const entries = fixture.store.entries.length;
    for (const price of [20_100, 20_200, 20_150]) await fixture.price(price);
    expect(fixture.store.entries.length).toBe(entries);
    await fixture.harness.wait(RECORD_EVERY_MS);
    expect(stored(id)?.peak?.mid).toBe(2_020_000);
  });

  test.each([0, RECORD_EVERY_MS])('is found again after a restart, %i ms later', async (wait) => {
    const id = await open({ trailing: { distance: '100' } });
    const later = await fixture.bought({ leverage: 10, trailing: { rate: '0.01', activation: '20400' } });
    // Keeps its owner's accounts in memory to the end.
    await fixture.bought({ leverage: 10, lots: '0.01' });
    await fixture.price(20_000);
    await fixture.price(20_300);
    await fixture.harness.wait(wait);
    await fixture.price(20_250);
    await fixture.restart();
    await fixture.price(20_201);
    expect(stored(id)?.state).toBe('open');
    await fixture.restart();
    await fixture.price(20_200);
    expect(end(id)).toEqual(['closed', 'trailingStop', '20300.00']);
    await fixture.price(20_401);
    await fixture.restart();
    await fixture.price(20_190);
    expect(end(later.id)).toEqual(['closed', 'trailingStop', '20401.00']);
  });

  test('of another one is not touched', async () => {
    const id = await open();
    const answer = await fixture.harness.submit(USER + 1, 'contracts.stops', { id, trailing: { distance: '100' } });
    expect(answer.code).toBe(code.orderNotFound);
  });
});
