import { FEE_TIERS, feeTierForVolume, volumeToNextFeeTier } from '@glasshouse/rules/fee-tiers';
import { amountOf, formatAmount, formatRate } from '@glasshouse/rules/money';
import type { Book } from '../../kernel/types.ts';
import { type CallHandlers, done } from '../../platform/call.ts';
import type { Pool } from '../../platform/postgres.ts';
import { volumeOf } from './volume.ts';

const TABLE = FEE_TIERS.map(({ level, volume30d, feeDiscount, referralShare }) => ({
  level,
  volume30d: formatAmount(volume30d),
  feeDiscount: formatRate(feeDiscount),
  referralShare: formatRate(referralShare),
}));

export interface Progress {
  /** The tier in force. */
  readonly level: number;
  readonly volume30d: string;
  /** Volume missing for the next one; null on the highest. */
  readonly toNext: string | null;
}

/**
 * A user's tier and progress. The tier is the assigned one, which follows the volume within
 * minutes.
 */
export async function progressOf(pool: Pool, of: { userId: number; book: Book; at: number }): Promise<Progress> {
  const [volume30d, { rows }] = await Promise.all([
    volumeOf(pool, of),
    pool.query<{ level: number }>('select level from user_levels where user_id = $1 and book = $2', [
      of.userId,
      of.book,
    ]),
  ]);
  const volume = amountOf(volume30d);
  const level = rows[0]?.level ?? 0;
  // Volume that has reached a tier not yet assigned counts towards that tier, not the one after.
  const toNext = level < feeTierForVolume(volume) ? amountOf('0') : volumeToNextFeeTier(volume);
  return { level, volume30d, toNext: toNext === undefined ? null : formatAmount(toNext) };
}

export function feeTierCalls({ pool, now }: { readonly pool: Pool; readonly now: () => number }): CallHandlers {
  return {
    async listFeeTiers(_input, context) {
      const { caller, book } = context;
      const mine = caller === undefined ? null : await progressOf(pool, { userId: caller.userId, book, at: now() });
      return done({ levels: TABLE, mine });
    },
  };
}
