import { type ExpectedAccounts, ofHouse, ofUser } from './accounts.ts';
import type { AuthorityModel, Decision, OperatorBody } from './authority.ts';
import { CODE } from './codes.ts';
import type { FeeTiersModel } from './fee-tiers.ts';
import { floorDiv, least, mustUnits, textOf, unitsOf, WHOLE_RATE } from './figures.ts';
import type { Findings } from './findings.ts';
import type { KycModel } from './kyc.ts';
import { type ExpectedRow, type Prediction, refusal } from './prediction.ts';
import { inForce, type Offered, type Product, type Reference } from './product.ts';
import type { Entry } from './stored.ts';

interface Others {
  readonly authority: AuthorityModel;
  readonly kyc: KycModel;
  readonly feeTiers: FeeTiersModel;
}

interface Terms {
  readonly code: string;
  readonly version: number;
  readonly pays: boolean;
  readonly days: number;
  readonly friendMax: string;
  readonly friendsMax: number;
}

interface Invited {
  readonly friend: number;
  readonly inviter: number;
  readonly seq: number;
  readonly at: number;
  readonly until: number;
  readonly most: bigint;
  fees: bigint;
  earned: bigint;
  first: { readonly seq: number; readonly at: number } | undefined;
  state: 'active' | 'capped' | 'expired' | 'stopped';
  end: { readonly seq: number; readonly at: number } | undefined;
}

const DAY_MS = 86_400_000;
const CHAIN_MAX = 64;
const FEES_OF_REAL = ofHouse('real', 'USDT', 'fees');

/** Who invited whom, and what each fee earned whom. */
export class ReferralsModel implements Product {
  readonly types: Product['types'];
  readonly #accounts: ExpectedAccounts;
  readonly #findings: Findings;
  readonly #figure: Reference['figure'];
  readonly #models: Others;
  readonly #invited = new Map<number, Invited>();
  #terms: Terms | undefined;

  constructor(reference: Pick<Reference, 'accounts' | 'findings' | 'figure'>, models: Others) {
    this.#accounts = reference.accounts;
    this.#findings = reference.findings;
    this.#figure = (name, first) => reference.figure(name, first);
    this.#models = models;
    this.types = {
      'referrals.define': (entry) => this.#define(entry),
      'referrals.link': (entry) => this.#link(entry),
      'referrals.expire': (entry) => this.#expire(entry),
    };
    models.authority.action('referrals.stop', ['owner', 'compliance'], (entry) => this.#stop(entry));
  }

  readonly offered: Offered = {
    current: (code) => (code === 'FRIENDS' ? inForce(this.#terms) : undefined),
    faultOf: (offer) => faultOf(offer as unknown as Terms),
  };

  checkNothingOverdue(at: number): void {
    for (const { friend, state, until } of this.#invited.values()) {
      const isLate = state === 'active' && until <= at;
      this.#findings.check(!isLate, () => `the invitation of ${friend} should have ended`);
    }
  }

  /** What the fees of an entry earn: each person's fees in one sum, once. */
  follow(entry: Entry, prediction: Prediction): Prediction {
    const sums = new Map<number, bigint>();
    for (const { from, to, amount } of this.#accounts.takeFees()) {
      if (to !== FEES_OF_REAL || prediction.code !== CODE.done) continue;
      const friend = Number(/^u(\d+)\//.exec(from)?.[1]);
      sums.set(friend, (sums.get(friend) ?? 0n) + amount);
    }
    const rows: ExpectedRow[] = [];
    const counts: string[] = [];
    for (const [friend, fee] of sums) {
      const found = this.#invited.get(friend);
      if (found === undefined || !this.#earns(found, entry.at)) continue;
      const share = this.#models.feeTiers.shareOf(found.inviter, 'real');
      const reward = least(floorDiv(fee * mustUnits(share), WHOLE_RATE), found.most - found.earned);
      if (reward === 0n) continue;
      this.#accounts.move(FEES_OF_REAL, ofUser(found.inviter, 'real', 'USDT', 'available'), reward);
      const { seq, at } = entry;
      found.fees += fee;
      found.earned += reward;
      found.first ??= { seq, at };
      if (found.earned === found.most) Object.assign(found, { state: 'capped', end: { seq, at } });
      rows.push(
        {
          table: 'referral_rewards',
          row: {
            seq,
            friend,
            user_id: found.inviter,
            fee: textOf(fee),
            level: this.#models.feeTiers.of(found.inviter, 'real'),
            share,
            reward: textOf(reward),
            at,
          },
        },
        rowOf(found),
      );
      counts.push('referral rewarded', ...(found.state === 'capped' ? ['referral capped'] : []));
    }
    if (rows.length === 0) return prediction;
    return {
      ...prediction,
      rows: [...(prediction.rows ?? []), ...rows],
      counts: [...(prediction.counts ?? []), ...counts],
    };
  }

  /** Between two verified persons of whom the inviter is in good standing, until it has ended. */
  #earns({ friend, inviter, state, until }: Invited, at: number): boolean {
    const { authority, kyc } = this.#models;
    if (state !== 'active' || until <= at || this.#terms?.pays !== true) return false;
    const areVerified = kyc.nameOf(inviter) !== undefined && kyc.nameOf(friend) !== undefined;
    return areVerified && !authority.isFrozen(inviter);
  }

  #define({ body }: Entry): Prediction {
    const fault = faultOf(body as unknown as Terms);
    if (fault !== undefined) return fault;
    const version = (this.#terms?.version ?? 0) + 1;
    this.#terms = { ...(body as unknown as Terms), version };
    const row = { code: this.#terms.code, version, terms: this.#terms };
    return { code: CODE.done, result: { version }, rows: [{ table: 'referral_terms', row }] };
  }

  #link({ user, seq, at, body }: Entry): Prediction {
    const { friend } = body as { friend: number };
    if (user <= 0 || !Number.isSafeInteger(friend) || friend <= 0) return refusal(CODE.range, 'friend');
    if (friend === user) return refusal(CODE.themselves, 'friend');
    if (this.#invited.has(friend)) return refusal(CODE.invited, 'friend');
    const above: number[] = [];
    for (let who = this.#invited.get(user)?.inviter; who !== undefined; who = this.#invited.get(who)?.inviter) {
      above.push(who);
    }
    if (this.#figure('referrals.chainMax', CHAIN_MAX) < above.length || above.includes(friend))
      return refusal(CODE.ring, 'friend');
    const terms = this.#terms;
    if (!terms?.pays || terms.days === 0 || mustUnits(terms.friendMax) === 0n) return refusal(CODE.referralsClosed);
    const own = [...this.#invited.values()].filter(({ inviter, state }) => inviter === user && state === 'active');
    if (terms.friendsMax <= own.length) return refusal(CODE.tooManyFriends);
    const made: Invited = {
      friend,
      inviter: user,
      seq,
      at,
      until: at + terms.days * DAY_MS,
      most: mustUnits(terms.friendMax),
      fees: 0n,
      earned: 0n,
      first: undefined,
      state: 'active',
      end: undefined,
    };
    this.#invited.set(friend, made);
    return { code: CODE.done, result: { link: seq }, rows: [rowOf(made)], counts: ['referral linked'] };
  }

  #expire({ seq, at, body }: Entry): Prediction {
    const { friends } = body as { friends: number[] };
    const rows = friends.map((friend) => {
      const found = this.#invited.get(friend);
      const isDue = found?.state === 'active' && found.until <= at;
      this.#findings.check(isDue, () => `entry ${seq} ends the invitation of ${friend}, which is not over`);
      if (found === undefined) return { table: 'referral_links', row: {} };
      Object.assign(found, { state: 'expired', end: { seq, at } });
      return rowOf(found);
    });
    return { code: CODE.done, result: { expired: rows.length }, rows, counts: ['referral expired'] };
  }

  #stop({ seq, at, body }: Entry): Decision {
    const found = this.#invited.get((body as unknown as OperatorBody & { friend: number }).friend);
    if (found?.state !== 'active') return refusal(CODE.nothingFound, 'friend');
    const { friend, inviter } = found;
    return {
      subject: `invitation ${found.seq}`,
      before: { friend, inviter, state: 'active' },
      after: { friend, inviter, state: 'stopped' },
      apply: () => {
        Object.assign(found, { state: 'stopped', end: { seq, at } });
        return { rows: [rowOf(found)], counts: ['referral stopped'] };
      },
    };
  }
}

const isCount = (value: unknown, most: number): boolean =>
  Number.isSafeInteger(value) && 0 <= Number(value) && Number(value) <= most;

function faultOf({ code, pays, days, friendMax, friendsMax }: Terms): Prediction | undefined {
  if (code !== 'FRIENDS') return refusal(CODE.range, 'code');
  if (typeof pays !== 'boolean') return refusal(CODE.range, 'pays');
  if (!isCount(days, 3_650)) return refusal(CODE.range, 'days');
  const most = unitsOf(friendMax);
  if (most === undefined || textOf(most) !== friendMax) return refusal(CODE.range, 'friendMax');
  return isCount(friendsMax, 100_000) ? undefined : refusal(CODE.range, 'friendsMax');
}

const rowOf = (friend: Invited): ExpectedRow => ({
  table: 'referral_links',
  row: {
    friend: friend.friend,
    user_id: friend.inviter,
    seq: friend.seq,
    linked_at: friend.at,
    until: friend.until,
    reward_max: textOf(friend.most),
    fees: textOf(friend.fees),
    earned: textOf(friend.earned),
    first_seq: friend.first?.seq ?? null,
    first_at: friend.first?.at ?? null,
    state: friend.state,
    ended_at: friend.end?.at ?? null,
    ended_seq: friend.end?.seq ?? null,
  },
});
