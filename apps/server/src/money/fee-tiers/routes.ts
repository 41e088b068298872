import { feesToNextFeeTier, feeTierForFees } from '@glasshouse/rules/fee-tiers';
import { amountOf, formatAmount, formatRate, rateOf } from '@glasshouse/rules/money';
import type { Book } from '../../kernel/core/types.ts';
import { type CallHandlers, done } from '../../platform/call.ts';
import type { Pool } from '../../platform/postgres.ts';
import { readFeeTiers } from './table.ts';
import { feesOf } from './volume.ts';

export interface Progress {
  /** The tier in force. */
  readonly level: number;
  readonly fees30d: string;
  /** What the tier takes off trading fees. */
  readonly feeDiscount: string;
  /** Fees missing for the next one; null on the highest. */
  readonly toNext: string | null;
}

/**
 * A user's tier and progress. The tier is the assigned one, which follows the fees within
 * minutes.
 */
export async function progressOf(pool: Pool, query: { userId: number; book: Book; at: number }): Promise<Progress> {
  const [tiers, fees30d, { rows }] = await Promise.all([
    readFeeTiers(pool),
    feesOf(pool, query),
    pool.query<{ level: number }>('select level from user_levels where user_id = $1 and book = $2', [
      query.userId,
      query.book,
    ]),
  ]);
  const paid = amountOf(fees30d);
  const level = rows[0]?.level ?? 0;
  // What has reached a tier not yet assigned counts towards that tier, not the one after.
  const toNext = level < feeTierForFees(paid, tiers) ? amountOf('0') : feesToNextFeeTier(paid, tiers);
  const feeDiscount = formatRate(tiers[level]?.feeDiscount ?? rateOf('0'));
  return { level, fees30d, feeDiscount, toNext: toNext === undefined ? null : formatAmount(toNext) };
}

export function feeTierCalls({ pool, now }: { readonly pool: Pool; readonly now: () => number }) {
  return {
    async listFeeTiers(_input, context) {
      const { caller, book } = context;
      const [tiers, mine] = await Promise.all([
        readFeeTiers(pool),
        caller === undefined ? null : progressOf(pool, { userId: caller.userId, book, at: now() }),
      ]);
      return done({
        levels: tiers.map(({ level, fees30d, feeDiscount, referralShare }) => ({
          level,
          fees30d: formatAmount(fees30d),
          feeDiscount: formatRate(feeDiscount),
          referralShare: formatRate(referralShare),
        })),
        mine: mine && { level: mine.level, fees30d: mine.fees30d, toNext: mine.toNext },
      });
    },
  } satisfies CallHandlers;
}
