import type { ParameterKey, ParameterOf } from '@glasshouse/api/operator/parameters';
import { parameterSpec } from '@glasshouse/api/operator/parameters';
import { createFormatter, type Language } from '@glasshouse/i18n';
import { SHIPPED } from '../figures/figures.ts';
import type { Pool } from '../platform/postgres.ts';
import { phrasesOf } from './defaults.ts';
import type { Block } from './markdown.ts';

const PLACEHOLDER = /\{\{\s*([A-Za-z]+)\s*\}\}/g;

interface Terms {
  readonly shortest: number | null;
  readonly longest: number | null;
  readonly least: string | null;
  readonly most: string | null;
  readonly spot: string | null;
  readonly contracts: string | null;
  readonly leverage: number | null;
  readonly days: number | null;
  readonly pays: boolean | null;
}

/** What texts may state, read from what is in force. */
export interface SiteFigures {
  readonly parameters: ReadonlyMap<string, unknown>;
  readonly terms: Terms;
}

const newest = (table: string): string => `(select distinct on (code) terms from ${table} order by code, version desc)`;

/** Reads parameters and terms in force in two statements. */
export async function readSiteFigures(pool: Pool): Promise<SiteFigures> {
  const [parameters, terms] = await Promise.all([
    pool.query<{ key: string; value: unknown }>('select key, value from parameters limit 500'),
    pool.query<Terms>(
      `select o.*, s.spot, c.contracts, c.leverage, r.days, r.pays
         from (select min((p ->> 'seconds')::int) as shortest, max((p ->> 'seconds')::int) as longest,
                      trim_scale(min((p ->> 'payoutRate')::numeric))::text as least,
                      trim_scale(max((p ->> 'payoutRate')::numeric))::text as most
                 from ${newest('option_terms')} t, jsonb_array_elements(t.terms -> 'periods') p) o,
              (select trim_scale(max((terms ->> 'takerRate')::numeric))::text as spot from ${newest('spot_terms')} t) s,
              (select trim_scale(max((terms ->> 'feeRate')::numeric))::text as contracts,
                      max((terms ->> 'maxLeverage')::int) as leverage from ${newest('contract_terms')} t) c,
              (select max((terms ->> 'days')::int) as days, bool_or((terms ->> 'pays')::boolean) as pays
                 from ${newest('referral_terms')} t) r`,
    ),
  ]);
  return {
    parameters: new Map(parameters.rows.map(({ key, value }) => [key, value])),
    terms: terms.rows[0]!,
  };
}

const HOUR_S = 3_600;

type Valued = (figures: SiteFigures, language: Language) => string;

const parameter = <Key extends ParameterKey>({ parameters }: SiteFigures, key: Key): ParameterOf<Key> =>
  (parameters.get(key) ?? parameterSpec(key).default) as ParameterOf<Key>;

const formats = (language: Language) => createFormatter(language, 'UTC');
const percent =
  (rate: (figures: SiteFigures) => string | null): Valued =>
  (figures, language) => {
    const value = rate(figures);
    return value === null ? '–' : formats(language).percent(value, { max: 4 });
  };
const hours =
  (count: (figures: SiteFigures) => number): Valued =>
  (figures, language) =>
    formats(language).number(count(figures));
const seconds =
  (count: (figures: SiteFigures) => number | null): Valued =>
  (figures, language) => {
    const value = count(figures);
    return value === null ? '–' : formats(language).duration(value);
  };
const amounts =
  (key: 'deposit.minimums' | 'withdrawal.minimums' | 'withdrawal.fee_minimums'): Valued =>
  (figures, language) => {
    const format = formats(language);
    const entries = Object.entries(parameter(figures, key));
    return format.list(entries.map(([asset, value]) => format.money(value, asset, { min: 0, max: 8 })));
  };
const valueOr =
  (key: 'site.operator' | 'site.licence' | 'site.contact', otherwise: string): Valued =>
  (figures, language) =>
    parameter(figures, key) || (phrasesOf(language).get(otherwise) ?? '–');

/** By name, as texts hold them: `{{withdrawalFee}}`. */
export const PLACEHOLDERS: Readonly<Record<string, Valued>> = {
  operator: valueOr('site.operator', 'noOperator'),
  licence: valueOr('site.licence', 'noLicence'),
  contact: valueOr('site.contact', 'noContact'),
  demoGrant: (_figures, language) => formats(language).money(SHIPPED['demo.grant'], 'USDT', { min: 0 }),
  depositMinimums: amounts('deposit.minimums'),
  depositReviewHours: hours(() => SHIPPED['deposits.reviewHours']),
  withdrawalMinimums: amounts('withdrawal.minimums'),
  withdrawalFee: percent((figures) => parameter(figures, 'withdrawal.fee_rate')),
  withdrawalFeeMinimums: amounts('withdrawal.fee_minimums'),
  withdrawalReviewHours: hours(() => SHIPPED['withdrawals.reviewHours']),
  withdrawalBlockHours: hours((figures) => parameter(figures, 'withdrawal.block_hours')),
  identityHours: hours((figures) => parameter(figures, 'kyc.review_hours')),
  identityDays: hours((figures) => parameter(figures, 'kyc.retention_days')),
  uploadMb: hours((figures) => parameter(figures, 'upload.max_mb')),
  proofMb: hours((figures) => parameter(figures, 'upload.proof_max_mb')),
  loanRate: percent((figures) => parameter(figures, 'loan.daily_rate')),
  loanFreeDays: hours((figures) => parameter(figures, 'loan.free_days')),
  loanBasicShare: percent(() => SHIPPED['loans.basicRate']),
  loanFullShare: percent(() => SHIPPED['loans.fullRate']),
  optionShortest: seconds(({ terms }) => terms.shortest),
  optionLongest: seconds(({ terms }) => terms.longest),
  optionLeast: percent(({ terms }) => terms.least),
  optionMost: percent(({ terms }) => terms.most),
  spotFee: percent(({ terms }) => terms.spot),
  contractFee: percent(({ terms }) => terms.contracts),
  feeLimit: percent(() => SHIPPED['contracts.feeRateMax']),
  leverage: (figures, language) => formats(language).number(figures.terms.leverage ?? 1),
  quoteSeconds: hours(() => SHIPPED['convert.quoteMs'] / 1_000),
  convertLimit: percent(() => SHIPPED['convert.spreadLimit']),
  referralDays: hours(({ terms }) => terms.days ?? 0),
  lockHours: hours(() => SHIPPED['withdrawals.lockWaitMs'] / HOUR_S / 1_000),
};
export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS);

/** Names in a text that stand for nothing. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!).filter((name) => !Object.hasOwn(PLACEHOLDERS, name));

export type Fill = (text: string) => string;

/** Puts figures in place; each is formatted once. */
export function fillOf(figures: SiteFigures, language: Language): Fill {
  const known = new Map<string, string>();
  const figureFor = (name: string): string => {
    const found = known.get(name) ?? PLACEHOLDERS[name]?.(figures, language) ?? '–';
    known.set(name, found);
    return found;
  };
  return (text) => text.replace(PLACEHOLDER, (_all, name: string) => figureFor(name));
}

/** After the text was read as Markdown, so that no value is read as Markdown. */
export function filled(blocks: readonly Block[], fill: Fill): Block[] {
  const spans = (all: Block['spans']) => all.map((span) => ({ ...span, text: fill(span.text) }));
  return blocks.map((block) => ({
    ...block,
    spans: spans(block.spans),
    rows: block.rows.map((row) => row.map(spans)),
  }));
}
