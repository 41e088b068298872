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
  of: LoanTerms & { readonly amount: Amount; readonly openRate: string },
): Readonly<Record<'interest' | 'repayment' | 'apr' | 'pledge', Derived>> {
  const { amount, termDays, freeDays, openRate } = of;
  const cost = loanCost(amount, of);
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
      term('loanRate', '×', formatRate(of.dailyRate)),
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
export function loanLimitDerivation(of: {
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
      [term('worth', '', of.balanceValue), term('limitRate', '×', of.limitRate)],
      product(of.balanceValue, of.limitRate),
    ),
    amountBy(
      'down',
      [term('free', '', of.freeValue), term('openRate', '×', of.openRate)],
      product(of.freeValue, of.openRate),
    ),
    exact([term('pool', '', of.pool)], amountOf(of.pool)),
    exact([term('most', '', of.maximum)], amountOf(of.maximum)),
  ];
  const least = candidates.map(({ result }) => amountOf(result)).reduce(lesser);
  const found = candidates.find(({ result }) => amountOf(result) === least);
  return found?.result === of.limit ? found : undefined;
}

/** A debt as a share of what its pledge is worth, rounded up. */
export const coverDerivation = (of: { readonly debt: string; readonly value: string }): Derived => ({
  terms: [term('debt', '', of.debt), term('pledge', '÷', of.value)],
  rounding: 'up',
  decimals: RATE_DECIMALS,
  result: formatRate(ratioCeil(amountOf(of.debt), amountOf(of.value))),
});

/** What ends a loan today. */
export const payoffDerivation = (of: {
  readonly principal: string;
  readonly interest: string;
  readonly payoff: string;
}): Derived | undefined => {
  const derived = exact(
    [term('loan', '', of.principal), term('interest', '+', of.interest)],
    (amountOf(of.principal) + amountOf(of.interest)) as Amount,
  );
  return derived.result === of.payoff ? derived : undefined;
};
