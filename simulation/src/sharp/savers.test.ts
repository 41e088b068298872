/**
 * Whoever saves, borrows and invites as cleverly as they can gets what the terms say, and no more:
 * on an account of one's own, and on two. Each strategy finds the rule that is broken for it.
 */
import { amountOf } from '@glasshouse/rules/money';
import { houseAccount, partsOf, userAccount } from '@glasshouse/server/kernel/core/accounts';
import type { CoreModule, Gatherer, Posting, RowChange } from '@glasshouse/server/kernel/core/types';
import { VOLUME_SOURCES } from '@glasshouse/server/money/fee-tiers/volume';
import { OTHER } from '@glasshouse/server/money/funding/testing/funding-fixture';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { describe, expect, test } from 'vitest';
import { spendsLentMoney } from '../mutants/loans.ts';
import { withHandler, withModule, withPostings } from '../mutants/with-module.ts';
import { beyond, leveraged, type Offered, STRATEGIES } from './savers.ts';

const names = Object.keys(STRATEGIES) as (keyof typeof STRATEGIES)[];

test.each(names)('%s: nothing beyond the terms', async (name) => {
  const { savers, gain } = await beyond(STRATEGIES[name]);
  expect(gain).toBeLessThanOrEqual(0n);
  expect(savers.loose()).toEqual({ rewards: 0, tiers: [0, 0], loans: 0 });
  savers.core.expectConserved();
});

test('lent money that buys coins gains nothing on the mean', async () => {
  expect(await leveraged()).toBeLessThanOrEqual(0n);
});

test('neither yields, penalties nor interest count for a tier', () => {
  expect(VOLUME_SOURCES.map(({ product }) => product)).toEqual([
    'options',
    'contracts',
    'spot',
    'convert',
    'referrals',
  ]);
});

type Broken = (modules: readonly CoreModule[]) => readonly CoreModule[];

const toOwner = (posting: Posting): Posting => ({
  ...posting,
  to: posting.from.replace('/plan', '/available') as Posting['to'],
});
const leavesForNothing: Broken = withPostings('plans.exit', (posting) => [
  posting.reason === 'plans.penalty' ? toOwner(posting) : posting,
]);

const countsTheFirstDay: Broken = withHandler('plans.buy', (original) => (state, command) => {
  const outcome = original(state, command);
  if (!outcome.ok) return outcome;
  const earlier = (change: RowChange): RowChange =>
    change.table === 'plan_orders'
      ? { ...change, row: { ...change.row, first_day: Number(change.row.first_day) - 1 } }
      : change;
  return { ...outcome, rows: outcome.rows.map(earlier) };
});

const paysYieldOfDaysToCome: Broken = withHandler('plans.exit', (original) => (state, command) => {
  const outcome = original(state, command);
  if (!outcome.ok) return outcome;
  const to = userAccount(command.userId, 'real', 'USDT', 'available');
  return {
    ...outcome,
    postings: outcome.postings.map((posting) => (posting.reason === 'plans.release' ? { ...posting, to } : posting)),
  };
});

const paysTwiceAfterAnOutage: Broken = withHandler('plans.pay', (original) => (state, command) => {
  const outcome = original(state, command);
  const { day } = command.body as { day: number };
  if (!outcome.ok || command.at < (day + 9) * 86_400_000) return outcome;
  const from = houseAccount('real', 'USDT', 'pool.plan1');
  return { ...outcome, postings: outcome.postings.flatMap((posting) => [posting, { ...posting, from }]) };
});

const forgivesAPart: Broken = withHandler('loans.repay', (original) => (state, command) => {
  const outcome = original(state, command);
  if (!outcome.ok) return outcome;
  return {
    ...outcome,
    rows: outcome.rows.map((change) => ({ ...change, row: { ...change.row, accrued: '0' } }) as RowChange),
  };
});

/** What is pledged counts for twice its price while a loan is asked for and paid out. */
const valuesTwice: Broken = withModule('loans', (original) => {
  const doubled =
    (gather: Gatherer): Gatherer =>
    (...args) => {
      const { prices } = gather(...args) as { prices: { [asset: string]: { bid: number; mid: number } } };
      const twice = ([asset, tick]: [string, { bid: number; mid: number }]) => [asset, { ...tick, mid: 2 * tick.mid }];
      return { prices: Object.fromEntries(Object.entries(prices).map(twice)) };
    };
  const { 'loans.request': request, 'loans.review': review, ...others } = original.gather as Record<string, Gatherer>;
  return { ...original, gather: { ...others, 'loans.request': doubled(request!), 'loans.review': doubled(review!) } };
});

/** What is called off comes back twice. */
const freesTwice: Broken = withPostings('loans.cancel', (posting) => [
  posting,
  { ...posting, from: houseAccount('real', partsOf(posting.from).asset, 'pool.liquidity') },
]);

const rewardsInterest: Broken = withModule('referrals', (original) => ({
  ...original,
  follows: (state, command, effects) => {
    const made = original.follows?.(state, command, effects);
    const paid = effects.postings.filter(({ reason }) => reason === 'loans.interest' || reason === 'plans.penalty');
    if (paid.length === 0) return made;
    const to = userAccount(OTHER, 'real', 'USDT', 'available');
    const amount = amountOf('0.5');
    const from = houseAccount('real', 'USDT', 'capital');
    const reward: Posting = { from, to, amount, reason: 'referrals.reward', ref: '1' };
    return { postings: [...(made?.postings ?? []), reward], rows: made?.rows ?? [], events: [] };
  },
}));

describe('a rule that is broken is found by', () => {
  test.each<[keyof typeof STRATEGIES, string, Offered]>([
    ['a minute before midnight to a minute after it', 'leaving costs nothing', { modules: leavesForNothing(MODULES) }],
    ['the day of the purchase', 'it counts', { modules: countsTheFirstDay(MODULES) }],
    ['a moment before the end, and in it', 'days to come are paid', { modules: paysYieldOfDaysToCome(MODULES) }],
    ['a better rate, and the last moment of one', 'leaving costs nothing', { modules: leavesForNothing(MODULES) }],
    [
      'out of an outage before it is made up for',
      'late days count twice',
      { modules: paysTwiceAfterAnOutage(MODULES) },
    ],
    ['lent money buys a plan', 'lent money is anybody’s', { modules: spendsLentMoney.modules!(MODULES) }],
    ['lent money buys the other account’s plan', 'coin orders cost nothing', { feeRate: '0' }],
    [
      'all but a cent comes back on the fourteenth day',
      'a part forgives interest',
      { modules: forgivesAPart(MODULES) },
    ],
    ['walking away', 'a pledge counts for twice its price', { modules: valuesTwice(MODULES) }],
    ['pledging and freeing', 'a pledge comes back with something', { modules: freesTwice(MODULES) }],
    ['one account invites the other', 'interest is rewarded', { modules: rewardsInterest(MODULES) }],
  ])('%s: %s', async (name, _rule, offered) => {
    const { gain } = await beyond(STRATEGIES[name], offered);
    expect(gain).toBeGreaterThan(0n);
  });

  test('leverage: a loan is repaid for what its coins are worth', async () => {
    const modules = withPostings('loans.repay', (posting) => [
      posting.reason === 'loans.principal'
        ? { ...posting, amount: ((posting.amount * 7n) / 8n) as Posting['amount'] }
        : posting,
    ])(MODULES);
    expect(await leveraged({ modules })).toBeGreaterThan(0n);
  });
});
