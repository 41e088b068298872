/**
 * One person with two accounts borrows with one of them, loses the money to the other, and lets the
 * loan go: whatever way it takes, the pledge pays for it, and both together are no richer.
 */
import { RISK_PRODUCTS, RISK_TEXT_VERSION } from '@glasshouse/api/risk-warning';
import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { partsOf } from '../../kernel/core/accounts.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { TEST_CODE } from '../../kernel/testing/harness.ts';
import { OTHER, USER } from '../../money/funding/testing/funding-fixture.ts';
import { TEST_CONTRACT } from '../contracts/testing/fixture.ts';
import { LoansFixture } from './testing/fixture.ts';

const PRICE = 100_000n;
let core: LoansFixture;
let before: bigint;

beforeEach(async () => {
  core = await LoansFixture.begin();
  for (const pool of ['pool.contracts', 'pool.insurance', 'pool.options', 'pool.liquidity']) {
    await core.house('1000000', 'capital', pool);
  }
  const offer = { ...TEST_CONTRACT, stalenessMs: 60_000, feeRate: '0.0005' };
  accepted(await core.harness.internal('contracts.define', offer, 'contracts'));
  // All that the borrower has is a coin, and all that the accomplice has is what a position takes.
  await adjust(USER, 'USDT', '10000', 'debit');
  await adjust(USER, 'BTC', '1.98', 'debit');
  await adjust(OTHER, 'USDT', '1000', 'credit');
  for (const user of [USER, OTHER]) {
    for (const product of RISK_PRODUCTS) {
      accepted(await core.command(user, 'risk.acknowledge', { product, text: RISK_TEXT_VERSION, language: 'en' }));
    }
  }
  await core.look();
  before = wealth();
});
afterEach(() => core.expectConserved());

async function adjust(userId: number, asset: string, amount: string, direction: 'credit' | 'debit'): Promise<void> {
  const request = await core.operate(userId, 'balances.adjust', { asset, amount, direction });
  accepted(await core.decide(userId, accepted<{ request: number }>(request).request));
}

/** What both have together on the real book, in whatever way, at the price of the beginning. */
function wealth(): bigint {
  let sum = 0n;
  for (const [key, { balance }] of core.harness.sequencer.state.accounts) {
    const { owner, book, asset } = partsOf(key);
    if (book !== 'real' || (owner !== USER && owner !== OTHER)) continue;
    sum += asset === 'BTC' ? balance * PRICE : balance;
  }
  return sum;
}

const available = (userId: number): Amount => core.real(userId, 'available') as Amount;

/** Opposite contracts: what one loses the pool pays the other. */
async function byContracts(): Promise<void> {
  const order = { code: TEST_CODE, type: 'market', lots: '0.05', leverage: 10 };
  const long = accepted<{ id: number }>(await core.command(USER, 'contracts.buy', { ...order, side: 'buy' }));
  const short = accepted<{ id: number }>(await core.command(OTHER, 'contracts.buy', { ...order, side: 'sell' }));
  await core.look();
  await core.look(9_300_000);
  accepted(await core.command(USER, 'contracts.close', { id: long.id }));
  accepted(await core.command(OTHER, 'contracts.close', { id: short.id }));
  await core.look(9_300_000);
  await core.look();
}

/** Opposite options, again and again: one of the two wins each time. */
async function byOptions(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    const bet = { code: TEST_CODE, amount: '150', periodId: 60 };
    accepted(await core.command(USER, 'options.buy', { ...bet, direction: 'down' }));
    accepted(await core.command(OTHER, 'options.buy', { ...bet, direction: 'up' }));
    for (let second = 1; second <= 90; second += 1) await core.harness.tick(10_000_000 + second * 10, 1_000);
    await core.settled();
    await core.look();
  }
}

/** Better than any market is: all of it, for nothing. */
async function forNothing(): Promise<void> {
  const all = formatAmount(available(USER));
  await adjust(USER, 'USDT', all, 'debit');
  await adjust(OTHER, 'USDT', all, 'credit');
}

it.each([
  ['contracts', byContracts],
  ['options', byOptions],
  ['a way that costs nothing', forNothing],
])('by %s', async (_way, lose) => {
  const id = await core.lend();
  expect(available(USER)).toBe(amountOf('1000'));
  await lose();
  expect(available(USER) < amountOf('750')).toBe(true);
  expect(amountOf('1000') < available(OTHER)).toBe(true);
  // Nothing of it can be taken out by the borrower; the loan falls due, and the pledge pays.
  await core.days(38);
  expect(core.loan(id)).toMatchObject({ state: 'repaid', principal: '0' });
  expect(core.real('house', 'pool.lending')).toBeGreaterThanOrEqual(amountOf('1000000'));
  const gain = wealth() - before;
  expect(gain).toBeLessThan(0n);
  // It cost at least the interest.
  expect(gain).toBeLessThanOrEqual(-amountOf(core.loan(id).paid_interest));
});
