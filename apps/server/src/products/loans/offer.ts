import type { ResultOf } from '@glasshouse/api/calls';
import {
  FREE_RETURN_WINDOW_DAYS,
  type FreeReturns,
  isReturnFree,
  pledgeFor,
  startOfDay,
  utcDay,
} from '@glasshouse/rules/loans';
import { type Amount, add, amountOf, formatAmount, lesser, mulRateFloor, rateOf, ZERO } from '@glasshouse/rules/money';
import { isBarred, parameterOf } from '../../authority/slice.ts';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount } from '../../kernel/core/accounts.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { CommandInput, CoreState, MarketView, QuestionOutcome } from '../../kernel/core/types.ts';
import { HOUR_MS } from '../../money/funding/steps.ts';
import { USDT } from '../../money/funding/value.ts';
import { balanceValue, coinsOf, freeCoins, pricesOf } from './pledge.ts';
import { type LoanPorts, termsNow } from './request.ts';
import type { FrozenTerms } from './rows.ts';
import { loansOf, recentReturns } from './slice.ts';

type Offer = ResultOf<'getLoanTerms'>;
type Product = ResultOf<'getLoanProduct'>;

/** Terms as the API names them. */
export const termsView = ({ freeDays, warnMs, ...terms }: FrozenTerms) => ({
  ...terms,
  interestFreeDays: freeDays,
  warnHours: warnMs / HOUR_MS,
});

/** The terms in force: for everybody, or for the person who asks on a day. */
function productNow(
  state: CoreState,
  by?: { readonly userId: number; readonly day: number },
): Omit<Product, 'offered'> {
  return {
    ...termsView(termsNow(state, by)),
    termsDays: parameterOf(state, 'loan.terms_days').map(Number),
    minimum: parameterOf(state, 'loan.minimum'),
    maximum: parameterOf(state, 'loan.maximum'),
    basicRate: figureOf(state, 'loans.basicRate'),
    fullRate: figureOf(state, 'loans.fullRate'),
    pool: formatAmount(balanceOf(state, houseAccount('real', USDT, 'pool.lending'))),
  };
}

export function askProduct(state: CoreState): QuestionOutcome {
  const result: Product = { ...productNow(state), offered: parameterOf(state, 'loan.offered') === 1 };
  return { ok: true, result };
}

/** What a person may borrow now: by the state that would decide the request. */
export const askOffer =
  (ports: LoanPorts) =>
  (state: CoreState, { userId }: CommandInput, at: number, market: MarketView): QuestionOutcome => {
    const prices = pricesOf(coinsOf(state, userId), at, market, state);
    const identity = ports.identityOf(state, userId);
    const day = utcDay(at);
    const product = productNow(state, { userId, day });
    const { basicRate, fullRate, minimum, maximum } = product;
    const limitRate = identity === 'full' ? fullRate : identity === 'basic' ? basicRate : '0';
    const value = balanceValue(state, userId, prices);
    const coins = freeCoins(state, userId, prices);
    const free = coins.reduce((sum, coin) => add(sum, coin.value), ZERO);
    const pool = amountOf(product.pool);
    const byBalance = mulRateFloor(value, rateOf(limitRate));
    const byPledge = pledgeable(free, product.openRate);
    const limit = [byPledge, pool, amountOf(maximum)].reduce(lesser, byBalance);
    const openLoanId = loansOf(state).byUser.get(userId) ?? null;
    const least = amountOf(minimum);
    const obstacles: Offer['obstacles'] = [];
    if (isBarred(state, userId)) obstacles.push('frozen');
    if (identity === 'none') obstacles.push('notVerified');
    if (parameterOf(state, 'loan.offered') !== 1) obstacles.push('off');
    if (product.lender === '') obstacles.push('lenderUnnamed');
    if (openLoanId !== null) obstacles.push('loanOpen');
    if (identity !== 'none' && byBalance < least) obstacles.push('balanceTooSmall');
    else if (byPledge < least && identity !== 'none') obstacles.push('notFree');
    if (pool < least) obstacles.push('poolLow');
    const result: Offer = {
      ...product,
      identity,
      balanceValue: formatAmount(value),
      freeValue: formatAmount(free),
      free: coins.map(({ asset, ...amounts }) => ({
        symbol: asset,
        amount: formatAmount(amounts.amount),
        value: formatAmount(amounts.value),
      })),
      limitRate,
      limit: 0 < obstacles.length ? '0' : formatAmount(limit),
      nextFreeReturnAt: nextFreeReturn(product, recentReturns(state, userId, day)),
      obstacles,
      openLoanId,
    };
    return { ok: true, result };
  };

/** When a loan can be returned without interest again; null while it can be, and where none can. */
function nextFreeReturn(terms: FreeReturns, days: readonly number[]): string | null {
  const { freeReturnsYear: most = 0 } = terms;
  if (isReturnFree(terms) || most === 0) return null;
  const last = [...days].sort((left, right) => right - left)[most - 1] as number;
  return isoTime(startOfDay(last + FREE_RETURN_WINDOW_DAYS));
}

/** The largest amount whose pledge is worth no more than what is free. */
function pledgeable(free: Amount, openRate: string): Amount {
  const rate = rateOf(openRate);
  const amount = mulRateFloor(free, rate);
  return pledgeFor(amount, rate) <= free ? amount : ((amount - 1n) as Amount);
}
