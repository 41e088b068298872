import type { ResultOf } from '@glasshouse/api';
import { loanDerivations } from '@glasshouse/rules/derivations/loans';
import {
  isReturnFree,
  type LoanDebt,
  type LoanTerms,
  lastWithdrawalDay,
  loanCost,
  payoffOf,
  pledgeFor,
  startOfDay,
  utcDay,
} from '@glasshouse/rules/loans';
import {
  type Amount,
  add,
  amountOf,
  divCeil,
  formatAmount,
  formatRate,
  lesser,
  mulRateFloor,
  parseAmount,
  type Rate,
  rateOf,
  ratioCeil,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';

export type Product = ResultOf<'getLoanProduct'>;
export type Offer = ResultOf<'getLoanTerms'>;
export type Loan = ResultOf<'getLoan'>;
type Rates = Pick<
  Product,
  'dailyRate' | 'overdueRate' | 'interestFreeDays' | 'openRate' | 'freeReturnsYear' | 'freeReturnsUsed'
>;

export interface ScheduleRow {
  readonly at: number;
  readonly interest: string;
  readonly payoff: string;
  /** Both in cents, as they are shown. */
  readonly inCents: { readonly interest: string; readonly payoff: string };
  /** The repayment date. */
  readonly isDue: boolean;
}

interface Sums {
  readonly interest: string;
  readonly repayment: string;
  readonly apr: string;
  readonly dueAt: number;
  /** Until this moment the loan can be returned without interest; undefined where it cannot. */
  readonly freeUntil: number | undefined;
  /** What must be pledged, in USDT. */
  readonly pledge: string;
  readonly rows: readonly ScheduleRow[];
  /** What each of them follows from, as it is shown to whoever asks. */
  readonly why: ReturnType<typeof loanDerivations>;
}

const termsOf = (rates: Rates, termDays: number): LoanTerms => ({
  dailyRate: rateOf(rates.dailyRate),
  overdueRate: rateOf(rates.overdueRate),
  freeDays: rates.interestFreeDays,
  termDays,
  ...(rates.freeReturnsYear === undefined ? {} : { freeReturnsYear: rates.freeReturnsYear }),
  ...(rates.freeReturnsUsed === undefined ? {} : { freeReturnsUsed: rates.freeReturnsUsed }),
});

/** What a loan costs, by the rules that the server uses; undefined out of range. */
export function loanSums(
  rates: Rates,
  request: { readonly amount: string; readonly min: string; readonly max: string; readonly termDays: number },
  now: number,
): Sums | undefined {
  const amount = parseAmount(request.amount);
  if (amount === undefined || amount < amountOf(request.min) || amountOf(request.max) < amount) return undefined;
  const terms = termsOf(rates, request.termDays);
  const { interest, repayment, apr } = loanCost(amount, terms);
  const startDay = utcDay(now);
  const debt = { startDay, principal: amount, accrued: 0n, countedDay: startDay };
  return {
    interest: formatAmount(interest),
    repayment: formatAmount(repayment),
    apr: formatRate(apr),
    dueAt: startOfDay(startDay + request.termDays),
    freeUntil: isReturnFree(terms) ? startOfDay(lastWithdrawalDay(startDay, terms) + 1) : undefined,
    pledge: formatAmount(pledgeFor(amount, rateOf(rates.openRate))),
    rows: rowsOf(debt, terms, startDay),
    why: loanDerivations({ ...terms, amount, openRate: rates.openRate }),
  };
}

/** Days of a loan that its schedule shows, besides the last free one and the next. */
const SHOWN_DAYS = [1, 30, 60, 90, 120, 180, 240, 300] as const;

function rowsOf(debt: LoanDebt, terms: LoanTerms, today: number): ScheduleRow[] {
  const { startDay } = debt;
  const due = startDay + terms.termDays;
  const lastFree = lastWithdrawalDay(startDay, terms);
  const days = [...SHOWN_DAYS.map((day) => startDay + day), lastFree, lastFree + 1].filter(
    (day) => today < day && day < due,
  );
  return [...new Set([...days, Math.max(due, today)])]
    .sort((left, right) => left - right)
    .map((day) => {
      const { principal, interest } = payoffOf(debt, terms, day);
      return {
        at: startOfDay(day),
        interest: formatAmount(interest),
        payoff: formatAmount(add(principal, interest)),
        inCents: owedInCents(principal, interest),
        isDue: day === due,
      };
    });
}

const CENT = amountOf('0.01');
const centsUp = (amount: Amount): Amount => (divCeil(amount, CENT) * CENT) as Amount;

/**
 * Owed in whole cents: rounded up, so that no day seems cheaper than it is. Interest is what the
 * rounded sum has above the rounded loan: the two add up.
 */
function owedInCents(principal: Amount, interest: Amount): ScheduleRow['inCents'] {
  const payoff = centsUp(add(principal, interest));
  return { interest: formatAmount(subtract(payoff, centsUp(principal))), payoff: formatAmount(payoff) };
}

/** Whether it can still be returned without interest. */
export const isFree = ({ withdrawUntil, state }: Loan, now: number): boolean =>
  state === 'repaying' && withdrawUntil !== null && now < Date.parse(withdrawUntil);

/** What ends a running loan by day; none before its payout and after its end. */
export function runningRows(loan: Loan, now: number): readonly ScheduleRow[] {
  if (loan.startedAt === null || loan.closedAt !== null) return [];
  const today = utcDay(now);
  const startDay = utcDay(Date.parse(loan.startedAt));
  const paid = loan.repaid !== '0';
  // Exact from the payout on; after a payment from today's interest, rounded as when it is paid.
  const accrued = paid ? amountOf(loan.interest) * rateOf('1') : 0n;
  const debt = { startDay, principal: amountOf(loan.principal), accrued, countedDay: paid ? today : startDay };
  return rowsOf(debt, termsOf(loan, loan.termDays), today);
}

/** The share of the pledge at which its owner is warned, or below which the warning ends. */
export const markOf = ({ cover, warnRate, coverRate = warnRate }: Loan): string =>
  cover === null || cover.warnedAt === null ? warnRate : coverRate;

/** What is left to pay until the pledge covers the debt again, in whole cents. */
export function toCover(loan: Loan): string | undefined {
  const { cover, payoff } = loan;
  if (cover === null || cover.value === null) return undefined;
  // Warned at a share that is reached: one unit less is below it.
  const allowed = subtract(mulRateFloor(amountOf(cover.value), rateOf(markOf(loan))), 1n as Amount);
  const missing = subtract(amountOf(cover.debt), allowed);
  if (missing <= ZERO) return undefined;
  return formatAmount(lesser(centsUp(missing), amountOf(payoff)));
}

/** The debt as a share of the pledge after a payment; undefined without a price. */
export function shareAfter({ cover }: Loan, paid: Amount): string | undefined {
  if (cover === null || cover.value === null || cover.value === '0') return undefined;
  const debt = amountOf(cover.debt);
  return formatRate(ratioCeil(subtract(debt, lesser(paid, debt)), amountOf(cover.value)) as Rate);
}

/** From when the pledge of an overdue loan is sold; undefined once there is nothing to sell. */
export const saleAt = ({ state, repaymentAt, graceDays, collateral }: Loan): number | undefined =>
  state !== 'expired' || repaymentAt === null || collateral.length === 0
    ? undefined
    : startOfDay(utcDay(Date.parse(repaymentAt)) + graceDays);

/** The coins that would be pledged, in the order and at the prices that the server told. */
export function pledgeOf(offer: Pick<Offer, 'free'>, value: string): { symbol: string; amount: string }[] {
  let left = amountOf(value);
  const pledged: { symbol: string; amount: string }[] = [];
  for (const coin of offer.free) {
    if (left === ZERO) break;
    const amount = amountOf(coin.amount);
    const worth = amountOf(coin.value);
    const pledge = worth <= left ? amount : (divCeil(left * amount, worth) as Amount);
    pledged.push({ symbol: coin.symbol, amount: formatAmount(lesser(pledge, amount)) });
    left = worth <= left ? subtract(left, worth) : ZERO;
  }
  return pledged;
}

/** A limit without more decimals than anybody types. */
export const inCents = (limit: string): string => formatAmount(((amountOf(limit) / CENT) * CENT) as Amount);

/** Steps of the slider, whatever it reaches to. */
export const SLIDER_STEPS = 1_000;
/** The slider moves by a hundredth of what it reaches over at most, in a round amount. */
const ROUND_SHARE = 100n;

/** The amount at a place of the slider, in ones, tens, hundreds and so on of USDT. */
export function amountAt(place: number, range: { readonly min: string; readonly max: string }): string {
  const min = amountOf(range.min);
  const max = amountOf(range.max);
  if (SLIDER_STEPS <= place) return range.max;
  let unit: bigint = amountOf('1');
  while (10n * unit * ROUND_SHARE <= max - min) unit *= 10n;
  const raw = min + ((max - min) * BigInt(place)) / BigInt(SLIDER_STEPS);
  const rounded = place <= 0 ? min : (raw / unit) * unit < min ? min : (raw / unit) * unit;
  return formatAmount(rounded as Amount);
}

export function placeOf(text: string, range: { readonly min: string; readonly max: string }): number {
  const amount = parseAmount(text) ?? ZERO;
  const min = amountOf(range.min);
  const max = amountOf(range.max);
  if (amount <= min || max <= min) return 0;
  return max <= amount ? SLIDER_STEPS : Number(((amount - min) * BigInt(SLIDER_STEPS)) / (max - min));
}
