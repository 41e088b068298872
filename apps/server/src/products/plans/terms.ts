import type { TableSpec } from '../../kernel/core/types.ts';

export const PLAN_KINDS = ['smart', 'staking'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** What a product sells. Amounts and rates as decimal text. */
export type PlanTerms = {
  /** `plan3`: the product's number, as its accounts name it. */
  readonly code: string;
  /** Goes up by one with every change; plans keep the one that they were bought under. */
  readonly version: number;
  /** In every language. */
  readonly names: { readonly [language: string]: string };
  readonly kind: PlanKind;
  readonly asset: string;
  /** Days that earn. */
  readonly days: number;
  readonly dailyRate: string;
  readonly min: string;
  readonly max: string;
  /** Share of the principal that an early exit costs. */
  readonly penaltyRate: string;
  /** Most principal of everybody's plans at a time. */
  readonly capacity: string;
  /** One plan per person at a time. */
  readonly onePerUser: boolean;
  readonly onSale: boolean;
};
export type PlanOffer = Omit<PlanTerms, 'version'>;

/** A row of `plan_terms`. */
export type PlanTermsRow = { readonly code: string; readonly version: number; readonly terms: PlanTerms };

export const TERMS_TABLE = {
  table: 'plan_terms',
  key: ['code', 'version'],
  born: 'appended',
  columns: { code: 'text', version: 'integer', terms: 'jsonb' },
  live: 'true',
} as const satisfies TableSpec<PlanTermsRow>;

export const planCode = (product: number): string => `plan${product}`;
/** 0, which no product has, for anything else. */
export const productOf = (name: string): number => Number(/^plan([1-9][0-9]{0,5})$/.exec(name)?.[1] ?? 0);
