import { type LoanTerms, loanCost, pledgeFor } from '../loans.ts';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatRate,
  lesser,
  mulRateFloor,
  RATE_DECIMALS,
  rateOf,
  ratioCeil,
} from '../money.ts';
import { amountBy, calculated, type Derived, exact, term } from './terms.ts';

/** What a loan costs if it is repaid at its date, and what must be pledged for it. */
export function loanDerivations(
  loan: LoanTerms & { readonly amount: Amount; readonly openRate: string },
): Readonly<Record<'interest' | 'repayment' | 'apr' | 'pledge', Derived>> {
  const { amount, termDays, freeDays, openRate } = loan;
  const cost = loanCost(amount, loan);
  const text = formatAmount(amount);
  const paidDays = Math.max(0, termDays - freeDays);
  const days: Derived = {
    terms: [term('loanDays', '', String(termDays)), term('freeDays', '−', String(freeDays))],
    rounding: 'exact',
    decimals: 0,
    result: String(paidDays),
  };
  const interest = amountBy(
    'even',
    [
      term('loan', '', text),
      term('loanRate', '×', formatRate(loan.dailyRate)),
      termDays < freeDays ? term('interestDays', '×', '0') : calculated('interestDays', '×', days),
    ],
    cost.interest,
  );
  const repayment = exact([term('loan', '', text), calculated('interest', '+', interest)], cost.repayment);
  return {
    interest,
    repayment,
    apr: {
      terms: [term('loan', '', text), calculated('repayment', '', repayment), term('loanDays', '', String(termDays))],
      rule: 'apr',
      rounding: 'exact',
      decimals: RATE_DECIMALS,
      result: formatRate(cost.apr),
    },
    pledge: amountBy(
      'up',
      [term('loan', '', text), term('openRate', '÷', openRate)],
      pledgeFor(amount, rateOf(openRate)),
    ),
  };
}

/** What of several limits is the least: what somebody may borrow. Undefined where it is another. */
export function loanLimitDerivation(limits: {
  readonly limit: string;
  readonly balanceValue: string;
  readonly limitRate: string;
  readonly freeValue: string;
  readonly openRate: string;
  readonly pool: string;
  readonly maximum: string;
}): Derived | undefined {
  const product = (value: string, rate: string) => mulRateFloor(amountOf(value), rateOf(rate));
  const candidates: readonly Derived[] = [
    amountBy(
      'down',
      [term('worth', '', limits.balanceValue), term('limitRate', '×', limits.limitRate)],
      product(limits.balanceValue, limits.limitRate),
    ),
    amountBy(
      'down',
      [term('free', '', limits.freeValue), term('openRate', '×', limits.openRate)],
      product(limits.freeValue, limits.openRate),
    ),
    exact([term('pool', '', limits.pool)], amountOf(limits.pool)),
    exact([term('most', '', limits.maximum)], amountOf(limits.maximum)),
  ];
  const least = candidates.map(({ result }) => amountOf(result)).reduce(lesser);
  const found = candidates.find(({ result }) => amountOf(result) === least);
  return found?.result === limits.limit ? found : undefined;
}

/** A debt as a share of what its pledge is worth, rounded up. */
export const coverDerivation = (loan: { readonly debt: string; readonly value: string }): Derived => ({
  terms: [term('debt', '', loan.debt), term('pledge', '÷', loan.value)],
  rounding: 'up',
  decimals: RATE_DECIMALS,
  result: formatRate(ratioCeil(amountOf(loan.debt), amountOf(loan.value))),
});

/** What ends a loan today. */
export const payoffDerivation = (loan: {
  readonly principal: string;
  readonly interest: string;
  readonly payoff: string;
}): Derived | undefined => {
  const derived = exact(
    [term('loan', '', loan.principal), term('interest', '+', loan.interest)],
    (amountOf(loan.principal) + amountOf(loan.interest)) as Amount,
  );
  return derived.result === loan.payoff ? derived : undefined;
};
