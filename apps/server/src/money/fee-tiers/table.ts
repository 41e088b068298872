import { code } from '@glasshouse/api/codes';
import { areFeeTiersSound, FEE_TIERS, type FeeTier, FIRST_FEE_TIERS } from '@glasshouse/rules/fee-tiers';
import { amountOf, formatAmount, formatRate, parseAmount, parseRate, rateOf } from '@glasshouse/rules/money';
import { refuse } from '../../kernel/core/refusal.ts';
import type { CoreState } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';
import { Offers } from '../../trading/offers.ts';
import { FEE_TIER_TERMS_TABLE, type FeeTierLine, type FeeTierTerms, feeTiersOf } from './slice.ts';

/** There is one table of tiers; it is named as other offers are. */
export const FEE_TIERS_CODE = 'VIP';

/** The table as an offer: the terms without their version. */
export type FeeTierOffer = Omit<FeeTierTerms, 'version'>;

/** The tiers that fees are discounted by. Orders keep the rates that they were placed at. */
export const feeTierOffers = new Offers<FeeTierOffer, FeeTierTerms>({
  type: 'levels.define',
  table: FEE_TIER_TERMS_TABLE,
  keyOf: (offer) => offer.code,
  inForce: (state, key) => (key === FEE_TIERS_CODE ? feeTiersOf(state).terms : undefined),
  accept: (offer, version) =>
    isSound(offer) ? { ...offer, version } : refuse(code.feeTiersUnsound, { tiers: code.feeTiersUnsound }),
  offerOf: ({ version, ...offer }) => offer,
});

function isSound({ code: key, tiers }: FeeTierOffer): boolean {
  const isReadable = tiers.every(
    (line) =>
      parseAmount(line.fees30d) !== undefined &&
      parseRate(line.feeDiscount) !== undefined &&
      parseRate(line.referralShare) !== undefined,
  );
  return key === FEE_TIERS_CODE && isReadable && areFeeTiersSound(tiersOf(tiers));
}

export const tiersOf = (lines: readonly FeeTierLine[]): FeeTier[] =>
  lines.map((line, level) => ({
    level,
    fees30d: amountOf(line.fees30d),
    feeDiscount: rateOf(line.feeDiscount),
    referralShare: rateOf(line.referralShare),
  }));

const linesOf = (tiers: readonly FeeTier[]): FeeTierLine[] =>
  tiers.map(({ fees30d, feeDiscount, referralShare }) => ({
    fees30d: formatAmount(fees30d),
    feeDiscount: formatRate(feeDiscount),
    referralShare: formatRate(referralShare),
  }));

/** What an installation starts with. */
export const DEFAULT_FEE_TIERS: FeeTierOffer = { code: FEE_TIERS_CODE, tiers: linesOf(FEE_TIERS) };

/** What a log from before tiers were in it was decided by. */
export const FIRST_FEE_TIER_LINES: readonly FeeTierLine[] = linesOf(FIRST_FEE_TIERS);

/** The table in force, for what the core does. */
export const feeTiersInForce = (state: CoreState): readonly FeeTierLine[] =>
  feeTiersOf(state).terms?.tiers ?? FIRST_FEE_TIER_LINES;

/** The table in force, for what reads the database. */
export async function readFeeTiers(pool: Pool): Promise<FeeTier[]> {
  const { rows } = await pool.query<{ terms: FeeTierTerms }>(
    'select terms from fee_tier_terms order by version desc limit 1',
  );
  return tiersOf(rows[0]?.terms.tiers ?? FIRST_FEE_TIER_LINES);
}
