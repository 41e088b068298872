import { notOwned } from '../../kernel/core/effects.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState, TableSpec } from '../../kernel/core/types.ts';

export const REFERRALS_MODULE = { name: 'referrals' } as const;

export type ReferralRows = {
  readonly referral_terms: ReferralTermsRow;
  readonly referral_links: ReferralLink;
  readonly referral_rewards: ReferralReward;
};

export type ReferralTerms = {
  readonly code: string;
  /** Goes up by one with every change. */
  readonly version: number;
  /** Whether this profile allows rewards at all; no operator can set it. */
  readonly pays: boolean;
  /** For how long the fees of a friend count, from the sign-up on; 0 takes no new ones. */
  readonly days: number;
  /** The most that one friend earns their inviter, in USDT. */
  readonly friendMax: string;
  /** Friends of one inviter whose fees count at a time. */
  readonly friendsMax: number;
};

/** A row of `referral_terms`. */
export type ReferralTermsRow = { readonly code: string; readonly version: number; readonly terms: ReferralTerms };

export const REFERRAL_TERMS_TABLE = {
  table: 'referral_terms',
  key: ['code', 'version'],
  born: 'appended',
  columns: { code: 'text', version: 'integer', terms: 'jsonb' },
  live: 'true',
} as const satisfies TableSpec<ReferralTermsRow>;

export type LinkState = 'active' | 'capped' | 'expired' | 'stopped';

/** A row of `referral_links`: who invited whom, under the terms of that day. */
export type ReferralLink = {
  /** Invited once in their life. */
  readonly friend: number;
  /** Who invited them. */
  readonly user_id: number;
  /** The log entry. */
  readonly seq: number;
  readonly linked_at: number;
  readonly until: number;
  readonly reward_max: string;
  /** Fees that earned something, and what they earned. */
  readonly fees: string;
  readonly earned: string;
  /** The entry of the first reward. */
  readonly first_seq: number | null;
  readonly first_at: number | null;
  readonly state: LinkState;
  readonly ended_at: number | null;
  readonly ended_seq: number | null;
};

export const REFERRAL_LINKS_TABLE = {
  table: 'referral_links',
  key: ['friend'],
  columns: {
    friend: 'bigint',
    user_id: 'bigint',
    seq: 'bigint',
    linked_at: 'timestamptz',
    until: 'timestamptz',
    reward_max: 'numeric',
    fees: 'numeric',
    earned: 'numeric',
    first_seq: 'bigint',
    first_at: 'timestamptz',
    state: 'text',
    ended_at: 'timestamptz',
    ended_seq: 'bigint',
  },
  // Those that have ended as well: nobody is invited twice.
  live: 'true',
} as const satisfies TableSpec<ReferralLink>;

/** A row of `referral_rewards`: what one command's fees of a friend earned. */
export type ReferralReward = {
  /** The entry that charged the fee, and posted the reward with it. */
  readonly seq: number;
  readonly friend: number;
  readonly user_id: number;
  readonly fee: string;
  readonly level: number;
  readonly share: string;
  readonly reward: string;
  readonly at: number;
};

export const REFERRAL_REWARDS_TABLE = {
  table: 'referral_rewards',
  key: ['seq', 'friend'],
  born: 'appended',
  columns: {
    seq: 'bigint',
    friend: 'bigint',
    user_id: 'bigint',
    fee: 'numeric',
    level: 'integer',
    share: 'numeric',
    reward: 'numeric',
    at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<ReferralReward>;

export interface ReferralsSlice {
  terms: ReferralTerms | undefined;
  /** By friend, ended ones too. */
  readonly links: Map<number, ReferralLink>;
  /** How many friends of an inviter count; those with none are not in it. */
  readonly active: Map<number, number>;
  /** When the next link may expire; Infinity without any. */
  nextEnd: number;
}

export const emptySlice = (): ReferralsSlice => ({
  terms: undefined,
  links: new Map(),
  active: new Map(),
  nextEnd: Number.POSITIVE_INFINITY,
});

export const referralsOf = (state: CoreState): ReferralsSlice => sliceOf<ReferralsSlice>(state, REFERRALS_MODULE);

export function reduce(slice: ReferralsSlice, change: ChangeOf<ReferralRows>): void {
  switch (change.table) {
    case 'referral_terms':
      // Rows are loaded in no particular order.
      if ((slice.terms?.version ?? 0) < change.row.version) slice.terms = change.row.terms;
      return;
    case 'referral_links':
      putLink(slice, change.row);
      return;
    case 'referral_rewards':
      return;
    default:
      notOwned(REFERRALS_MODULE.name, change);
  }
}

function putLink(slice: ReferralsSlice, link: ReferralLink): void {
  const before = slice.links.get(link.friend);
  slice.links.set(link.friend, link);
  const counted = Number(link.state === 'active') - Number(before?.state === 'active');
  if (counted !== 0) {
    const left = (slice.active.get(link.user_id) ?? 0) + counted;
    if (left === 0) slice.active.delete(link.user_id);
    else slice.active.set(link.user_id, left);
  }
  if (link.state === 'active') slice.nextEnd = Math.min(slice.nextEnd, link.until);
  else if (before?.state === 'active' && before.until <= slice.nextEnd) slice.nextEnd = firstEnd(slice);
}

function firstEnd({ links }: ReferralsSlice): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { state, until } of links.values()) if (state === 'active' && until < first) first = until;
  return first;
}
