import { type Amount, divCeil, type Rate, rateOf, subtract, wholeUnits } from './money.ts';

/**
 * A fee tier (VIP level). A user is on the highest one whose fees were paid on the same book.
 */
export interface FeeTier {
  readonly level: number;
  /** Trading fees paid in the trailing 30 days to reach it, in USDT. */
  readonly fees30d: Amount;
  /** Share taken off trading fees. */
  readonly feeDiscount: Rate;
  /** Share of the fees of invited friends. */
  readonly referralShare: Rate;
}

const tier = (level: number, fees: number, feeDiscount: string, referralShare: string): FeeTier => ({
  level,
  fees30d: wholeUnits(fees),
  feeDiscount: rateOf(feeDiscount),
  referralShare: rateOf(referralShare),
});

/**
 * What a log from before tiers were in it was decided by. Never edited. Ascending; each needs more
 * fees than the one before and gives no less.
 */
export const FIRST_FEE_TIERS: readonly FeeTier[] = [
  tier(0, 0, '0', '0.1'),
  tier(1, 25, '0.05', '0.15'),
  tier(2, 125, '0.1', '0.2'),
  tier(3, 500, '0.2', '0.25'),
  tier(4, 2_500, '0.3', '0.3'),
  tier(5, 12_500, '0.4', '0.4'),
];
/** What an installation offers until its operators change it: a list of its own once it differs. */
export const FEE_TIERS: readonly FeeTier[] = FIRST_FEE_TIERS;
/** The number of tiers is fixed by the rules. */
export const FEE_TIER_MAX = FIRST_FEE_TIERS.length - 1;

/** Whole days whose trades count, besides the current one. */
export const FEE_DAYS = 30;

export function feeTierForFees(paid: Amount, tiers: readonly FeeTier[] = FEE_TIERS): number {
  let reached = 0;
  for (const { level, fees30d } of tiers) if (fees30d <= paid) reached = level;
  return reached;
}

/** Fees still missing for the next tier; undefined on the highest one. */
export function feesToNextFeeTier(paid: Amount, tiers: readonly FeeTier[] = FEE_TIERS): Amount | undefined {
  const next = tiers[feeTierForFees(paid, tiers) + 1];
  return next === undefined ? undefined : subtract(next.fees30d, paid);
}

const RATE_ONE = rateOf('1');

/**
 * Whether each tier needs more than the one before and gives no less, and the house keeps part of
 * each fee.
 */
export const areFeeTiersSound = (tiers: readonly FeeTier[]): boolean =>
  tiers.length === FIRST_FEE_TIERS.length &&
  tiers.every((tier, index) => {
    const before = tiers[index - 1];
    const isKept = tier.feeDiscount + tier.referralShare < RATE_ONE;
    if (before === undefined) return tier.fees30d === 0n && isKept;
    return (
      isKept &&
      before.fees30d < tier.fees30d &&
      before.feeDiscount <= tier.feeDiscount &&
      before.referralShare <= tier.referralShare
    );
  });

/** Whether anybody would get a smaller share of friends’ fees for the same fees of their own. */
export const doSharesFall = (before: readonly FeeTier[], after: readonly FeeTier[]): boolean =>
  [...before, ...after].some(({ fees30d }) => shareFor(fees30d, after) < shareFor(fees30d, before));

const shareFor = (paid: Amount, tiers: readonly FeeTier[]): Rate =>
  tiers[feeTierForFees(paid, tiers)]?.referralShare ?? (0n as Rate);

/** `rate` less a tier's discount, rounded up to 10⁻⁸, so that a fee is never discounted to zero. */
export function feeRateOf(rate: Rate, discount: Rate): Rate {
  if (rate < 0n) throw new RangeError('a fee rate is not negative');
  if (discount < 0n || RATE_ONE <= discount) throw new RangeError('a discount leaves part of the fee');
  return divCeil(rate * (RATE_ONE - discount), RATE_ONE) as Rate;
}
