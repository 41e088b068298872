import type { OperatorQueryOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { PERSON_COLUMNS, type PersonColumns, personOf } from '../funding/operator-reads.ts';
import type { LinkState } from './slice.ts';

type Totals = OperatorResultOf<'getReferralTotals'>;
type Inviter = OperatorResultOf<'listInviters'>['items'][number];
type Invitation = OperatorResultOf<'listInvitations'>['items'][number];
type Reward = OperatorResultOf<'listPaidRewards'>['items'][number];

/** Place of an inviter: what the list is ordered by, then the number. */
export const INVITERS_CURSOR_PARTS = 2;
export const INVITATIONS_CURSOR_PARTS = 1;
export const PAID_CURSOR_PARTS = 2;

/** As many sign-ins of a person count, the newest: who shares a device shares it now. */
const SIGN_INS_MAX = 20;
/** As many friends of an inviter are compared, the newest. */
const FRIENDS_MAX = 200;
/** As many invitations are searched for groups that share a browser, the newest. */
const INVITATIONS_MAX = 5_000;

const newestLinks = `select user_id, friend from referral_links order by seq desc limit ${INVITATIONS_MAX}`;
/** The newest friends of the inviters that `heads` gives. */
const linksOf = (heads: string): string => `
  select h.head as user_id, l.friend from (${heads}) h cross join lateral (
    select friend from referral_links where user_id = h.head order by seq desc limit ${FRIENDS_MAX}) l`;

/**
 * Inviters and whom each invited as one group, and what more than one of a group signed in from.
 * Sessions are found by their people, so many of each: of those that `links` gives.
 */
const groupsOf = (links: string): string => `
  links as (${links}),
  members as (select user_id as head, user_id as member from links union select user_id, friend from links),
  seen as (
    select distinct m.head, m.member, s.ip, s.user_agent from members m cross join lateral (
      select ip, user_agent from sessions where user_id = m.member order by created_at desc limit ${SIGN_INS_MAX}) s),
  addresses as (select head, ip from seen group by head, ip having 1 < count(distinct member)),
  browsers as (
    select head, ip, user_agent from seen group by head, ip, user_agent having 1 < count(distinct member))`;

const iso = (at: number): string => new Date(at).toISOString();
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;
const person = (user: string): string => `${user}.id as user_id, ${PERSON_COLUMNS.replaceAll('u.', `${user}.`)}`;
/** The columns of a second person of the same row. */
const friendPerson = (user: string): string =>
  `${user}.id as friend_id, coalesce(${user}.username, ${user}.email, 'guest') as friend_name, ${user}.status as friend_status`;
type FriendColumns = {
  readonly friend_id: number;
  readonly friend_name: string;
  readonly friend_status: PersonColumns['user_status'];
};
const friendOf = ({ friend_id: id, friend_name: name, friend_status: status }: FriendColumns) => ({ id, name, status });

export async function referralTotals(pool: Pool, now: number): Promise<Totals> {
  const { rows } = await pool.query<Omit<Totals, 'at'>>(
    `with ${groupsOf(newestLinks)}
     select count(distinct user_id)::int as inviters, count(*)::int as friends,
            count(*) filter (where state = 'active')::int as active,
            count(*) filter (where state = 'stopped')::int as stopped,
            trim_scale(coalesce(sum(fees), 0))::text as fees, trim_scale(coalesce(sum(earned), 0))::text as earned,
            (select count(distinct head)::int from browsers) as suspicious
       from referral_links`,
  );
  return { at: iso(now), ...(rows[0] as Omit<Totals, 'at'>) };
}

type InviterRow = Omit<Inviter, 'user'> & PersonColumns & { readonly rank: number };

/** Inviters, the last used code first; of suspicious ones, who shares with most friends first. */
export async function invitersPage(
  pool: Pool,
  { view = 'all', q }: Pick<OperatorQueryOf<'listInviters'>, 'view' | 'q'>,
  page: PageRequest,
) {
  const [rank = null, id = null] = page.after ?? [];
  // Somebody who is asked for is looked at whoever was invited since.
  const root = 'select id as head from users where $1::text is null or id::text = $1 or invite_code = $1';
  const last = `select l.* from (select user_id as head, max(seq) as rank from referral_links group by user_id) l
                  join (${root}) a using (head)
                 where $2::bigint is null or (l.rank, l.head) < ($2, $3) order by l.rank desc, l.head desc limit $4`;
  const isSuspicious = view === 'suspicious';
  const links = isSuspicious ? (q === undefined ? newestLinks : linksOf(root)) : linksOf('select head from heads');
  // Who shares with whom decides the order of suspicious ones; of all, it is asked of a page only.
  const { rows } = await pool.query<InviterRow>(
    `with ${isSuspicious ? '' : `heads as (${last}),`} ${groupsOf(links)},
     sharing as (
       select s.head, count(distinct s.member) filter (where s.member <> s.head)::int as sharing
         from seen s join browsers using (head, ip, user_agent) group by s.head),
     known as (${
       isSuspicious
         ? 'select head, sharing, sharing as rank from sharing where 0 < sharing and ($1::text is null or true)'
         : 'select h.head, coalesce(s.sharing, 0) as sharing, h.rank from heads h left join sharing s using (head)'
     }),
     page as (
       select * from known k where $2::bigint is null or (k.rank, k.head) < ($2, $3)
        order by k.rank desc, k.head desc limit $4)
     select ${person('u')}, u.invite_code as code, k.rank, k.sharing, l.*,
            (select count(*)::int from addresses a where a.head = k.head) as "sameAddresses",
            (select count(*)::int from browsers b where b.head = k.head) as "sameDevices"
       from page k join users u on u.id = k.head cross join lateral (
         select count(*)::int as friends, count(*) filter (where state = 'active')::int as active,
                trim_scale(sum(fees))::text as fees, trim_scale(sum(earned))::text as earned
           from referral_links where user_id = k.head) l
      order by k.rank desc, k.head desc`,
    [q ?? null, rank, id, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    ({ rank: _, user_id, user_name, user_status, ...row }): Inviter => ({
      user: personOf({ user_id, user_name, user_status }),
      ...row,
    }),
    (row) => [row.rank, row.user_id],
  );
}

type InvitationRow = Pick<
  Invitation,
  'seq' | 'isVerified' | 'fees' | 'earned' | 'most' | 'sameAddresses' | 'sameDevices'
> &
  PersonColumns &
  FriendColumns & {
    readonly state: LinkState;
    readonly linked: number;
    readonly until: number;
    readonly ended: number | null;
  };

export async function invitationsPage(pool: Pool, userId: number | undefined, page: PageRequest) {
  const { rows } = await pool.query<InvitationRow>(
    `with page as (
       select * from referral_links l
        where ($1::bigint is null or l.user_id = $1) and ($2::bigint is null or l.seq < $2)
        order by l.seq desc limit $3),
     ${groupsOf(`${linksOf('select distinct user_id as head from page')} union select user_id, friend from page`)}
     select l.seq, ${person('u')}, ${friendPerson('f')}, l.state, ${ms('l.linked_at')} as linked,
            ${ms('l.until')} as until, ${ms('l.ended_at')} as ended, trim_scale(l.fees)::text as fees,
            trim_scale(l.earned)::text as earned, trim_scale(l.reward_max)::text as most,
            exists (select from kyc_states k where k.user_id = l.friend and k.basic_state = 'verified') as "isVerified",
            (select count(distinct s.ip)::int from seen s join addresses using (head, ip)
              where s.head = l.user_id and s.member = l.friend) as "sameAddresses",
            (select count(*)::int from seen s join browsers using (head, ip, user_agent)
              where s.head = l.user_id and s.member = l.friend) as "sameDevices"
       from page l join users u on u.id = l.user_id join users f on f.id = l.friend
      order by l.seq desc`,
    [userId ?? null, page.after?.[0] ?? null, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    (row): Invitation => ({
      seq: row.seq,
      inviter: personOf(row),
      friend: friendOf(row),
      isVerified: row.isVerified,
      state: row.state,
      linkedAt: iso(row.linked),
      until: iso(row.until),
      endedAt: row.ended === null ? null : iso(row.ended),
      fees: row.fees,
      earned: row.earned,
      most: row.most,
      sameAddresses: row.sameAddresses,
      sameDevices: row.sameDevices,
    }),
    (row) => [row.seq],
  );
}

type RewardRow = Pick<Reward, 'seq' | 'fee' | 'level' | 'share' | 'reward'> &
  PersonColumns &
  FriendColumns & { readonly paid: number };

export async function paidRewardsPage(pool: Pool, userId: number | undefined, page: PageRequest) {
  const { rows } = await pool.query<RewardRow>(
    `select r.seq, ${person('u')}, ${friendPerson('f')}, trim_scale(r.fee)::text as fee, r.level,
            trim_scale(r.share)::text as share, trim_scale(r.reward)::text as reward, ${ms('r.at')} as paid
       from referral_rewards r join users u on u.id = r.user_id join users f on f.id = r.friend
      where ($1::bigint is null or r.user_id = $1) and ($2::bigint is null or (r.seq, r.friend) < ($2, $3))
      order by r.seq desc, r.friend desc limit $4`,
    [userId ?? null, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    (row): Reward => ({
      seq: row.seq,
      inviter: personOf(row),
      friend: friendOf(row),
      fee: row.fee,
      level: row.level,
      share: row.share,
      reward: row.reward,
      at: iso(row.paid),
    }),
    (row) => [row.seq, row.friend_id],
  );
}
