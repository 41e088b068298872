import { type Amount, add, amountOf, formatAmount, rateOf, subtract, ZERO } from '@glasshouse/rules/money';
import { REFERRAL_ASSET, referralReward } from '@glasshouse/rules/referrals';
import { isBarred } from '../../authority/slice.ts';
import { houseAccount, ownerOf, userAccount } from '../../kernel/core/accounts.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import type { Command, CoreState, Effects, Posting, RowChange } from '../../kernel/core/types.ts';
import { feeTierOf } from '../fee-tiers/slice.ts';
import { feeTiersInForce } from '../fee-tiers/table.ts';
import {
  REFERRAL_LINKS_TABLE,
  REFERRAL_REWARDS_TABLE,
  type ReferralLink,
  type ReferralReward,
  referralsOf,
} from './slice.ts';

/** What referrals ask of modules that they do not know. */
export interface ReferralPorts {
  /** Whether an identity check says who the person is. */
  readonly isVerified: (state: CoreState, userId: number) => boolean;
}

/** Fees of trades. Financing is none, nor are fees of withdrawals. */
const TRADING_FEES: ReadonlySet<string> = new Set(['options.fee', 'contracts.fee', 'spot.fee']);
const FEES = houseAccount('real', REFERRAL_ASSET, 'fees');

/**
 * Rewards for the fees that a command charges, in the same command: out of the fee income that they
 * have just become, so that it always suffices.
 */
export function rewardsOf(
  state: CoreState,
  command: Command,
  { postings }: Effects,
  ports: ReferralPorts,
): Effects | undefined {
  const { links, terms, active } = referralsOf(state);
  if (active.size === 0 || terms?.pays !== true) return undefined;
  const paid = new Map<number, Amount>();
  for (const { to, from, amount, reason } of postings) {
    if (to !== FEES || !TRADING_FEES.has(reason)) continue;
    const payer = ownerOf(from);
    if (links.get(payer)?.state === 'active') paid.set(payer, add(paid.get(payer) ?? ZERO, amount));
  }
  if (paid.size === 0) return undefined;
  const made: { postings: Posting[]; rows: RowChange[]; events: [] } = { postings: [], rows: [], events: [] };
  for (const [friend, fee] of paid) {
    const link = links.get(friend) as ReferralLink;
    const reward = rewardOf(state, { link, fee, at: command.at, seq: command.seq }, ports);
    if (reward === undefined) continue;
    made.postings.push({
      from: FEES,
      to: userAccount(link.user_id, 'real', REFERRAL_ASSET, 'available'),
      amount: amountOf(reward.reward),
      reason: 'referrals.reward',
      // What it belongs to is the invitation: whose order it was is nobody else's business.
      ref: String(link.seq),
    });
    made.rows.push(changeOf(REFERRAL_REWARDS_TABLE, reward), changeOf(REFERRAL_LINKS_TABLE, rewarded(link, reward)));
  }
  return made.postings.length === 0 ? undefined : made;
}

function rewardOf(
  state: CoreState,
  charge: {
    readonly link: ReferralLink;
    readonly fee: Amount;
    readonly at: number;
    readonly seq: number;
  },
  { isVerified }: ReferralPorts,
): ReferralReward | undefined {
  const { link, fee, at, seq } = charge;
  const { user_id, friend } = link;
  if (link.until <= at || isBarred(state, user_id)) return undefined;
  if (!isVerified(state, user_id) || !isVerified(state, friend)) return undefined;
  const level = feeTierOf(state, user_id, 'real');
  const share = feeTiersInForce(state)[level]?.referralShare;
  if (share === undefined) throw new RangeError(`there is no fee tier ${level}`);
  const left = subtract(amountOf(link.reward_max), amountOf(link.earned));
  const reward = referralReward(fee, { share: rateOf(share), left });
  if (reward === 0n) return undefined;
  return { seq, friend, user_id, fee: formatAmount(fee), level, share, reward: formatAmount(reward), at };
}

function rewarded(link: ReferralLink, { seq, at, fee, reward }: ReferralReward): ReferralLink {
  const earned = add(amountOf(link.earned), amountOf(reward));
  const isCapped = earned === amountOf(link.reward_max);
  return {
    ...link,
    fees: formatAmount(add(amountOf(link.fees), amountOf(fee))),
    earned: formatAmount(earned),
    first_seq: link.first_seq ?? seq,
    first_at: link.first_at ?? at,
    ...(isCapped && { state: 'capped', ended_at: at, ended_seq: seq }),
  };
}
