import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec } from '../../kernel/core/types.ts';
import type { PlanKind, PlanOffer } from './terms.ts';

/**
 * `expired`: every day is paid, and the principal comes back next; `divided`: it has; `exited`:
 * ended early by its owner.
 */
export type PlanState = 'earning' | 'expired' | 'divided' | 'exited';

/** A row of `plan_orders`. Amounts and rates as decimal text, as agreed at the sale. */
export type Plan = {
  readonly id: number;
  readonly user_id: number;
  readonly book: Book;
  readonly product: number;
  readonly terms_version: number;
  readonly kind: PlanKind;
  readonly asset: string;
  readonly principal: string;
  readonly daily_rate: string;
  /** Paid for each day. */
  readonly daily: string;
  readonly days: number;
  /** Reserved at the sale: all days. */
  readonly promised: string;
  readonly penalty_rate: string;
  /** Number of the UTC day that earns first. */
  readonly first_day: number;
  readonly state: PlanState;
  readonly paid_days: number;
  readonly placed_at: number;
  readonly matures_at: number;
  readonly penalty: string | null;
  readonly settled_by: number | null;
  readonly settled_at: number | null;
};

export const PLANS_TABLE = {
  table: 'plan_orders',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    book: 'text',
    product: 'integer',
    terms_version: 'integer',
    kind: 'text',
    asset: 'text',
    principal: 'numeric',
    daily_rate: 'numeric',
    daily: 'numeric',
    days: 'integer',
    promised: 'numeric',
    penalty_rate: 'numeric',
    first_day: 'integer',
    state: 'text',
    paid_days: 'integer',
    placed_at: 'timestamptz',
    matures_at: 'timestamptz',
    penalty: 'numeric',
    settled_by: 'bigint',
    settled_at: 'timestamptz',
  },
  fixed: [
    ...(['user_id', 'book', 'product', 'terms_version', 'kind', 'asset', 'principal', 'daily_rate', 'daily'] as const),
    ...(['days', 'promised', 'penalty_rate', 'first_day', 'placed_at', 'matures_at'] as const),
  ],
  live: 'settled_by is null',
} as const satisfies TableSpec<Plan>;

/** A row of `plan_totals`: what a product holds and has paid, so that no page adds up all. */
export type PlanTotals = {
  readonly product: number;
  /** Plans that are not over, and their principal. */
  readonly plans: number;
  readonly principal: string;
  /** Ever sold. */
  readonly sold: number;
  readonly paid: string;
  readonly penalties: string;
  readonly funded: string;
  readonly drawn: string;
};

export const TOTALS_TABLE = {
  table: 'plan_totals',
  key: ['product'],
  columns: {
    product: 'integer',
    plans: 'integer',
    principal: 'numeric',
    sold: 'integer',
    paid: 'numeric',
    penalties: 'numeric',
    funded: 'numeric',
    drawn: 'numeric',
  },
  live: 'true',
} as const satisfies TableSpec<PlanTotals>;

/** A row of `plan_funding`: money that came into a reserve, or left it, for anybody to see. */
export type PlanFunding = {
  readonly seq: number;
  readonly product: number;
  readonly asset: string;
  /** `played`: play money of a seeded book. */
  readonly kind: 'funded' | 'drawn' | 'played';
  readonly amount: string;
  /** In the product's pool afterwards. */
  readonly pool: string;
  readonly at: number;
};

export const FUNDING_TABLE = {
  table: 'plan_funding',
  key: ['seq'],
  born: 'appended',
  columns: {
    seq: 'bigint',
    product: 'integer',
    asset: 'text',
    kind: 'text',
    amount: 'numeric',
    pool: 'numeric',
    at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<PlanFunding>;

/** A row of `plan_switches`: who may buy smart plans, because they said so. */
export type PlanSwitch = { readonly user_id: number; readonly enabled: boolean; readonly changed_at: number };

export const SWITCHES_TABLE = {
  table: 'plan_switches',
  key: ['user_id'],
  columns: { user_id: 'bigint', enabled: 'boolean', changed_at: 'timestamptz' },
  live: 'enabled',
} as const satisfies TableSpec<PlanSwitch>;

export type PlanChangeState = 'scheduled' | 'applied' | 'cancelled' | 'failed';

/** A row of `plan_changes`: a product as operators want it from a moment on. */
export type PlanChange = {
  readonly id: number;
  /** 0 until a new product has its number. */
  readonly product: number;
  readonly offer: PlanOffer;
  readonly effective_from: number;
  readonly state: PlanChangeState;
  readonly asked_by: number;
  readonly asked_at: number;
  readonly ended_at: number | null;
};

export const CHANGES_TABLE = {
  table: 'plan_changes',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    product: 'integer',
    offer: 'jsonb',
    effective_from: 'timestamptz',
    state: 'text',
    asked_by: 'bigint',
    asked_at: 'timestamptz',
    ended_at: 'timestamptz',
  },
  live: "state = 'scheduled'",
} as const satisfies TableSpec<PlanChange>;

export const planChange = (row: Plan): RowChange => changeOf(PLANS_TABLE, row);
