/** Somebody who wants lent money to leave the house, to earn for nothing, or to repay itself. */
import { code } from '@glasshouse/api/codes';
import { type Amount, formatAmount } from '@glasshouse/rules/money';
import { PLAN_DAY_MS } from '@glasshouse/rules/plans';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { type Fields, USER } from '../../money/funding/testing/funding-fixture.ts';
import { OFFER } from '../plans/testing/fixture.ts';
import type { Loan } from './rows.ts';
import { LoansFixture } from './testing/fixture.ts';

let core: LoansFixture;
let work = 0;

beforeEach(async () => {
  core = await LoansFixture.begin();
  await core.house('1000', 'external', 'capital');
  accepted(await core.command(0, 'plans.define', { ...OFFER, days: 7 }));
  const { request } = accepted<{ request: number }>(await core.operate(0, 'plans.fund', { product: 1, amount: '900' }));
  accepted(await core.decide(0, request));
  accepted(await core.command(USER, 'plans.switch', { enabled: true }));
  const texts = { en: { name: 'Forest', text: 'Grows trees.' } };
  const details = { id: null, language: 'en', texts, registration: 'VR 1', website: null };
  const charity = (await core.operate(0, 'nfts.charity', details)).seq;
  const picture = { image: 'a-picture-of-a-work', imageSha256: 'ab'.repeat(32), price: '500', supply: 100 };
  work = (await core.operate(0, 'nfts.listing', { id: null, language: 'en', texts, ...picture, charity })).seq;
  accepted(await core.operate(0, 'nfts.sale', { id: work, to: 'onSale' }));
});
afterEach(() => core.expectConserved());

const money = (kind: string, asset = 'USDT'): string => formatAmount(core.real(USER, kind, asset) as Amount);
const buyPlan = (amount = '1000') =>
  core.command(USER, 'plans.buy', { product: 1, amount, days: null, version: null } satisfies Fields);
const give = (quantity = 1) => core.command(USER, 'nfts.buy', { id: work, quantity });
const take = async (asset: string, amount: string): Promise<void> => {
  const body = { asset, amount, direction: 'debit' };
  const { request } = accepted<{ request: number }>(await core.operate(USER, 'balances.adjust', body));
  accepted(await core.decide(USER, request));
};

it.each([
  // The first fourteen days cost nothing: a plan of a week would be a gift of the house.
  ['earns the yield of a plan', () => buyPlan()],
  // The giver may be the charity: lent money would be in their hands, and only a pledge here.
  ['is given to one’s own charity', () => give(2)],
])('lent money never %s', async (_name, spend) => {
  const id = await core.lend({ amount: '8000' });
  expect((await spend()).code).toBe(code.repayLoanFirst);
  accepted(await core.repay(id, '7999'));
  expect((await spend()).code).toBe(code.repayLoanFirst);
  accepted(await core.repay(id));
  expect((await spend()).code).toBe(200);
});

it('what was bought before the loan goes on: it was bought with own money', async () => {
  const plan = accepted<{ id: number }>(await buyPlan());
  const id = await core.lend();
  await core.days(2);
  expect((await core.command(USER, 'plans.exit', { id: plan.id })).code).toBe(200);
  accepted(await core.repay(id));
});

it('a request that waits lends nothing yet, and what it bought is no pledge', async () => {
  await take('BTC', '2');
  const { id } = accepted<{ id: number }>(await core.ask({ amount: '7000' }));
  expect(money('collateral')).toBe('8750');
  expect((await buyPlan('1000')).code).toBe(200);
  expect((await buyPlan('1000')).code).not.toBe(200);
  accepted(await core.reviewLoan(id));
  expect(core.loan(id).collateral).toEqual([{ asset: 'USDT', amount: '8750' }]);
});

it('a loan is not repaid with its own pledge', async () => {
  await take('BTC', '2');
  const id = await core.lend({ amount: '8000' });
  expect([money('available'), money('collateral')]).toEqual(['8000', '10000']);
  await take('USDT', '7990');
  expect((await core.repay(id)).code).toBe(code.balanceInsufficient);
  // A part gives nothing of the pledge back, so it cannot pay the next one.
  accepted(await core.repay(id, '10'));
  expect([money('available'), money('collateral')]).toEqual(['0', '10000']);
  expect((await core.repay(id, '1')).code).toBe(code.balanceInsufficient);
});

it('a pledge whose price is held pays nothing out, however high it stands', async () => {
  const { id } = accepted<{ id: number }>(await core.ask({ amount: '8000' }));
  await core.prices(20_000_000);
  core.harness.market.held.set('BTCUSDT', 'jump');
  expect((await core.reviewLoan(id)).code).toBe(code.notTradable);
  expect((await core.ask({ amount: '8000' })).code).toBe(code.loanAlreadyOpen);
  accepted(await core.command(USER, 'loans.cancel', { id }));
  // Nothing can be pledged of it either: what is left is 10,000 USDT.
  expect((await core.ask({ amount: '8001' })).code).toBe(code.loanAboveLimit);
  accepted(await core.ask({ amount: '8000' }));
  expect(core.rows<Loan>('loans').at(-1)!.collateral).toEqual([{ asset: 'USDT', amount: '10000' }]);
});

it('a pledge is not sold at a held price, and is sold at the first one after it', async () => {
  await core.house('50000', 'capital', 'pool.liquidity');
  const id = await core.lend({ amount: '8000' });
  await core.look(9_000_000);
  core.harness.market.held.set('BTCUSDT', 'jump');
  for (let hour = 0; hour < 8; hour += 1) {
    core.harness.now += PLAN_DAY_MS / 24;
    await core.look(7_500_000);
  }
  expect(core.loan(id).collateral).toEqual([{ asset: 'BTC', amount: '0.1' }]);
  core.harness.market.held.delete('BTCUSDT');
  await core.look(7_500_000);
  expect(core.loan(id).collateral).toEqual([]);
});
