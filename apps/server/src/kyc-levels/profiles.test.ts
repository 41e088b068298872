/**
 * The default limits of the profiles where people deposit money of their own: nobody whom nobody
 * has checked deposits and withdraws 1.5 ETH, and who has passed the checks does.
 */
import { code } from '@glasshouse/api/codes';
import { parameterMeaningProblem } from '@glasshouse/api/operator/parameter-meaning';
import { PARAMETERS, parameterProblem } from '@glasshouse/api/operator/parameters';
import { amountOf } from '@glasshouse/rules/money';
import { describe, expect, test } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import { figuresOf, TEST_BANK, TEST_OPERATOR } from '../figures/profile-figures.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import { accepted } from '../kernel/testing/core-fixture.ts';
import { FundingFixture, USER } from '../money/funding/testing/funding-fixture.ts';
import type { Profile } from '../platform/profile.ts';
import type { DepositHold } from './rows.ts';

async function begin(profile: Profile): Promise<FundingFixture> {
  const core = await FundingFixture.start();
  const body = { version: RULES_VERSION, figures: figuresOf(profile) };
  accepted(await core.harness.internal('rules.adopt', body, 'rules'));
  return core;
}
const holds = (core: FundingFixture) => core.rows<DepositHold>('deposit_holds').map(({ state }) => state);
/** 1.5 ETH at 3,200. */
const OUT = { asset: 'ETH', amount: '1.5' };

describe.each<[Profile, string]>([
  ['eu', '120'],
  ['retail', '600'],
])('%s', (profile, small) => {
  test('1.5 ETH of somebody without any check is held, and cannot be withdrawn', async () => {
    const core = await begin(profile);
    await core.deposit(USER, '1.5', { asset: 'ETH' });
    expect(holds(core)).toEqual(['held']);
    expect(core.real(USER, 'available', 'ETH')).toBe(0n);
    expect((await core.request(USER, OUT)).code).toBe(code.balanceInsufficient);
    core.expectConserved();
  });

  test('the basic check opens small sums, and holds what is above them', async () => {
    const core = await begin(profile);
    await core.deposit(USER, small);
    await core.deposit(USER, '1.5', { asset: 'ETH' });
    expect(holds(core)).toEqual(['held', 'held']);
    expect((await core.request(USER, { amount: '100' })).code).toBe(code.balanceInsufficient);
    await core.verify(USER);
    expect(holds(core)).toEqual(['released', 'held']);
    accepted(await core.request(USER, { amount: '100' }));
    expect(core.real(USER, 'held', 'ETH')).toBe(amountOf('1.5'));
    core.expectConserved();
  });
});

test('a sandbox has a test account at a bank, which a real bank would not know', () => {
  const own = { 'parameter.deposit.bank': TEST_BANK, 'parameter.site.operator': TEST_OPERATOR };
  expect(figuresOf('sandbox')).toEqual({ ...SHIPPED, ...own });
  expect(parameterProblem('deposit.bank', TEST_BANK)).toBeUndefined();
  const others = (key: keyof typeof PARAMETERS) => PARAMETERS[key].default as never;
  expect(parameterMeaningProblem('deposit.bank', TEST_BANK, { version: RULES_VERSION, others })).toBeUndefined();
  for (const profile of ['demo-only', 'retail', 'eu'] as const) {
    expect(figuresOf(profile)).toMatchObject({ 'parameter.deposit.bank': {} });
  }
});

test.each([
  ['sandbox', TEST_OPERATOR, ''],
  ['demo-only', '', ''],
  ['retail', '', ''],
  ['eu', '', 'Directive (EU) 2023/2225'],
] as const)('%s names as operator %j, and as the law of loans %j', (profile, operator, law) => {
  expect(figuresOf(profile)).toMatchObject({ 'parameter.site.operator': operator, 'parameter.loan.law': law });
  expect(parameterProblem('loan.law', law)).toBeUndefined();
});

test.each<Profile>(['sandbox', 'demo-only'])('%s limits nothing', async (profile) => {
  expect(figuresOf(profile)).toMatchObject({ 'parameter.kyc.limits_none': SHIPPED['parameter.kyc.limits_none'] });
  const core = await begin(profile);
  await core.deposit(USER, '150', { asset: 'ETH' });
  accepted(await core.request(USER, OUT));
  expect(holds(core)).toEqual([]);
});
