import type { ResultOf } from '@glasshouse/api/calls';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { maskedName } from './masked-name.ts';
import type { LinkState } from './slice.ts';

/** Place of an invitation: the log entry. */
export const FRIENDS_CURSOR_PARTS = 1;
/** Place of a reward: the log entry, then the friend. */
export const REWARDS_CURSOR_PARTS = 2;

const iso = (at: number): string => new Date(at).toISOString();
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;
const VERIFIED = (user: string): string =>
  `exists (select 1 from kyc_states k where k.user_id = ${user} and k.basic_state = 'verified')`;

interface UserNames {
  readonly username: string | null;
  readonly email: string | null;
}

/** Code, counts and sums of a person. */
export async function ownSummary(
  pool: Pool,
  userId: number,
): Promise<{ code: string | null; isVerified: boolean; friends: number; active: number; earned: string }> {
  const { rows } = await pool.query<{
    code: string | null;
    isVerified: boolean;
    friends: number;
    active: number;
    earned: string;
  }>(
    `select case when u.kind = 'guest' then null else u.invite_code end as code, ${VERIFIED('u.id')} as "isVerified",
            (select count(*)::int from referral_links l where l.user_id = u.id) as friends,
            (select count(*)::int from referral_links l where l.user_id = u.id and l.state = 'active') as active,
            (select trim_scale(coalesce(sum(earned), 0))::text from referral_links l where l.user_id = u.id) as earned
       from users u where u.id = $1`,
    [userId],
  );
  return rows[0] ?? { code: null, isVerified: false, friends: 0, active: 0, earned: '0' };
}

type Inviter = Omit<NonNullable<ResultOf<'getReferrals'>['inviter']>, 'share'> & { readonly level: number };

/** Who invited the person, and what they get of it. */
export async function inviterOf(pool: Pool, userId: number): Promise<Inviter | undefined> {
  const { rows } = await pool.query<
    UserNames & { state: LinkState; until: number; fees: string; earned: string; most: string; level: number }
  >(
    `select u.username, u.email, l.state, ${ms('l.until')} as until, trim_scale(l.fees)::text as fees,
            trim_scale(l.earned)::text as earned, trim_scale(l.reward_max)::text as most,
            coalesce((select level from user_levels v where v.user_id = l.user_id and v.book = 'real'), 0) as level
       from referral_links l join users u on u.id = l.user_id where l.friend = $1`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { username, email, until, ...rest } = row;
  return { name: maskedName({ username, email }), ...rest, until: iso(until) };
}

/** Invitations of a person, newest first. */
export async function friendsOf(pool: Pool, userId: number, page: PageRequest): Promise<ResultOf<'listFriends'>> {
  const { rows } = await pool.query<
    UserNames & {
      id: number;
      state: LinkState;
      verified: boolean;
      at: number;
      until: number;
      fees: string;
      earned: string;
      most: string;
    }
  >(
    `select l.seq as id, u.username, u.email, l.state, ${VERIFIED('l.friend')} as verified, ${ms('l.linked_at')} as at,
            ${ms('l.until')} as until, trim_scale(l.fees)::text as fees, trim_scale(l.earned)::text as earned,
            trim_scale(l.reward_max)::text as most
       from referral_links l join users u on u.id = l.friend
      where l.user_id = $1 and ($2::bigint is null or l.seq < $2) order by l.seq desc limit $3`,
    [userId, page.after?.[0] ?? null, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    ({ username, email, verified, at, until, ...row }) => ({
      ...row,
      name: maskedName({ username, email }),
      isVerified: verified,
      joinedAt: iso(at),
      until: iso(until),
    }),
    (row) => [row.id],
  );
}

/** Rewards of a person, newest first. */
export async function rewardsOfUser(pool: Pool, userId: number, page: PageRequest): Promise<ResultOf<'listRewards'>> {
  const { rows } = await pool.query<
    UserNames & {
      seq: number;
      friend: number;
      id: number;
      fee: string;
      level: number;
      share: string;
      reward: string;
      at: number;
    }
  >(
    `select r.seq, r.friend, l.seq as id, u.username, u.email, trim_scale(r.fee)::text as fee, r.level,
            trim_scale(r.share)::text as share, trim_scale(r.reward)::text as reward, ${ms('r.at')} as at
       from referral_rewards r join referral_links l using (friend) join users u on u.id = r.friend
      where r.user_id = $1 and ($2::bigint is null or (r.seq, r.friend) < ($2, $3))
      order by r.seq desc, r.friend desc limit $4`,
    [userId, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    ({ username, email, friend: _, at, ...row }) => ({ ...row, name: maskedName({ username, email }), at: iso(at) }),
    (row) => [row.seq, row.friend],
  );
}
