import { add, amountOf, formatDecimal, RATE_DECIMALS, rateOf } from '../money.ts';
import { exitSums, planSums } from '../plans.ts';
import { amountBy, calculated, type Derived, exact, term } from './terms.ts';

interface PlanTerms {
  readonly principal: string;
  readonly dailyYield: string;
  readonly days: number;
  readonly penaltyRate: string;
}

/** What a plan pays each day, in all, at its end, and after leaving it on its first day. */
export function planDerivations(
  of: PlanTerms,
): Readonly<Record<'daily' | 'promised' | 'end' | 'penalty' | 'exit', Derived>> {
  const principal = amountOf(of.principal);
  const sums = planSums(principal, rateOf(of.dailyYield), of.days);
  const left = exitSums({
    principal,
    penaltyRate: rateOf(of.penaltyRate),
    daily: sums.daily,
    days: of.days,
    paidDays: 0,
    rounding: 'up',
  });
  const daily = amountBy(
    'down',
    [term('principal', '', of.principal), term('dailyYield', '×', of.dailyYield)],
    sums.daily,
  );
  const promised = exact([calculated('dailyPaid', '', daily), term('days', '×', String(of.days))], sums.promised);
  const penalty = amountBy(
    'up',
    [term('principal', '', of.principal), term('penaltyRate', '×', of.penaltyRate)],
    left.penalty,
  );
  return {
    daily,
    promised,
    penalty,
    end: exact(
      [term('principal', '', of.principal), calculated('yield', '+', promised)],
      add(principal, sums.promised),
    ),
    exit: exact([term('principal', '', of.principal), calculated('penalty', '−', penalty)], left.returned),
  };
}

/** What leaving a plan costs and brings after some of its days were paid. */
export function exitDerivations(of: {
  readonly principal: string;
  readonly daily: string;
  readonly days: number;
  readonly paidDays: number;
  readonly penaltyRate: string;
}): Readonly<Record<'penalty' | 'back' | 'lost', Derived>> {
  const { principal, days, paidDays } = of;
  const sums = exitSums({
    principal: amountOf(principal),
    penaltyRate: rateOf(of.penaltyRate),
    daily: amountOf(of.daily),
    days,
    paidDays,
    rounding: 'up',
  });
  const penalty = amountBy(
    'up',
    [term('principal', '', principal), term('penaltyRate', '×', of.penaltyRate)],
    sums.penalty,
  );
  return {
    penalty,
    back: exact([term('principal', '', principal), calculated('penalty', '−', penalty)], sums.returned),
    lost: exact(
      [term('dailyPaid', '', of.daily), term('days', '×', String(Math.max(0, days - paidDays)))],
      sums.released,
    ),
  };
}

/** The yield of all days of a product, as a share of the principal. */
export function totalYieldDerivation(of: { readonly dailyYield: string; readonly days: number }): Derived {
  const total = rateOf(of.dailyYield) * BigInt(of.days);
  return {
    terms: [term('dailyYield', '', of.dailyYield), term('days', '×', String(of.days))],
    rounding: 'exact',
    decimals: RATE_DECIMALS,
    result: formatDecimal(total, RATE_DECIMALS),
  };
}
