import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { sameJson } from '../../kernel/core/canonical-json.ts';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import type { Json } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';
import { fieldSpec, type TermFieldSpec, type TermProduct } from './fields.ts';
import { type Fields, OFFERS } from './offers.ts';
import type { TermsChange } from './rows.ts';

type Terms = OperatorResultOf<'getTerms'>;

/** Versions and changes shown of one thing. */
const SHOWN_MAX = 100;

/** Where each product keeps its terms, and what names the thing. */
const TABLES: Readonly<Record<TermProduct, { readonly table: string; readonly key: string }>> = {
  options: { table: 'option_terms', key: 'code' },
  contracts: { table: 'contract_terms', key: 'code' },
  spot: { table: 'spot_terms', key: 'code' },
  convert: { table: 'convert_terms', key: 'asset' },
  feeTiers: { table: 'fee_tier_terms', key: 'code' },
  referrals: { table: 'referral_terms', key: 'code' },
};

interface TermsRow {
  readonly code: string;
  readonly version: number;
  readonly terms: Fields;
}

/** Terms in force, by thing. */
export async function termsInForce(pool: Pool, product: TermProduct, code?: string): Promise<TermsRow[]> {
  const { table, key } = TABLES[product];
  const { rows } = await pool.query<TermsRow>(
    `select distinct on (${key}) ${key} as code, version, terms from ${table}
      where $1::text is null or ${key} = $1 order by ${key}, version desc`,
    [code ?? null],
  );
  return rows;
}

/** Changes by thing that are in force or to come: `product/code` → their number. */
export async function changesByThing(pool: Pool): Promise<Map<string, { applied: number; scheduled: number }>> {
  const { rows } = await pool.query<{ thing: string; applied: number; scheduled: number }>(
    `select product || '/' || code as thing, count(*) filter (where state = 'applied') as applied,
            count(*) filter (where state = 'scheduled') as scheduled
       from terms_changes where state in ('scheduled', 'applied') group by 1`,
  );
  return new Map(rows.map(({ thing, ...counts }) => [thing, counts]));
}

/** Terms of a product on one thing; `standard` is what the catalogue offers without changes. */
export async function termsOf(
  pool: Pool,
  query: { readonly product: TermProduct; readonly code: string; readonly standard: Fields | undefined },
): Promise<Terms | undefined> {
  const { product, code, standard } = query;
  const [inForce] = await termsInForce(pool, product, code);
  if (inForce === undefined) return undefined;
  const changes = await changesOf(pool, product, code);
  const { version: _, ...terms } = inForce.terms;
  return {
    product,
    code,
    version: inForce.version,
    fields: Object.entries(terms)
      .filter(([field]) => field !== 'code')
      .map(([field, value]) => {
        const spec = fieldSpec(product, field);
        const shown = field === 'tiers' ? withoutDeductions(value) : value;
        return {
          field,
          kind: spec?.kind ?? kindOf(value),
          value: shown,
          standard: standard?.[field] ?? null,
          changeable: spec !== undefined,
          min: limitOf(spec, 'min'),
          max: limitOf(spec, 'max'),
        };
      })
      .sort((left, right) => Number(right.changeable) - Number(left.changeable)),
    changes: changes.map(({ row, name }) => ({
      id: row.id,
      product,
      code,
      fields: row.fields,
      effectiveFrom: new Date(row.effective_from).toISOString(),
      // Replaced by a later one is still applied: it was in force.
      state: row.state === 'superseded' ? 'applied' : row.state,
      askedAt: new Date(row.asked_at).toISOString(),
      operator: name,
      appliedAt: row.version === null || row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
      version: row.version,
    })),
    versions: await versionsOf(pool, {
      product,
      code,
      version: inForce.version,
      changes: changes.map(({ row }) => row.id),
    }),
  };
}

/** Derived from the others, and not part of an offer. */
const withoutDeductions = (tiers: Json): Json => (tiers as readonly Fields[]).map(({ deduction, ...tier }) => tier);

const limitOf = (spec: TermFieldSpec | undefined, end: 'min' | 'max'): string | null =>
  spec !== undefined && 'min' in spec ? String(spec[end]) : null;

const kindOf = (value: Json): Terms['fields'][number]['kind'] => {
  if (typeof value === 'number') return 'integer';
  return typeof value === 'boolean' ? 'flag' : 'amount';
};

async function changesOf(
  pool: Pool,
  product: TermProduct,
  code: string,
): Promise<{ readonly row: TermsChange; readonly name: string }[]> {
  const { rows } = await pool.query<TermsChange & { readonly name: string }>(
    `select c.*, o.name from terms_changes c join operators o on o.id = c.asked_by
      where c.product = $1 and c.code = $2 order by c.id desc limit ${SHOWN_MAX}`,
    [product, code],
  );
  return rows.map(({ name, ...row }) => ({ row, name }));
}

/**
 * The log entries that put each version in force. Their identifiers are known: seeding names them
 * by version, a change by its number.
 */
async function versionsOf(
  pool: Pool,
  query: {
    readonly product: TermProduct;
    readonly code: string;
    readonly version: number;
    readonly changes: readonly number[];
  },
): Promise<Terms['versions']> {
  const { product, code, version } = query;
  const { type } = OFFERS[product];
  const first = Math.max(1, version - SHOWN_MAX + 1);
  const seeded = Array.from({ length: version - first + 1 }, (_, index) => `${type}:${code}:${first + index}`);
  const changed = query.changes.map((id) => `${type}:${code}:change:${id}`);
  const { rows } = await pool.query<{ seq: number; at: number; entry: string }>(
    `select seq, at, entry from command_ids i join command_log using (seq) where i.command_id = any($1) and code = 200 order by seq desc limit ${SHOWN_MAX}`,
    [[...seeded, ...changed]],
  );
  return rows.map(({ seq, at, entry }) => {
    const { body, result } = parseEntry(entry);
    const made = (result as { readonly version: number }).version;
    return { version: made, seq, at: new Date(at).toISOString(), terms: body };
  });
}

/** Whether what is in force differs from the catalogue. */
export const isChanged = (terms: Fields, standard: Fields | undefined): boolean => {
  if (standard === undefined) return true;
  const { version: _, ...offer } = terms;
  const shown = offer.tiers === undefined ? offer : { ...offer, tiers: withoutDeductions(offer.tiers) };
  return !sameJson(shown, standard);
};

/** Why the core closed an instrument, by code: the first thing that nobody has looked at. */
export async function closedInstruments(pool: Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ code: string; why: string }>(
    `select distinct on (code) code, id || ': ' || reason as why from held_triggers
      where (done_at is null or reopened_at is null) and reopened_at is null order by code, held_at`,
  );
  return new Map(rows.map(({ code, why }) => [code, why]));
}
