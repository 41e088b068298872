import { code } from '@glasshouse/api/codes';
import { operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { guardOf } from '../../kernel/core/guard.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Book, Command, CommandInput, CoreModule, CoreState, Outcome } from '../../kernel/core/types.ts';
import { type ReferralPorts, rewardsOf } from './follow.ts';
import {
  emptySlice,
  REFERRAL_LINKS_TABLE,
  REFERRAL_REWARDS_TABLE,
  REFERRAL_TERMS_TABLE,
  REFERRALS_MODULE,
  type ReferralLink,
  type ReferralRows,
  type ReferralsSlice,
  reduce,
  referralsOf,
} from './slice.ts';
import { type ReferralOffer, referralOffers } from './terms.ts';

export type LinkBody = { readonly friend: number };
export type ExpireBody = { readonly friends: readonly number[] };
export type StopBody = OperatorBody<{ readonly friend: number }>;

const EXPIRE = 'referrals.expire';
const DAY_MS = 86_400_000;
/** Invitations that end in one step of time; the others follow in the next. */
const ENDED_AT_ONCE = 250;

/**
 * Says who invited whom, once, when the friend signs up. The command is the inviter's, so that
 * their accounts are in memory from here on.
 */
function link(state: CoreState, { userId, seq, at, body }: Command<LinkBody>): Outcome {
  const { friend } = body;
  const slice = referralsOf(state);
  if (userId <= 0 || !Number.isSafeInteger(friend) || friend <= 0) return refuse(code.outOfRange, 'friend');
  if (friend === userId) return refuse(code.invitedThemselves, 'friend');
  if (slice.links.has(friend)) return refuse(code.alreadyInvited, 'friend');
  if (isInvitedBy(slice, { person: userId, inviter: friend, longest: figureOf(state, 'referrals.chainMax') }))
    return refuse(code.invitedInRing, 'friend');
  const { terms } = slice;
  if (terms === undefined || !terms.pays || terms.days === 0 || terms.friendMax === '0')
    return refuse(code.referralsClosed);
  if (terms.friendsMax <= (slice.active.get(userId) ?? 0)) return refuse(code.tooManyFriends);
  const row: ReferralLink = {
    friend,
    user_id: userId,
    seq,
    linked_at: at,
    until: at + terms.days * DAY_MS,
    reward_max: terms.friendMax,
    fees: '0',
    earned: '0',
    first_seq: null,
    first_at: null,
    state: 'active',
    ended_at: null,
    ended_seq: null,
  };
  return {
    ok: true,
    result: { link: seq },
    postings: [],
    rows: [changeOf(REFERRAL_LINKS_TABLE, row)],
    events: [],
  };
}

/** Whether the inviter stands above the person in the chain of invitations, at any distance. */
function isInvitedBy(
  { links }: ReferralsSlice,
  relation: { readonly person: number; readonly inviter: number; readonly longest: number },
): boolean {
  let ancestor = links.get(relation.person)?.user_id;
  for (let length = 0; ancestor !== undefined && length < relation.longest; length += 1) {
    if (ancestor === relation.inviter) return true;
    ancestor = links.get(ancestor)?.user_id;
  }
  return ancestor !== undefined;
}

function expire(state: CoreState, { seq, at, body }: Command<ExpireBody>): Outcome {
  const { links } = referralsOf(state);
  const rows = body.friends.flatMap((friend) => {
    const found = links.get(friend);
    // An operator may have stopped it while the core could not end it.
    if (found?.state !== 'active') return [];
    if (at < found.until) throw new Error(`the invitation of ${friend} has not ended`);
    return changeOf<ReferralLink>(REFERRAL_LINKS_TABLE, { ...found, state: 'expired', ended_at: at, ended_seq: seq });
  });
  return { ok: true, result: { expired: rows.length }, postings: [], rows, events: [] };
}

/** What has ended by `at`, in the order of sign-ups. */
function due(state: CoreState, at: number): CommandInput[] {
  const { links, nextEnd } = referralsOf(state);
  if (at < nextEnd) return [];
  const { held } = guardOf(state);
  const live = new Map<number, { readonly book: Book }>();
  for (const { friend, state: now, until } of links.values()) {
    // One that cannot be ended is tried again by the core, and not beside that.
    if (now !== 'active' || at < until || held.get(`${EXPIRE}:${friend}`)?.done_at === null) continue;
    live.set(friend, { book: 'real' });
    if (live.size === ENDED_AT_ONCE) break;
  }
  const ended = [...live.keys()].sort((left, right) => left - right);
  // Nobody is invited twice, so each has one id for ever.
  return internalCommands(ended, { type: EXPIRE, live, bodyOf: (friends): ExpireBody => ({ friends }) });
}

/** Nothing more is paid for a friend; what was paid stays. One person is enough: no money moves. */
const stopLink = operatorHandler<StopBody>({
  permission: 'users.freeze',
  decide: (state, { seq, at, body }) => {
    const found = referralsOf(state).links.get(body.friend);
    if (found?.state !== 'active') return refuse(code.nothingFound, 'friend');
    const row: ReferralLink = { ...found, state: 'stopped', ended_at: at, ended_seq: seq };
    return {
      ok: true,
      subject: `invitation ${found.seq}`,
      before: { friend: found.friend, inviter: found.user_id, state: found.state },
      after: { friend: found.friend, inviter: found.user_id, state: row.state },
      postings: [],
      rows: [changeOf(REFERRAL_LINKS_TABLE, row)],
      events: [],
    };
  },
});

export type ReferralCommands = {
  readonly 'referrals.define': { readonly body: ReferralOffer; readonly facts: null };
  readonly 'referrals.link': { readonly body: LinkBody; readonly facts: null };
  readonly 'referrals.expire': { readonly body: ExpireBody; readonly facts: null };
  readonly 'referrals.stop': { readonly body: StopBody; readonly facts: null };
};

/** Who invited whom, and what their fees earn. */
export const createReferralsModule = (
  ports: ReferralPorts,
): CoreModule<ReferralCommands, ReferralRows, ReferralsSlice> => ({
  name: REFERRALS_MODULE.name,
  initial: emptySlice,
  tables: [REFERRAL_TERMS_TABLE, REFERRAL_LINKS_TABLE, REFERRAL_REWARDS_TABLE],
  reduce,
  handlers: {
    'referrals.define': referralOffers.define,
    'referrals.link': link,
    'referrals.expire': expire,
    'referrals.stop': stopLink,
  },
  gather: {},
  internal: ['referrals.define', 'referrals.expire'],
  onTime: due,
  follows: (state, command, effects) => rewardsOf(state, command, effects, ports),
  // Rewards come with commands of others: whoever may get one has their accounts in memory.
  isLive: (slice, userId) => slice.active.has(userId),
  liveUsers: (slice) => slice.active.keys(),
});
