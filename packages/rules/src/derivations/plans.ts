import { type Amount, add, amountOf, formatDecimal, RATE_DECIMALS, rateOf, subtract } from '../money.ts';
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
  plan: PlanTerms,
): Readonly<Record<'daily' | 'promised' | 'end' | 'penalty' | 'exit', Derived>> {
  const principal = amountOf(plan.principal);
  const sums = planSums(principal, rateOf(plan.dailyYield), plan.days);
  const left = exitSums({
    principal,
    penaltyRate: rateOf(plan.penaltyRate),
    daily: sums.daily,
    days: plan.days,
    paidDays: 0,
    rounding: 'up',
  });
  const daily = amountBy(
    'down',
    [term('principal', '', plan.principal), term('dailyYield', '×', plan.dailyYield)],
    sums.daily,
  );
  const promised = exact([calculated('dailyPaid', '', daily), term('days', '×', String(plan.days))], sums.promised);
  const penalty = amountBy(
    'up',
    [term('principal', '', plan.principal), term('penaltyRate', '×', plan.penaltyRate)],
    left.penalty,
  );
  return {
    daily,
    promised,
    penalty,
    end: exact(
      [term('principal', '', plan.principal), calculated('yield', '+', promised)],
      add(principal, sums.promised),
    ),
    exit: exact([term('principal', '', plan.principal), calculated('penalty', '−', penalty)], left.returned),
  };
}

/** What a plan has paid so far and, once it was left, what remained of that after the penalty. */
export function planResultDerivations(plan: {
  readonly principal: string;
  readonly dailyYield: string;
  readonly paidDays: number;
  /** Undefined: it was not left early. */
  readonly penalty?: string | undefined;
}): Readonly<Record<'earned' | 'net', Derived>> {
  const { daily } = planSums(amountOf(plan.principal), rateOf(plan.dailyYield), Math.max(1, plan.paidDays));
  const each = amountBy(
    'down',
    [term('principal', '', plan.principal), term('dailyYield', '×', plan.dailyYield)],
    daily,
  );
  const earned = exact(
    [calculated('dailyPaid', '', each), term('days', '×', String(plan.paidDays))],
    (daily * BigInt(plan.paidDays)) as Amount,
  );
  const penalty = plan.penalty ?? '0';
  return {
    earned,
    net: exact(
      [calculated('yield', '', earned), term('penalty', '−', penalty)],
      subtract(amountOf(earned.result), amountOf(penalty)),
    ),
  };
}

/** What leaving a plan costs and brings after some of its days were paid. */
export function exitDerivations(plan: {
  readonly principal: string;
  readonly daily: string;
  readonly days: number;
  readonly paidDays: number;
  readonly penaltyRate: string;
}): Readonly<Record<'penalty' | 'back' | 'lost', Derived>> {
  const { principal, days, paidDays } = plan;
  const sums = exitSums({
    principal: amountOf(principal),
    penaltyRate: rateOf(plan.penaltyRate),
    daily: amountOf(plan.daily),
    days,
    paidDays,
    rounding: 'up',
  });
  const penalty = amountBy(
    'up',
    [term('principal', '', principal), term('penaltyRate', '×', plan.penaltyRate)],
    sums.penalty,
  );
  return {
    penalty,
    back: exact([term('principal', '', principal), calculated('penalty', '−', penalty)], sums.returned),
    lost: exact(
      [term('dailyPaid', '', plan.daily), term('days', '×', String(Math.max(0, days - paidDays)))],
      sums.released,
    ),
  };
}

/** The yield of all days of a product, as a share of the principal. */
export function totalYieldDerivation(plan: { readonly dailyYield: string; readonly days: number }): Derived {
  const total = rateOf(plan.dailyYield) * BigInt(plan.days);
  return {
    terms: [term('dailyYield', '', plan.dailyYield), term('days', '×', String(plan.days))],
    rounding: 'exact',
    decimals: RATE_DECIMALS,
    result: formatDecimal(total, RATE_DECIMALS),
  };
}
