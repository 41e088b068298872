import { type Amount, divCeil, type Rate, rateOf, subtract, wholeUnits } from './money.ts';

/**
 * A step of the fee ladder. A user is on the highest one whose volume was reached on the same book.
 */
export interface Level {
  readonly level: number;
  /** Traded in the trailing 30 days to reach it, in USDT. */
  readonly volume30d: Amount;
  /** Share taken off trading fees. */
  readonly feeDiscount: Rate;
  /** Share of the fees of invited friends. */
  readonly referralShare: Rate;
}

const step = (level: number, volume: number, feeDiscount: string, referralShare: string): Level => ({
  level,
  volume30d: wholeUnits(volume),
  feeDiscount: rateOf(feeDiscount),
  referralShare: rateOf(referralShare),
});

/** Ascending; each needs more volume than the one before and gives no less. */
export const LEVELS: readonly Level[] = [
  step(0, 0, '0', '0.1'),
  step(1, 50_000, '0.05', '0.15'),
  step(2, 250_000, '0.1', '0.2'),
  step(3, 1_000_000, '0.2', '0.25'),
  step(4, 5_000_000, '0.3', '0.3'),
  step(5, 25_000_000, '0.4', '0.4'),
];
export const LEVEL_MAX = LEVELS.length - 1;

/** Days whose trades count, besides the one that is under way. */
export const LEVEL_DAYS = 30;

/** The step of this number; a number that is none is a bug. */
export function levelTerms(level: number): Level {
  const terms = LEVELS[level];
  if (terms === undefined) throw new RangeError(`there is no level ${level}`);
  return terms;
}

export function levelForVolume(volume: Amount): number {
  let reached = 0;
  for (const { level, volume30d } of LEVELS) if (volume30d <= volume) reached = level;
  return reached;
}

/** What is still to be traded for the next level; undefined on the highest one. */
export function volumeToNextLevel(volume: Amount): Amount | undefined {
  const next = LEVELS[levelForVolume(volume) + 1];
  return next === undefined ? undefined : subtract(next.volume30d, volume);
}

const RATE_ONE = rateOf('1');

/**
 * The fee rate of a level: `rate` less its discount, rounded up to 10⁻⁸, so that a fee is never
 * discounted to nothing.
 */
export function feeRateOf(rate: Rate, level: number): Rate {
  if (rate < 0n) throw new RangeError('a fee rate is not negative');
  return divCeil(rate * (RATE_ONE - levelTerms(level).feeDiscount), RATE_ONE) as Rate;
}
