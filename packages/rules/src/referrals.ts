import { type Amount, lesser, mulRateFloor, type Rate } from './money.ts';

/** Fees in other assets earn nothing: the most that a friend may earn is in USDT. */
export const REFERRAL_ASSET = 'USDT';

/**
 * What an inviter gets of a fee that a friend really paid: the share, rounded down, and no more
 * than is left of the most that this friend may earn them.
 */
export const referralReward = (fee: Amount, terms: { readonly share: Rate; readonly left: Amount }): Amount =>
  lesser(mulRateFloor(fee, terms.share), terms.left);
