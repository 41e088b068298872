/** One command that closes a position and opens the opposite one: both, or nothing. */
import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { afterEach, describe, expect, test } from 'vitest';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import type { ContractOffer } from './terms.ts';
import { ContractsFixture, TEST_CONTRACT, USER } from './testing/fixture.ts';
import { historyFaults } from './verify-history.ts';
import type { ContractOrderWire } from './view.ts';

const OFFER = { ...TEST_CONTRACT, slippageRate: '0.01', feeRate: '0.0005', nearRate: '0.01', personMax: '50000' };

let fixture: ContractsFixture;
const open = async (offer: Partial<ContractOffer> = {}, order: object = {}): Promise<number> => {
  fixture = await ContractsFixture.start({ offer: { ...OFFER, ...offer } });
  const { id } = await fixture.bought({ leverage: 10, ...order });
  await fixture.price(20_000);
  return id;
};
const reverse = (id: number, user = USER) => fixture.harness.submit(user, 'contracts.reverse', { id });
const reversed = async (id: number) => accepted<ContractOrderWire>(await reverse(id));

afterEach(() => {
  expect(fixture.faults()).toEqual([]);
  for (const { order, steps, terms } of fixture.histories()) {
    expect(historyFaults(order, steps, terms), `history of order ${order.id}`).toEqual([]);
  }
});

describe('a reversal', () => {
  test.each([
    ['buy', 'sell', '20099.99', '20099.99'],
    ['sell', 'buy', '20100.01', '20100.01'],
  ] as const)('of a %ser closes and opens at one tick', async (side, opposite, closePrice, openPrice) => {
    const id = await open({}, { side });
    const order = await reversed(id);
    expect(order).toMatchObject({ side: opposite, lots: '1', leverage: 10, reverses: id, state: 'waiting' });
    expect(fixture.latest(id)).toMatchObject({ state: 'open', closingLots: '1', reversedBy: order.id });
    await fixture.price(20_100);
    expect(fixture.latest(id)).toMatchObject({ state: 'closed', closedBy: 'user', closePrice, reversedBy: order.id });
    expect(fixture.latest(order.id)).toMatchObject({ state: 'open', openPrice, reverses: id });
    const [closed, opened] = [id, order.id].map((orderId) => fixture.steps(orderId).at(-1)?.tick_seq);
    expect(closed).toBe(opened);
  });

  test('is as large as what is still open', async () => {
    const id = await open();
    await fixture.close(id, '0.25');
    await fixture.price(20_000);
    expect(await reversed(id)).toMatchObject({ lots: '0.75' });
  });

  test('counts against the limits as if the position were closed already', async () => {
    const id = await open({ personMax: '25000', exposureMax: '25000', exposureTotalMax: '25000' });
    expect((await fixture.buy({ side: 'sell', leverage: 10 })).code).toBe(code.personLimit);
    const order = await reversed(id);
    await fixture.price(20_010);
    expect(fixture.latest(order.id).state).toBe('open');
  });

  test('keeps the leverage that its own size allows', async () => {
    const tiers = [
      { floor: '0', maintenanceRate: '0.005', maxLeverage: 100 },
      { floor: '30000', maintenanceRate: '0.01', maxLeverage: 20 },
    ];
    const id = await open({ tiers }, { leverage: 50 });
    expect((await fixture.buy({ side: 'sell', leverage: 50 })).code).toBe(code.leverageIncorrect);
    expect(await reversed(id)).toMatchObject({ leverage: 50 });
  });

  test('closes the whole of it at that tick, whatever the steps of a ladder say', async () => {
    const id = await open({}, { targets: [{ price: '20050', lots: '0.5' }] });
    const order = await reversed(id);
    await fixture.price(20_100);
    expect(fixture.latest(id)).toMatchObject({ state: 'closed', closedBy: 'user' });
    expect(fixture.latest(order.id).state).toBe('open');
  });

  test('leaves the new position where the old one is liquidated by that tick', async () => {
    const id = await open({}, { leverage: 100 });
    const order = await reversed(id);
    await fixture.price(19_810);
    expect(fixture.latest(id)).toMatchObject({ state: 'liquidated' });
    expect(fixture.latest(order.id)).toMatchObject({ state: 'open' });
  });

  test('closes and opens nothing after a gap that no market order follows', async () => {
    const id = await open();
    const order = await reversed(id);
    await fixture.price(19_700);
    expect(fixture.latest(id)).toMatchObject({ state: 'closed', closedBy: 'user' });
    expect(fixture.latest(order.id)).toMatchObject({ state: 'cancelled', closedBy: 'moved' });
    expect(fixture.user('held')).toBe(0n);
  });

  test('is forgotten as a whole when no price comes', async () => {
    const id = await open();
    const order = await reversed(id);
    await fixture.harness.wait(10_001);
    expect(fixture.latest(id)).toMatchObject({ state: 'open', closingLots: null });
    expect(fixture.latest(id).reversedBy).toBeUndefined();
    expect(fixture.latest(order.id)).toMatchObject({ state: 'cancelled', closedBy: 'expired' });
    await fixture.price(20_000);
    expect(await reversed(id)).toMatchObject({ reverses: id });
  });

  test('is carried out after a restart', async () => {
    const id = await open();
    const order = await reversed(id);
    await fixture.restart();
    await fixture.price(20_010);
    expect([fixture.latest(id).state, fixture.latest(order.id).state]).toEqual(['closed', 'open']);
  });
});

describe('refused whole is one', () => {
  const refused = async (id: number, as: number, field?: string) => {
    const before = [fixture.available(), fixture.latest(id)];
    const answer = await reverse(id);
    expect(answer.code).toBe(as);
    expect(Object.keys(answer.fields ?? {})).toEqual(field === undefined ? [] : [field]);
    expect([fixture.available(), fixture.latest(id)]).toEqual(before);
  };

  test('without the balance for margin and fee', async () => {
    const id = await open({ personMax: '1000000' });
    await fixture.bought({ lots: '4', leverage: 1 });
    await fixture.price(20_000);
    expect(fixture.available()).toBeLessThan(amountOf('20000'));
    const whole = await fixture.bought({ lots: '0.7', leverage: 1 });
    await fixture.price(20_000);
    expect(fixture.latest(whole.id).state).toBe('open');
    await refused(whole.id, code.balanceInsufficientForOrder, 'lots');
    expect(fixture.latest(id).state).toBe('open');
  });

  test('beyond the limits of the person', async () => {
    const id = await open();
    await fixture.bought({ leverage: 10 });
    await fixture.price(20_000);
    await fixture.define({ ...OFFER, personMax: '30000' }, 'smaller');
    await refused(id, code.personLimit);
  });

  test('of fewer lots than an order may have', async () => {
    const id = await open();
    await fixture.define({ ...OFFER, minLots: '2' }, 'larger');
    await refused(id, code.lotsIncorrect, 'lots');
  });

  test('with more leverage than is offered by now', async () => {
    const id = await open();
    await fixture.define({ ...OFFER, maxLeverage: 5, tiers: [{ ...OFFER.tiers[0]!, maxLeverage: 5 }] }, 'lower');
    await refused(id, code.leverageIncorrect, 'leverage');
  });

  test('while the market is closed or its price is old', async () => {
    const id = await open();
    await fixture.harness.wait(10_001);
    await refused(id, code.notTradable, 'id');
  });

  test('of what is being closed, or has ended', async () => {
    const id = await open();
    await fixture.close(id, '0.5');
    await refused(id, code.orderAlreadyFinal, 'id');
    await fixture.price(20_000);
    await reversed(id);
    await refused(id, code.orderAlreadyFinal, 'id');
  });

  test('of an order that waits, and of somebody else', async () => {
    const id = await open({}, { type: 'limit', price: '19000' });
    await refused(id, code.orderAlreadyFinal, 'id');
    await fixture.harness.open(USER + 1);
    expect((await reverse(id, USER + 1)).code).toBe(code.orderNotFound);
  });

  test('under terms that close at the last price', async () => {
    const { slippageRate, ...old } = OFFER;
    fixture = await ContractsFixture.start({ offer: old });
    const { id } = await fixture.bought({ leverage: 10 });
    await refused(id, code.orderAlreadyFinal, 'id');
  });
});
