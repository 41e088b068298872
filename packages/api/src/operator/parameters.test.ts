import { describe, expect, test } from 'vitest';
import {
  COMPLIANCE_PARAMETERS,
  PARAMETER_KEYS,
  PARAMETERS,
  type ParameterKey,
  parameterProblem,
} from './parameters.ts';

describe('parameters', () => {
  test.each(PARAMETER_KEYS)('%s has a default that it would accept', (key) => {
    expect(parameterProblem(key, PARAMETERS[key].default)).toBeUndefined();
  });

  const wrong: readonly (readonly [ParameterKey, unknown, string, string])[] = [
    ['site.down_url', 'http://example.org/app', 'value', 'wrongFormat'],
    ['site.down_url', 'javascript:alert(1)', 'value', 'wrongFormat'],
    ['site.wallet_gate', 'never', 'value', 'wrongFormat'],
    ['kyc.review_hours', '48', 'value', 'wrongType'],
    ['kyc.review_hours', 1.5, 'value', 'wrongType'],
    ['kyc.review_hours', 0, 'value', 'outOfRange'],
    ['kyc.review_hours', 241, 'value', 'outOfRange'],
    ['kyc.review_hours', null, 'value', 'wrongType'],
    ['kyc.limits_none', { deposit: '1' }, 'value.deposit', 'wrongFormat'],
    ['kyc.limits_none', { deposit_day: '-1' }, 'value.deposit_day', 'wrongFormat'],
    ['kyc.limits_basic', { loan_day: '11', loan_month: '10' }, 'value.loan_day', 'outOfRange'],
    ['kyc.limits_full', { trading_day: '5', trading_total: '4' }, 'value.trading_day', 'outOfRange'],
    ['kyc.limits_full', { trading_month: '5', trading_total: '4' }, 'value.trading_month', 'outOfRange'],
    ['kyc.basic_document', 2, 'value', 'outOfRange'],
    ['withdrawal.fee_rate', '0.05000001', 'value', 'outOfRange'],
    ['withdrawal.fee_rate', '-0.01', 'value', 'wrongFormat'],
    ['withdrawal.fee_rate', '0.000000001', 'value', 'tooManyDecimals'],
    ['withdrawal.fee_rate', 0.01, 'value', 'wrongType'],
    ['withdrawal.two_person_usdt', '1e9', 'value', 'wrongFormat'],
    ['withdrawal.two_person_usdt', '01', 'value', 'wrongFormat'],
    ['deposit.minimums', ['1'], 'value', 'wrongType'],
    ['deposit.minimums', { USDT: '-1' }, 'value.USDT', 'wrongFormat'],
    ['deposit.minimums', { USDT: 1 }, 'value.USDT', 'wrongType'],
    ['deposit.minimums', { usdt: '1' }, 'value', 'wrongFormat'],
    ['deposit.confirmations', { ethereum: -1 }, 'value.ethereum', 'outOfRange'],
    ['deposit.bank', { iban: ' ' }, 'value.iban', 'wrongFormat'],
    ['deposit.bank', { iban: 'x'.repeat(257) }, 'value.iban', 'outOfRange'],
    ['operator.networks', '10.0.0.0/8', 'value', 'wrongType'],
    ['operator.networks', ['10.0.0.0/8', '10.0.0.0'], 'value.1', 'wrongFormat'],
    ['operator.networks', ['10.0.0.256/8'], 'value.0', 'wrongFormat'],
    ['operator.networks', ['10.0.0.0/33'], 'value.0', 'wrongFormat'],
    ['operator.networks', ['2001:db8::/129'], 'value.0', 'wrongFormat'],
    ['operator.networks', ['2001:zz::/32'], 'value.0', 'wrongFormat'],
  ];
  test.each(wrong)('%s = %j: %s %s', (key, value, field, code) => {
    expect(parameterProblem(key, value)).toEqual({ field, code });
  });

  test('what compliance answers for is every parameter of identity checks', () => {
    const limits = ['kyc.limits_none', 'kyc.limits_basic', 'kyc.limits_full', 'kyc.basic_document'] as const;
    expect(COMPLIANCE_PARAMETERS).toEqual(expect.arrayContaining([...limits, 'kyc.refused_countries']));
    expect(limits.every((key) => PARAMETERS[key].money)).toBe(true);
    expect(parameterProblem('kyc.limits_none', { deposit_day: '0', deposit_total: '0' })).toBeUndefined();
  });

  test('accepts networks of both kinds', () => {
    expect(parameterProblem('operator.networks', ['192.0.2.0/24', '2001:db8::/32', '::1/128'])).toBeUndefined();
  });
});
