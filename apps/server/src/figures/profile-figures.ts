import type { LimitTable } from '@glasshouse/api/kyc-limits';
import { type Profile, takesRealMoney } from '../platform/profile.ts';
import { WITHDRAWAL_BLOCK_MS } from '../platform/withdrawal-wait.ts';
import { type Figures, SHIPPED } from './figures.ts';

/**
 * Defaults of the parameters where people deposit money of their own. Everywhere else nothing is
 * limited: nobody can lose anything on a book that is played with.
 *
 * - Retail: small sums without a check, as for occasional customers; the basic check opens what
 *   simplified due diligence covers, 15,000 in all.
 * - EU: nothing before the person is identified, with a picture of the document.
 */
const NOTHING: LimitTable = { deposit_total: '0', trading_total: '0', withdrawal_total: '0', loan_total: '0' };

const RETAIL_NONE: LimitTable = {
  deposit_day: '500',
  deposit_month: '1000',
  deposit_total: '1000',
  trading_day: '1000',
  trading_month: '5000',
  trading_total: '10000',
  withdrawal_day: '500',
  withdrawal_month: '1000',
  withdrawal_total: '1000',
  loan_total: '0',
};
const BASIC: LimitTable = {
  deposit_day: '2000',
  deposit_month: '5000',
  deposit_total: '15000',
  trading_day: '50000',
  trading_month: '500000',
  withdrawal_day: '2000',
  withdrawal_month: '5000',
  withdrawal_total: '15000',
  loan_day: '2000',
  loan_month: '2000',
  loan_total: '10000',
};
const FULL: LimitTable = {
  deposit_day: '100000',
  deposit_month: '500000',
  trading_day: '5000000',
  trading_month: '50000000',
  withdrawal_day: '100000',
  withdrawal_month: '500000',
  loan_day: '100000',
  loan_month: '250000',
};

/**
 * So that deposits by bank can be tried where nobody has a bank account for them. The number is
 * well-formed, of no bank and of nobody, and each line says so.
 */
export const TEST_BANK = {
  holder: 'TEST ACCOUNT, DO NOT PAY',
  iban: 'DE09000000000000000001',
  bic: 'TESTDEFFXXX',
  bank: 'Test bank of this sandbox',
  // Of a currency that has a price at any time: a new installation may begin at a weekend.
  currency: 'USD',
};

/** So that loans can be tried there: agreements name their lender, and this one says what it is. */
export const TEST_OPERATOR = 'TEST OPERATOR OF THIS SANDBOX';

/** The law on consumer credit that agreements name in the Union. */
export const EU_CREDIT_LAW = 'Directive (EU) 2023/2225';

/** What an installation of this profile adopts. */
export function figuresOf(profile: Profile): Figures {
  if (!takesRealMoney(profile)) {
    const played = { ...SHIPPED, 'withdrawals.waitMs': WITHDRAWAL_BLOCK_MS };
    return profile === 'sandbox'
      ? { ...played, 'parameter.deposit.bank': TEST_BANK, 'parameter.site.operator': TEST_OPERATOR }
      : played;
  }
  return {
    ...SHIPPED,
    'parameter.kyc.limits_none': profile === 'eu' ? NOTHING : RETAIL_NONE,
    'parameter.kyc.limits_basic': BASIC,
    'parameter.kyc.limits_full': FULL,
    'parameter.kyc.basic_document': profile === 'eu' ? 1 : 0,
    'parameter.loan.law': profile === 'eu' ? EU_CREDIT_LAW : '',
  };
}
