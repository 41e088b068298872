import type { CorporateActionKind } from '@glasshouse/api/schemas/corporate-actions';
import { changeOf } from '../kernel/core/effects.ts';
import type { Book, Json, RowChange, TableSpec, Tick } from '../kernel/core/types.ts';

export type { CorporateActionKind };
/** `lapsed`: the first price after it said that it had not happened. */
export type CorporateActionState = 'scheduled' | 'applied' | 'cancelled' | 'lapsed';
export type CorporateActionOrigin = 'operators' | 'file' | 'provider';

/** What an action is, however it was learnt of. */
export type CorporateActionTerms = {
  readonly code: string;
  readonly kind: CorporateActionKind;
  /** New units for so many old ones; 1 and 1 where the action changes no quantity. */
  readonly numerator: number;
  readonly denominator: number;
  /** Cash of a dividend for one unit, in the quote asset. */
  readonly amount: string | null;
  /** The new symbol, or the month that a future rolls to. */
  readonly symbol: string | null;
  /** Epoch ms, a whole minute: from the first price of then on. */
  readonly effective_at: number;
  /** Where it was published. */
  readonly source: string;
};

/** A row of `corporate_actions`. */
export type CorporateAction = CorporateActionTerms & {
  readonly id: number;
  readonly origin: CorporateActionOrigin;
  readonly state: CorporateActionState;
  /** When its holders were told of it in advance. */
  readonly announced_at: number | null;
  /** The commands that carried it out on each book; null until then. */
  readonly demo_seq: number | null;
  readonly real_seq: number | null;
  readonly applied_at: number | null;
  /** The last price before it and the first one after it. */
  readonly last: Tick | null;
  readonly first: Tick | null;
};

export const CORPORATE_ACTIONS_TABLE = {
  table: 'corporate_actions',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    code: 'text',
    kind: 'text',
    numerator: 'integer',
    denominator: 'integer',
    amount: 'numeric',
    symbol: 'text',
    effective_at: 'timestamptz',
    source: 'text',
    origin: 'text',
    state: 'text',
    announced_at: 'timestamptz',
    demo_seq: 'bigint',
    real_seq: 'bigint',
    applied_at: 'timestamptz',
    last: 'jsonb',
    first: 'jsonb',
  },
  fixed: ['code', 'kind', 'numerator', 'denominator', 'amount', 'symbol', 'effective_at', 'source', 'origin'],
  // Those of before say that an action is in the calendar already, and what an instrument ended by.
  live: "state in ('scheduled', 'applied')",
} as const satisfies TableSpec<CorporateAction>;

/** A row of `price_releases`: two persons called a held jump the market. */
export type PriceRelease = {
  readonly seq: number;
  readonly code: string;
  /** The level that was held, in points: what they looked at, not what they chose. */
  readonly points: number;
  /** When its source gave it. */
  readonly held_at: number;
  readonly source: string;
  readonly at: number;
};

export const PRICE_RELEASES_TABLE = {
  table: 'price_releases',
  key: ['seq'],
  born: 'by command',
  columns: {
    seq: 'bigint',
    code: 'text',
    points: 'bigint',
    held_at: 'timestamptz',
    source: 'text',
    at: 'timestamptz',
  },
  live: 'true',
} as const satisfies TableSpec<PriceRelease>;

/** A row of `corporate_notices`: somebody who holds the instrument is told. */
export type CorporateNotice = {
  readonly seq: number;
  readonly user_id: number;
  readonly book: Book;
  readonly action: number;
  readonly stage: 'ahead' | 'done';
  readonly at: number;
};

export const CORPORATE_NOTICES_TABLE = {
  table: 'corporate_notices',
  key: ['seq', 'user_id'],
  born: 'appended',
  columns: { seq: 'bigint', user_id: 'bigint', book: 'text', action: 'bigint', stage: 'text', at: 'timestamptz' },
  live: 'false',
} as const satisfies TableSpec<CorporateNotice>;

export const actionChange = (row: CorporateAction): RowChange => changeOf(CORPORATE_ACTIONS_TABLE, row);

/** Body of the commands that carry an action out: products follow them. */
export type AdjustBody = {
  readonly action: number;
  readonly code: string;
  readonly kind: CorporateActionKind;
  readonly numerator: number;
  readonly denominator: number;
  readonly amount: string | null;
  /** The last price before the action; null: there never was one. */
  readonly last: Tick | null;
  /** The first one after it; null where it ends trading and time alone came. */
  readonly first: Tick | null;
  /**
   * Of dividends: sellers whose margin does not hold it are closed at the first price, which takes
   * the rest. In entries of before, the house bore that rest.
   */
  readonly closesUnpaid?: true;
  /** Last prices that convert what closes, by instrument; absent where none does. */
  readonly rates?: { readonly [code: string]: Tick };
};

export const termsOf = (action: CorporateActionTerms): { readonly [field: string]: Json } => ({
  code: action.code,
  kind: action.kind,
  ratio: `${action.numerator}:${action.denominator}`,
  amount: action.amount,
  symbol: action.symbol,
  effectiveAt: new Date(action.effective_at).toISOString(),
  source: action.source,
});
