import type { FreeReturns } from '@glasshouse/rules/loans';
import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec } from '../../kernel/core/types.ts';
import type { Step } from '../../money/funding/steps.ts';

export type LoanState = 'pending' | 'rejected' | 'cancelled' | 'repaying' | 'expired' | 'repaid';

/** What was promised at the request; later changes of parameters touch later loans only. */
export type FrozenTerms = {
  readonly dailyRate: string;
  readonly overdueRate: string;
  readonly freeDays: number;
  /** Days after the repayment date before the pledge is sold. */
  readonly graceDays: number;
  /** Shares of the pledge's value: most at the request, warned from, sold from. */
  readonly openRate: string;
  readonly warnRate: string;
  /** A warning lasts until the debt is below this share. Terms of before have none: `warnRate`. */
  readonly coverRate?: string;
  readonly sellRate: string;
  /** What a sale of the pledge leaves to the house, as a share of the bid. */
  readonly saleRate: string;
  /** The time between the warning and the sale. */
  readonly warnMs: number;
  /**
   * Loans that may be returned without interest within 365 days, and those that were before this
   * one. Terms of before version 10 of the rules have neither: every loan could.
   */
  readonly freeReturnsYear?: number;
  readonly freeReturnsUsed?: number;
  /**
   * Who lends, and the law on consumer credit that the agreement names, empty where it names none.
   * Terms of before version 14 of the rules have neither.
   */
  readonly lender?: string;
  readonly law?: string;
};

/** Terms that an agreement can be made of. */
export type NamedTerms = FrozenTerms &
  Required<Pick<FrozenTerms, 'freeReturnsYear' | 'freeReturnsUsed' | 'lender' | 'law'>>;

/** Terms of version 14 of the rules whose lender has a name. */
export const isNamed = (terms: FrozenTerms): terms is NamedTerms =>
  terms.freeReturnsYear !== undefined &&
  terms.freeReturnsUsed !== undefined &&
  terms.law !== undefined &&
  terms.lender !== undefined &&
  terms.lender !== '';

/** Lender and law of the terms, where they have them. */
export const namesOf = ({ lender, law }: FrozenTerms): Pick<FrozenTerms, 'lender' | 'law'> =>
  lender === undefined || law === undefined ? {} : { lender, law };

export const coverRateOf = ({ coverRate, warnRate }: FrozenTerms): string => coverRate ?? warnRate;

/** The count of the terms, where they have one. */
export const freeReturnsOf = ({ freeReturnsYear, freeReturnsUsed }: FreeReturns): FreeReturns =>
  freeReturnsYear === undefined || freeReturnsUsed === undefined ? {} : { freeReturnsYear, freeReturnsUsed };

export type Pledged = { readonly asset: string; readonly amount: string };

/** A row of `loans`. */
export type Loan = {
  readonly id: number;
  readonly user_id: number;
  readonly book: Book;
  readonly state: LoanState;
  readonly amount: string;
  readonly term_days: number;
  readonly terms: FrozenTerms;
  /** Interest and sum at the repayment date, and the annual rate, as agreed. */
  readonly interest: string;
  readonly repayment: string;
  readonly apr: string;
  /** The share of the balance's value that could be lent. */
  readonly limit_rate: string;
  readonly balance_value: string;
  /** What was signed; SHA-256 of the text and of the strokes. */
  readonly agreement: number;
  readonly version: number;
  readonly language: string;
  readonly text_hash: string;
  readonly signature_hash: string;
  readonly collateral: readonly Pledged[];
  readonly principal: string;
  /** Interest not yet paid, in 10⁻¹⁶ of a USDT. */
  readonly accrued: string;
  readonly counted_day: number | null;
  readonly paid_principal: string;
  readonly paid_interest: string;
  /** UTC days. */
  readonly start_day: number | null;
  readonly due_day: number | null;
  /** Reminders sent. */
  readonly reminded: number;
  /** The last day on which an overdue loan was collected. */
  readonly collected_day: number | null;
  /** The pledge is worth too little since then. */
  readonly warned_at: number | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly steps: readonly Step[];
  readonly placed_at: number;
  readonly review_by: number | null;
  readonly started_at: number | null;
  readonly closed_at: number | null;
};

export const LOANS_TABLE = {
  table: 'loans',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    book: 'text',
    state: 'text',
    amount: 'numeric',
    term_days: 'integer',
    terms: 'jsonb',
    interest: 'numeric',
    repayment: 'numeric',
    apr: 'numeric',
    limit_rate: 'numeric',
    balance_value: 'numeric',
    agreement: 'bigint',
    version: 'integer',
    language: 'text',
    text_hash: 'text',
    signature_hash: 'text',
    collateral: 'jsonb',
    principal: 'numeric',
    accrued: 'text',
    counted_day: 'integer',
    paid_principal: 'numeric',
    paid_interest: 'numeric',
    start_day: 'integer',
    due_day: 'integer',
    reminded: 'integer',
    collected_day: 'integer',
    warned_at: 'timestamptz',
    reason: 'text',
    note: 'text',
    steps: 'jsonb',
    placed_at: 'timestamptz',
    review_by: 'timestamptz',
    started_at: 'timestamptz',
    closed_at: 'timestamptz',
  },
  fixed: [
    'user_id',
    'book',
    'amount',
    'term_days',
    'terms',
    'interest',
    'repayment',
    'apr',
    'limit_rate',
    'balance_value',
    'agreement',
    'version',
    'language',
    'text_hash',
    'signature_hash',
    'placed_at',
  ],
  live: 'closed_at is null',
} as const satisfies TableSpec<Loan>;

/** A row of `loan_steps`: a step of a loan, written once. */
export type LoanStep = {
  readonly loan_id: number;
  readonly seq: number;
  /** Of the loan's steps in this entry. */
  readonly idx: number;
  readonly step: string;
  readonly at: number;
  readonly note: string | null;
};

export const LOAN_STEPS_TABLE = {
  table: 'loan_steps',
  key: ['loan_id', 'seq', 'idx'],
  born: 'appended',
  columns: { loan_id: 'bigint', seq: 'bigint', idx: 'integer', step: 'text', at: 'timestamptz', note: 'text' },
  // For its owner and for what proves it; the core never reads it.
  live: 'false',
} as const satisfies TableSpec<LoanStep>;

/** The latest step of a loan as a row of its own. */
export function stepChange({ id, steps }: Loan): RowChange {
  const last = steps.at(-1) as Step;
  const idx = steps.filter(({ seq }) => seq === last.seq).length - 1;
  return changeOf(LOAN_STEPS_TABLE, { loan_id: id, idx, ...last });
}

/** A row of `loan_returns`: the days on which somebody returned a loan without interest. */
export type LoanReturns = {
  readonly user_id: number;
  /** UTC days of the last 365, at most one for each loan that could be returned for nothing. */
  readonly days: readonly number[];
};

export const LOAN_RETURNS_TABLE = {
  table: 'loan_returns',
  key: ['user_id'],
  columns: { user_id: 'bigint', days: 'jsonb' },
  live: 'true',
} as const satisfies TableSpec<LoanReturns>;

export const returnsChange = (row: LoanReturns): RowChange => changeOf(LOAN_RETURNS_TABLE, row);

export const loanChange = (row: Loan): RowChange => changeOf(LOANS_TABLE, row);
