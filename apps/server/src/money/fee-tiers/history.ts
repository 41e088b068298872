import { type Rate, rateOf } from '@glasshouse/rules/money';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { FeeTierTerms } from './slice.ts';
import { FEE_TIERS_CODE, FIRST_FEE_TIER_LINES, feeTierOffers } from './table.ts';

/** Changes that ever came into force; the read of a verification is bounded by it. */
const CHANGES_MAX = 10_000;

/** Discounts by fee tier at any moment of the log. */
export class DiscountHistory {
  readonly #since: readonly { readonly seq: number; readonly discounts: readonly Rate[] }[];

  private constructor(since: readonly { readonly seq: number; readonly discounts: readonly Rate[] }[]) {
    this.#since = since;
  }

  /**
   * Each version of the table with the log entry that made it. The identifiers of those entries are
   * known: seeding names them by version, an operator's change by its number.
   */
  static async read(pool: Pick<Pool, 'query'>): Promise<DiscountHistory> {
    const { rows: versions } = await pool.query<{ version: number; terms: FeeTierTerms }>(
      'select version, terms from fee_tier_terms where code = $1',
      [FEE_TIERS_CODE],
    );
    const { rows: changes } = await pool.query<{ id: number }>(
      `select id from terms_changes where product = 'feeTiers' and version is not null order by id limit ${CHANGES_MAX}`,
    );
    const name = `${feeTierOffers.type}:${FEE_TIERS_CODE}`;
    const ids = [
      ...versions.map(({ version }) => `${name}:${version}`),
      ...changes.map(({ id }) => `${name}:change:${id}`),
    ];
    const { rows: entries } = await pool.query<{ seq: number; entry: string }>(
      'select seq, entry from command_ids i join command_log using (seq) where i.command_id = any($1) and code = 200 order by seq',
      [ids],
    );
    const byVersion = new Map(versions.map(({ version, terms }) => [version, terms]));
    const since = entries.flatMap(({ seq, entry }) => {
      const { version } = parseEntry(entry).result as { readonly version: number };
      const terms = byVersion.get(version);
      return terms === undefined ? [] : [{ seq, discounts: discountsOf(terms) }];
    });
    return new DiscountHistory([{ seq: 0, discounts: discountsOf({ tiers: FIRST_FEE_TIER_LINES }) }, ...since]);
  }

  /** What the tiers took off when the entry was decided. */
  at(seq: number): readonly Rate[] {
    return this.#since.findLast((version) => version.seq < seq)?.discounts ?? [];
  }
}

const discountsOf = ({ tiers }: Pick<FeeTierTerms, 'tiers'>): Rate[] => tiers.map((line) => rateOf(line.feeDiscount));
