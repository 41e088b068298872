/**
 * A history that does not follow from its ticks and terms is reported, whatever was changed; a
 * sound one never is.
 */
import { formatRate, rateOf } from '@glasshouse/rules/money';
import { beforeAll, expect, test } from 'vitest';
import type { ContractOrder } from './rows.ts';
import type { ContractStep } from './steps.ts';
import { ContractsFixture } from './testing/fixture.ts';
import { type HistoryTerms, historyFaults } from './verify-history.ts';

interface OrderHistory {
  readonly order: ContractOrder;
  readonly steps: readonly ContractStep[];
  readonly terms: HistoryTerms;
}
const histories = new Map<string, OrderHistory>();

beforeAll(async () => {
  const fixture = await ContractsFixture.start({ offer: { feeRate: '0.0005', financingRate: '0.0003' } });
  const part = await fixture.bought({ stopLoss: '19900' });
  const limit = await fixture.bought({ side: 'sell', type: 'limit', price: '20100' });
  await fixture.assignFeeTier(3);
  const gone = await fixture.bought({ lots: '2' });
  await fixture.price(20_050);
  await fixture.close(part.id, '0.3');
  await fixture.harness.wait(86_400_000);
  await fixture.price(20_150);
  await fixture.price(19_890);
  await fixture.price(15_000);
  for (const [name, { id }] of Object.entries({ part, limit, gone })) {
    histories.set(name, fixture.histories().find(({ order }) => order.id === id) as OrderHistory);
  }
  expect([...histories.values()].map(({ order }) => [order.state, order.closed_by])).toEqual([
    ['closed', 'stopLoss'],
    ['open', null],
    ['liquidated', 'liquidation'],
  ]);
});

const historyOf = (name: string): OrderHistory => histories.get(name) as OrderHistory;

test.each(['part', 'limit', 'gone'])('a sound history (%s) has no fault', (name) => {
  const { order, steps, terms } = historyOf(name);
  expect(historyFaults(order, steps, terms)).toEqual([]);
});

test.each<[string, string, Partial<ContractStep>, RegExp]>([
  ['part', 'opened', { points: 2_000_000 }, /not the side of the tick that opens/],
  ['part', 'opened', { margin: '399' }, /margin is not that of its leverage/],
  ['part', 'opened', { fee: '9' }, /fee is not that of its terms/],
  ['limit', 'opened', { tick_bid: 2_005_000, points: 2_005_000 }, /worse than the limit/],
  ['part', 'financed', { fee: '1' }, /a night does not cost that/],
  ['part', 'partClosed', { pnl: '15' }, /do not follow from its price/],
  ['part', 'partClosed', { fee: '0' }, /do not follow from its price/],
  ['part', 'closed', { tick_bid: 1_990_100, points: 1_990_100 }, /stop was not reached|do not follow/],
  ['part', 'opened', { stop_points: null }, /its stop was not reached/],
  ['gone', 'liquidated', { tick_mid: 2_000_000 }, /does not meet the condition/],
  ['gone', 'liquidated', { pnl: '-900' }, /do not follow from its price/],
])('%s: a change of its step “%s” (%j) is found', (name, kind, change, sentence) => {
  const { order, steps, terms } = historyOf(name);
  const changed = steps.map((step) => (step.kind === kind ? { ...step, ...change } : step));
  expect(historyFaults(order, changed, terms).join('\n')).toMatch(sentence);
});

test.each<[Partial<ContractOrder>]>([[{ realised: '0' }], [{ financing: '0' }], [{ close_fee: '1' }]])(
  'figures of the order that its steps do not make (%j) are found',
  (change) => {
    const { order, steps, terms } = historyOf('part');
    expect(historyFaults({ ...order, ...change }, steps, terms)).toHaveLength(1);
  },
);

test('a fee rate of no fee tier is found, even where every fee follows from it', () => {
  const { order, steps, terms } = historyOf('gone');
  expect(order.fee_rate).toBe('0.0004');
  const listed = { ...terms, feeRate: '0.0008' };
  expect(historyFaults(order, steps, listed)).toEqual(['its fee rate 0.0004 is that of no fee tier']);
});

test('a fee rate of a tier that was not in force then is found', () => {
  const { order, steps, terms } = historyOf('gone');
  const { discounts } = terms;
  const others = discounts.map((discount) => (formatRate(discount) === '0.2' ? rateOf('0.21') : discount));
  expect(historyFaults(order, steps, { ...terms, discounts: others })).toEqual([
    'its fee rate 0.0004 is that of no fee tier',
  ]);
});

test('a missing step is found', () => {
  const { order, steps, terms } = historyOf('part');
  expect(historyFaults(order, steps.slice(0, -1), terms)).not.toEqual([]);
});
