import type { KycPart, KycReason } from '@glasshouse/api/schemas/kyc';
import type { TableSpec } from '../../kernel/core/types.ts';
import type { KycLevel, KycStanding, KycState } from '../../kyc-levels/standing.ts';

export { type KycLevel, type KycStanding, type KycState, STANDINGS_TABLE } from '../../kyc-levels/standing.ts';

export type PartRefusal = { readonly part: KycPart; readonly reason: KycReason };

/** One submission and what became of it. Nothing personal: the log is for ever. */
export type KycCase = {
  readonly id: number;
  readonly user_id: number;
  readonly level: KycLevel;
  readonly attempt: number;
  readonly state: Exclude<KycState, 'none'>;
  /** Where the sealed data is, while it is kept. */
  readonly submission: string;
  readonly digest: string;
  readonly submitted_at: number;
  readonly review_by: number;
  readonly reviewed_at: number | null;
  readonly reviewer: string | null;
  readonly reason: KycReason | null;
  readonly refused: readonly PartRefusal[];
  readonly note_digest: string | null;
  readonly closed_by: number | null;
};

export const CASES_TABLE = {
  table: 'kyc_cases',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    level: 'text',
    attempt: 'integer',
    state: 'text',
    submission: 'text',
    digest: 'text',
    submitted_at: 'timestamptz',
    review_by: 'timestamptz',
    reviewed_at: 'timestamptz',
    reviewer: 'text',
    reason: 'text',
    refused: 'jsonb',
    note_digest: 'text',
    closed_by: 'bigint',
  },
  live: "state = 'pending'",
} as const satisfies TableSpec<KycCase>;

export type KycAssessment = {
  readonly seq: number;
  readonly case_id: number;
  readonly user_id: number;
  readonly provider: string;
  readonly outcome: 'verify' | 'refuse';
  readonly reason: KycReason | null;
  readonly refused: readonly PartRefusal[];
  readonly at: number;
};

export const ASSESSMENTS_TABLE = {
  table: 'kyc_assessments',
  key: ['seq'],
  born: 'appended',
  columns: {
    seq: 'bigint',
    case_id: 'bigint',
    user_id: 'bigint',
    provider: 'text',
    outcome: 'text',
    reason: 'text',
    refused: 'jsonb',
    at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<KycAssessment>;

export type KycErasure = {
  readonly case_id: number;
  readonly user_id: number;
  readonly seq: number;
  readonly at: number;
};

export const ERASURES_TABLE = {
  table: 'kyc_erasures',
  key: ['case_id'],
  born: 'appended',
  columns: { case_id: 'bigint', user_id: 'bigint', seq: 'bigint', at: 'timestamptz' },
  live: 'false',
} as const satisfies TableSpec<KycErasure>;

export type KycShare = {
  readonly seq: number;
  readonly case_id: number;
  readonly user_id: number;
  readonly provider: string;
  readonly at: number;
};

export const SHARES_TABLE = {
  table: 'kyc_shares',
  key: ['seq'],
  born: 'appended',
  columns: { seq: 'bigint', case_id: 'bigint', user_id: 'bigint', provider: 'text', at: 'timestamptz' },
  live: 'false',
} as const satisfies TableSpec<KycShare>;

/**
 * A verification that was taken back. Of the basic check, the full one falls with it; the case
 * keeps what was decided then.
 */
export type KycWithdrawal = {
  readonly case_id: number;
  readonly user_id: number;
  readonly level: KycLevel;
  readonly seq: number;
  readonly operator: number;
  readonly reason: KycReason;
  readonly note_digest: string | null;
  readonly at: number;
};

export const WITHDRAWALS_TABLE = {
  table: 'kyc_withdrawals',
  key: ['case_id'],
  born: 'appended',
  columns: {
    case_id: 'bigint',
    user_id: 'bigint',
    level: 'text',
    seq: 'bigint',
    operator: 'bigint',
    reason: 'text',
    note_digest: 'text',
    at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<KycWithdrawal>;

export type KycRows = {
  readonly kyc_cases: KycCase;
  readonly kyc_states: KycStanding;
  readonly kyc_assessments: KycAssessment;
  readonly kyc_erasures: KycErasure;
  readonly kyc_shares: KycShare;
  readonly kyc_withdrawals: KycWithdrawal;
};
