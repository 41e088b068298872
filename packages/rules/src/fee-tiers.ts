import { type Amount, divCeil, type Rate, rateOf, subtract, wholeUnits } from './money.ts';

/**
 * A fee tier (VIP level). A user is on the highest one whose volume was reached on the same book.
 */
export interface FeeTier {
  readonly level: number;
  /** Traded in the trailing 30 days to reach it, in USDT. */
  readonly volume30d: Amount;
  /** Share taken off trading fees. */
  readonly feeDiscount: Rate;
  /** Share of the fees of invited friends. */
  readonly referralShare: Rate;
}

const tier = (level: number, volume: number, feeDiscount: string, referralShare: string): FeeTier => ({
  level,
  volume30d: wholeUnits(volume),
  feeDiscount: rateOf(feeDiscount),
  referralShare: rateOf(referralShare),
});

/** Ascending; each needs more volume than the one before and gives no less. */
export const FEE_TIERS: readonly FeeTier[] = [
  tier(0, 0, '0', '0.1'),
  tier(1, 50_000, '0.05', '0.15'),
  tier(2, 250_000, '0.1', '0.2'),
  tier(3, 1_000_000, '0.2', '0.25'),
  tier(4, 5_000_000, '0.3', '0.3'),
  tier(5, 25_000_000, '0.4', '0.4'),
];
export const FEE_TIER_MAX = FEE_TIERS.length - 1;

/** Whole days whose trades count, besides the current one. */
export const VOLUME_DAYS = 30;

/** The tier of this number; any other number is a bug. */
export function feeTierOfNumber(level: number): FeeTier {
  const terms = FEE_TIERS[level];
  if (terms === undefined) throw new RangeError(`there is no fee tier ${level}`);
  return terms;
}

export function feeTierForVolume(volume: Amount): number {
  let reached = 0;
  for (const { level, volume30d } of FEE_TIERS) if (volume30d <= volume) reached = level;
  return reached;
}

/** Volume still missing for the next tier; undefined on the highest one. */
export function volumeToNextFeeTier(volume: Amount): Amount | undefined {
  const next = FEE_TIERS[feeTierForVolume(volume) + 1];
  return next === undefined ? undefined : subtract(next.volume30d, volume);
}

const RATE_ONE = rateOf('1');

/**
 * `rate` less the tier's discount, rounded up to 10⁻⁸, so that a fee is never discounted to zero.
 */
export function feeRateOf(rate: Rate, level: number): Rate {
  if (rate < 0n) throw new RangeError('a fee rate is not negative');
  return divCeil(rate * (RATE_ONE - feeTierOfNumber(level).feeDiscount), RATE_ONE) as Rate;
}
