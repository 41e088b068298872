import { formatRate, rateOf } from '@glasshouse/rules/money';
import { type CallHandlers, callerOf, done } from '../../platform/call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { readFeeTiers } from '../fee-tiers/table.ts';
import { realBookProblem } from '../funding/real-book.ts';
import {
  FRIENDS_CURSOR_PARTS,
  friendsOf,
  inviterOf,
  ownSummary,
  REWARDS_CURSOR_PARTS,
  rewardsOfUser,
} from './queries.ts';
import { readReferralTerms } from './terms.ts';

export interface ReferralCallsDeps {
  readonly pool: Pool;
  readonly now: () => number;
  /** The address of this installation. */
  readonly site: string;
  readonly isRealBookClosed: boolean;
}

/** Where the sign-up form takes the code from. */
export const inviteLink = (site: string, code: string): string => new URL(`/pass/register?invite=${code}`, site).href;

export function referralCalls({ pool, site, isRealBookClosed }: ReferralCallsDeps) {
  return {
    async getReferrals(_input, context) {
      const { userId } = callerOf(context);
      const [terms, tiers, own, inviter, levels] = await Promise.all([
        readReferralTerms(pool),
        readFeeTiers(pool),
        ownSummary(pool, userId),
        inviterOf(pool, userId),
        pool.query<{ level: number }>(`select level from user_levels where user_id = $1 and book = 'real'`, [userId]),
      ]);
      const shareAt = (level: number): string => formatRate(tiers[level]?.referralShare ?? rateOf('0'));
      const level = levels.rows[0]?.level ?? 0;
      const { level: inviterLevel = 0, ...inviterName } = inviter ?? {};
      return done({
        ...own,
        link: own.code === null ? null : inviteLink(site, own.code),
        pays: terms?.pays === true && !isRealBookClosed,
        level,
        share: shareAt(level),
        days: terms?.days ?? 0,
        friendMax: terms?.friendMax ?? '0',
        friendsMax: terms?.friendsMax ?? 0,
        inviter:
          inviter === undefined
            ? null
            : { ...(inviterName as Omit<typeof inviter, 'level'>), share: shareAt(inviterLevel) },
      });
    },
    async listFriends({ query }, context) {
      const problem = realBookProblem(context, isRealBookClosed);
      if (problem !== undefined) return problem;
      const page = readPage(query, FRIENDS_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await friendsOf(pool, callerOf(context).userId, page));
    },
    async listRewards({ query }, context) {
      const problem = realBookProblem(context, isRealBookClosed);
      if (problem !== undefined) return problem;
      const page = readPage(query, REWARDS_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await rewardsOfUser(pool, callerOf(context).userId, page));
    },
  } satisfies CallHandlers;
}
