import { divFloor, formatDecimal, RATE_DECIMALS, type Rate } from './money.ts';

/**
 * Annual percentage rate of charge: the yearly rate X, compounded, at which what is drawn and what
 * is paid have the same present value, `Σ Cₖ(1+X)^-tₖ = Σ Dₗ(1+X)^-sₗ`, times in years of 365
 * days, 52 weeks or 12 equal months.
 */
export interface Flow {
  /** In any unit, the same for all flows; positive. */
  readonly amount: bigint;
  /** Time since the first drawdown as a fraction of years: `{ of: 90, in: 365 }` are 90 days. */
  readonly years: { readonly of: number; readonly in: number };
}

export interface CreditFlows {
  readonly drawn: readonly Flow[];
  readonly paid: readonly Flow[];
}

/** Binary-free fixed point: 48 decimals, far beyond what four decimals of a rate need. */
const ONE = 10n ** 48n;
/** Far more than what cutting may lose of a sum, far less than a minor unit. */
const TOLERANCE = ONE / 10n ** 12n;
const RATE_STEP = 10n ** BigInt(RATE_DECIMALS - 4);
/** 100,000,000 %: a short loan with a fee has absurd rates, and none is higher. */
const STEPS_MAX = 10n ** 10n;

/** Two decimals of a percentage, a 5 rounded upwards. */
export function annualRate(flows: CreditFlows): Rate {
  // The present value of what is paid falls as the rate rises, that of the first drawdown does not.
  let low = 0n;
  let high = 1n;
  if (!isBelow(flows, low)) return 0n as Rate;
  while (high < STEPS_MAX && isBelow(flows, high)) {
    low = high;
    high *= 2n;
  }
  while (1n < high - low) {
    const middle = (low + high) / 2n;
    if (isBelow(flows, middle)) low = middle;
    else high = middle;
  }
  // `low` is a half step in front of the figure that rounds to it.
  return (divFloor(low + 1n, 2n) * RATE_STEP) as Rate;
}

/** Text as a share: `0.1292` is 12.92 %. */
export const rateText = (rate: Rate): string => formatDecimal(rate, RATE_DECIMALS);

/** Whether the rate of so many half steps of 0.01 % is at or below the true one. */
function isBelow({ drawn, paid }: CreditFlows, halfSteps: bigint): boolean {
  const growth = naturalLog(ONE + (halfSteps * ONE) / 20_000n);
  const value = (flows: readonly Flow[]): bigint =>
    flows.reduce((sum, { amount, years }) => {
      const power = (growth * BigInt(years.of)) / BigInt(years.in);
      return sum + (amount * ONE * ONE) / exponential(power);
    }, 0n);
  return value(drawn) <= value(paid) + TOLERANCE;
}

const times = (left: bigint, right: bigint): bigint => (left * right) / ONE;

/** Halved until the series converges quickly: ln x = 2ⁿ · 2 artanh((r−1)/(r+1)), r = x^(1/2ⁿ). */
function naturalLog(value: bigint): bigint {
  let root = value;
  let halvings = 0n;
  while (ONE + ONE / 4n < root) {
    root = squareRoot(root * ONE);
    halvings += 1n;
  }
  const ratio = ((root - ONE) * ONE) / (root + ONE);
  const square = times(ratio, ratio);
  let sum = 0n;
  let power = ratio;
  for (let odd = 1n; power !== 0n; odd += 2n) {
    sum += power / odd;
    power = times(power, square);
  }
  return (sum * 2n) << halvings;
}

/** e^x of a value that is not negative. */
function exponential(value: bigint): bigint {
  let small = value;
  let doublings = 0;
  while (ONE / 8n < small) {
    small /= 2n;
    doublings += 1;
  }
  let sum = ONE;
  let term = ONE;
  for (let index = 1n; term !== 0n; index += 1n) {
    term = times(term, small) / index;
    sum += term;
  }
  for (let count = 0; count < doublings; count += 1) sum = times(sum, sum);
  return sum;
}

/** ⌊√n⌋ by Newton. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (root <= next) return root;
    root = next;
  }
}
