import { code } from '@glasshouse/api/codes';
import { formatAmount, parseAmount } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { CoreState } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';
import { Offers } from '../../trading/offers.ts';
import { REFERRAL_TERMS_TABLE, type ReferralTerms, referralsOf } from './slice.ts';

/** There is one set of terms; it is named as other offers are. */
export const REFERRALS_CODE = 'FRIENDS';

/** The terms without their version. */
export type ReferralOffer = Omit<ReferralTerms, 'version'>;

/** The terms of inviting. Whoever was invited before keeps time and most of that day. */
export const referralOffers = new Offers<ReferralOffer, ReferralTerms>({
  type: 'referrals.define',
  table: REFERRAL_TERMS_TABLE,
  keyOf: (offer) => offer.code,
  inForce: (state, key) => (key === REFERRALS_CODE ? referralsOf(state).terms : undefined),
  accept: (offer, version, state) => {
    const fault = faultOf(state, offer);
    return fault === undefined ? { ...offer, version } : refuse(code.outOfRange, fault);
  },
  offerOf: ({ version, ...offer }) => offer,
});

const isWithin = (value: number, most: number): boolean => Number.isSafeInteger(value) && 0 <= value && value <= most;

function faultOf(
  state: CoreState,
  { code: key, pays, days, friendMax, friendsMax }: ReferralOffer,
): string | undefined {
  if (key !== REFERRALS_CODE) return 'code';
  if (typeof pays !== 'boolean') return 'pays';
  if (!isWithin(days, figureOf(state, 'referrals.daysMax'))) return 'days';
  const most = typeof friendMax === 'string' ? parseAmount(friendMax) : undefined;
  if (most === undefined || formatAmount(most) !== friendMax) return 'friendMax';
  return isWithin(friendsMax, figureOf(state, 'referrals.friendsMax')) ? undefined : 'friendsMax';
}

/** What an installation starts with. */
export const defaultReferralOffer = (pays: boolean): ReferralOffer => ({
  code: REFERRALS_CODE,
  pays,
  days: 365,
  friendMax: '1000',
  friendsMax: 500,
});

/** The terms in force, for what reads the database; undefined before the first start with them. */
export async function readReferralTerms(pool: Pool): Promise<ReferralTerms | undefined> {
  const { rows } = await pool.query<{ terms: ReferralTerms }>(
    'select terms from referral_terms order by version desc limit 1',
  );
  return rows[0]?.terms;
}
