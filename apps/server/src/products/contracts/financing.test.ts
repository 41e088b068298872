/**
 * Overnight financing through the core: what a day costs, who pays it, and that each is posted once
 * whatever the clock does.
 */
import { amountOf } from '@glasshouse/rules/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contractsOf } from './slice.ts';
import { ContractsFixture } from './testing/fixture.ts';
import { onTime } from './triggers.ts';

let fixture: ContractsFixture;
const GRANT = amountOf('100000');

async function begin(financingRate = '0.001'): Promise<void> {
  fixture = await ContractsFixture.start({ offer: { financingRate } });
}

beforeEach(() => begin());
afterEach(() => expect(fixture.faults()).toEqual([]));

/** The next 21:00 UTC. */
const night = (): number => {
  const at = new Date(fixture.harness.now);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + (21 <= at.getUTCHours() ? 1 : 0), 21);
};

test('financing is taken from the margin once a day, and the liquidation price follows', async () => {
  const { id } = await fixture.bought();
  await fixture.harness.wait(night() - fixture.harness.now - 1);
  expect(fixture.user('margin')).toBe(amountOf('400.0002'));
  await fixture.harness.wait(1);
  expect(fixture.latest(id)).toMatchObject({
    financing: '-20.00001',
    margin: '380.00019',
    liquidationPrice: '19720.00',
  });
  await fixture.harness.wait(1_000);
  expect(fixture.house('fees')).toBe(amountOf('20.00001'));
});

test('every missed day is posted, once each', async () => {
  const { id } = await fixture.bought();
  await fixture.harness.wait(night() - fixture.harness.now + 2 * 86_400_000 + 5);
  expect(fixture.latest(id).financing).toBe('-60.00003');
  expect(fixture.store.lines.filter(({ reason }) => reason === 'contracts.financing')).toHaveLength(3);
});

test('a position that paid at a partial close is not charged again', async () => {
  const { id } = await fixture.bought();
  await fixture.price(20_000, night() - fixture.harness.now + 10);
  expect((await fixture.close(id, '0.5')).result).toMatchObject({ state: 'open', financing: '-20.00001' });
  await fixture.harness.wait(1_000);
  expect(fixture.latest(id).financing).toBe('-20.00001');
  expect([...fixture.store.log.values()].filter(({ type }) => type === 'contracts.finance')).toEqual([]);
  await fixture.harness.wait(86_400_000);
  expect(fixture.latest(id).financing).toBe('-30.000015');
});

test('financing of more positions than fit one round continues in the next rounds', async () => {
  await fixture.define({ exposureMax: '9000000', exposureTotalMax: '9000000', financingRate: '0.001' }, 'room');
  const users = Array.from({ length: 21 }, (_, index) => 100 + index);
  for (const user of users) {
    await fixture.harness.open(user);
    await Promise.all(Array.from({ length: 100 }, () => fixture.buy({ lots: '0.01' }, user)));
  }
  await fixture.harness.wait(night() - fixture.harness.now);
  const charged = (): number => fixture.store.lines.filter(({ reason }) => reason === 'contracts.financing').length;
  expect(charged()).toBe(2_000);
  await fixture.harness.wait(1_000);
  await fixture.harness.wait(1_000);
  expect(charged()).toBe(2_100);
});

test('entries of positions that have ended are work too: a round looks at so many and no more', async () => {
  const { financingDue, waitingDue } = contractsOf(fixture.harness.sequencer.state);
  const at = fixture.harness.now;
  for (let id = 1; id <= 5_000; id += 1) {
    financingDue.push(at - 2, 1_000_000 + id);
    waitingDue.push(1, 1_000_000 + id);
  }
  for (const left of [3_000, 1_000, 0]) {
    expect(onTime(fixture.harness.sequencer.state, at, fixture.harness.market)).toEqual([]);
    expect([financingDue.size, waitingDue.size]).toEqual([left, left]);
  }
});

test('financing never takes more than the margin', async () => {
  const { id } = await fixture.bought();
  await fixture.harness.wait(40 * 86_400_000);
  expect(fixture.latest(id)).toMatchObject({ financing: '-400.0002', margin: '0' });
  await fixture.price(20_000);
  expect(fixture.latest(id).state).toBe('liquidated');
  expect(fixture.available()).toBe(GRANT - amountOf('400.0002'));
});

test('a sale whose financing took its whole value never breaks even', async () => {
  await begin('0.01');
  const { id } = await fixture.bought({ side: 'sell', leverage: 1 });
  await fixture.harness.wait(99 * 86_400_000);
  expect(Number(fixture.latest(id).breakEven)).toBeGreaterThan(0);
  await fixture.harness.wait(2 * 86_400_000);
  expect(fixture.latest(id)).toMatchObject({ margin: '0', breakEven: null });
});

test('a close before the time event charges the day', async () => {
  const { id } = await fixture.bought();
  await fixture.price(20_000, night() - fixture.harness.now + 10);
  expect((await fixture.close(id)).result).toMatchObject({ state: 'closed', financing: '-20.00001' });
  await fixture.harness.wait(1_000);
  expect(fixture.house('fees')).toBe(amountOf('20.00001'));
});

test('the break-even of a part carries its own share of the financing', async () => {
  const whole = await fixture.bought();
  await fixture.harness.wait(night() - fixture.harness.now);
  await fixture.price(20_000);
  await fixture.close(whole.id, '0.5');
  // Opened at 20,000.01; a night costs a thousandth of it, for each lot alike.
  expect(fixture.latest(whole.id).breakEven).toBe('20020.02');
  await fixture.harness.wait(night() - fixture.harness.now);
  expect(fixture.latest(whole.id)).toMatchObject({ financing: '-30.000015', breakEven: '20040.02' });
});
