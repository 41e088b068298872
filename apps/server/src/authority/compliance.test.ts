/**
 * Parameters over whom the house serves take two persons, one of them from compliance; and values
 * that mean nothing are refused.
 */
import { code } from '@glasshouse/api/codes';
import { VALUED_CURRENCIES } from '@glasshouse/api/valued-currencies';
import { beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import type { Json } from '../kernel/core/types.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { type Acting, AuthorityFixture } from './testing/authority-fixture.ts';

let core: AuthorityFixture;
let people: Readonly<Record<'owner' | 'partner' | 'finance' | 'compliance' | 'both', Acting>>;

beforeEach(async () => {
  core = await AuthorityFixture.start();
  await core.harness.internal('rules.adopt', { version: RULES_VERSION, figures: SHIPPED }, 'rules');
  people = {
    owner: await core.operator('ada', ['owner']),
    partner: await core.operator('pam', ['owner']),
    finance: await core.operator('fin', ['finance']),
    compliance: await core.operator('cleo', ['compliance']),
    both: await core.operator('bob', ['finance', 'compliance']),
  };
});

const REFUSED = { key: 'kyc.refused_countries', value: ['KP', 'ir'] };
const set = (by: Acting, key: string, value: Json) => core.act(by, 'parameter.set', { key, value });

describe('whom the house serves', () => {
  test.each([
    ['owner', 'compliance'],
    ['compliance', 'owner'],
    ['compliance', 'both'],
    ['both', 'partner'],
  ] as const)('is changed by %s with %s', async (asker, decider) => {
    const id = await core.ask(people[asker], 'parameter.set', REFUSED);
    expect(core.rows('parameters')).toEqual([]);
    expect((await core.decide(people[decider], id, 'approve')).code).toBe(200);
    expect(core.rows('parameters')).toMatchObject([REFUSED]);
    core.replays();
  });

  test('is not changed by two owners, who may still reject', async () => {
    const id = await core.ask(people.owner, 'parameter.set', REFUSED);
    const answer = await core.decide(people.partner, id, 'approve');
    expect(answer).toMatchObject({ code: code.complianceNeeded });
    expect(core.rows('parameters')).toEqual([]);
    expect((await core.decide(people.compliance, id, 'approve')).code).toBe(200);
    const second = await core.ask(people.owner, 'parameter.set', { ...REFUSED, value: [] });
    expect((await core.decide(people.partner, second, 'reject')).code).toBe(200);
  });

  test.each([
    'kyc.refused_countries',
    'kyc.retention_days',
    'kyc.review_hours',
    'kyc.limits_none',
    'kyc.basic_document',
  ])('%s is neither asked for nor approved by finance', async (key) => {
    const value = { 'kyc.refused_countries': ['KP'], 'kyc.limits_none': {} }[key] ?? 1;
    expect((await set(people.finance, key, value)).code).toBe(code.permissionDenied);
    const id = await core.ask(people.compliance, 'parameter.set', { key, value });
    expect((await core.decide(people.finance, id, 'approve')).code).toBe(code.permissionDenied);
  });
});

describe('a value that means nothing is refused', () => {
  test.each<readonly [string, Json, string, number]>([
    ['kyc.refused_countries', ['DE', 'XX'], 'value.1', code.wrongFormat],
    ['deposit.confirmations', { ERC20: 0 }, 'value.ERC20', code.outOfRange],
    ['deposit.confirmations', { ERC20: 10_001 }, 'value.ERC20', code.outOfRange],
    ['deposit.bank', { iban: 'DE88370400440532013000' }, 'value.iban', code.wrongFormat],
    ['deposit.bank', { bic: 'COBADEF' }, 'value.bic', code.wrongFormat],
    ['deposit.bank', { currency: 'euro' }, 'value.currency', code.wrongFormat],
    ['deposit.bank', { currency: 'CHF' }, 'value.currency', code.wrongFormat],
    ['deposit.bank', { currency: 'XAU' }, 'value.currency', code.wrongFormat],
    ['deposit.bank', { acount: '1' }, 'value.acount', code.wrongFormat],
    ['deposit.minimums', { USDT: '1000000001' }, 'value.USDT', code.outOfRange],
    ['deposit.auto_credit_usdt', '1000000.00000001', 'value', code.outOfRange],
    ['withdrawal.two_person_usdt', '99999999', 'value', code.outOfRange],
    ['withdrawal.two_person_day_usdt', '25000.00000001', 'value', code.outOfRange],
    ['withdrawal.two_person_week_usdt', '9999.99999999', 'value', code.outOfRange],
    ['withdrawal.operator_day_usdt', '100000.00000001', 'value', code.outOfRange],
    ['withdrawal.operator_week_usdt', '24999.99999999', 'value', code.outOfRange],
    ['kyc.limits_none', { deposit_day: '500.00000001', deposit_month: '500' }, 'value.deposit_day', code.outOfRange],
    ['kyc.limits_basic', { loan_day: '5', loan_total: '4' }, 'value.loan_day', code.outOfRange],
    ['kyc.limits_full', { trading_month: '50', trading_total: '49' }, 'value.trading_month', code.outOfRange],
    ['withdrawal.fee_minimums', { USDT: '50' }, 'value.USDT', code.outOfRange],
    ['withdrawal.minimums', { USDT: '2' }, 'value.USDT', code.outOfRange],
    ['loan.minimum', '100000.01', 'value', code.outOfRange],
    ['loan.maximum', '99.99', 'value', code.outOfRange],
    ['loan.maximum', '10000001', 'value', code.outOfRange],
  ])('%s = %j: %s', async (key, value, field, refusal) => {
    const answer = await set(people.both, key, value);
    expect(answer).toMatchObject({ code: refusal, fields: { [field]: refusal } });
  });

  test.each<readonly [string, Json]>([
    ['kyc.refused_countries', ['KP', 'xk']],
    ['deposit.confirmations', { ERC20: 1 }],
    ['deposit.bank', { holder: 'House', iban: 'DE89 3704 0044 0532 0130 00', bic: 'cobadeff', currency: 'EUR' }],
    ['deposit.bank', { holder: 'House', currency: 'USD' }],
    ['withdrawal.two_person_day_usdt', '25000'],
    ['withdrawal.two_person_week_usdt', '10000'],
    ['withdrawal.operator_day_usdt', '100000'],
    ['withdrawal.operator_week_usdt', '25000'],
    ['withdrawal.fee_minimums', { USDT: '49.99999999' }],
    ['withdrawal.minimums', { USDT: '2.00000001' }],
    ['loan.minimum', '100000'],
    ['loan.maximum', '100'],
  ])('%s = %j is asked for', async (key, value) => {
    expect((await set(people.both, key, value)).result).toMatchObject({ state: 'waiting' });
  });

  test.each<readonly [string, Json]>([
    ['withdrawal.two_person_day_usdt', '30000'],
    ['withdrawal.operator_week_usdt', '1'],
    ['deposit.bank', { currency: 'CHF' }],
  ])('under version 10 of the rules, %s = %j was asked for', async (key, value) => {
    const old = await AuthorityFixture.start();
    await old.harness.internal('rules.adopt', { version: 10, figures: SHIPPED }, 'rules');
    const finance = await old.operator('fin', ['finance']);
    expect((await old.act(finance, 'parameter.set', { key, value })).result).toMatchObject({ state: 'waiting' });
  });

  test('under version 10 of the rules, Kosovo was no country', async () => {
    const old = await AuthorityFixture.start();
    await old.harness.internal('rules.adopt', { version: 10, figures: SHIPPED }, 'rules');
    const compliance = await old.operator('com', ['compliance']);
    for (const value of [
      ['KP', 'xk', 'XX'],
      ['KP', 'XX', 'XK'],
      ['KP', 'XK'],
    ]) {
      const body = { key: 'kyc.refused_countries', value };
      expect(await old.act(compliance, 'parameter.set', body)).toMatchObject({
        fields: { 'value.1': code.wrongFormat },
      });
    }
  });

  test('every currency of an account has a market in dollars, and every currency with one can be chosen', () => {
    const METALS = ['XAU', 'XAG', 'XPT', 'XPD'];
    const priced = CATALOGUE.map(({ code: name }) => /^([A-Z]{3})USD$/.exec(name)?.[1]).filter(
      (currency) => currency !== undefined && !METALS.includes(currency),
    );
    expect([...VALUED_CURRENCIES].sort()).toEqual(['USD', ...priced].sort());
  });

  test('under the rules of before, values were checked by their shape alone, and finance set those of identity', async () => {
    const old = await AuthorityFixture.start();
    const finance = await old.operator('fin', ['finance']);
    expect((await old.act(finance, 'parameter.set', { key: 'kyc.review_hours', value: 24 })).result).toMatchObject({
      state: 'done',
    });
    const odd = { key: 'loan.minimum', value: '99999999' };
    expect((await old.act(finance, 'parameter.set', odd)).result).toMatchObject({ state: 'waiting' });
  });
});
