import type { LimitKind, LimitLevel, LimitWindow } from '@glasshouse/api/kyc-limits';
import { changeOf } from '../kernel/core/effects.ts';
import type { RowChange, TableSpec } from '../kernel/core/types.ts';
import type { Step } from '../money/funding/steps.ts';
import type { UsageCounts } from './windows.ts';

/** A row of `identity_usage`: what a person used of one kind of limit, in USDT. */
export type Usage = UsageCounts & {
  readonly user_id: number;
  readonly kind: LimitKind;
  /** The first entry that was counted; what is older was never counted and gives nothing back. */
  readonly since: number;
  readonly changed_at: number;
};

export const USAGE_TABLE = {
  table: 'identity_usage',
  key: ['user_id', 'kind'],
  columns: {
    user_id: 'bigint',
    kind: 'text',
    since: 'bigint',
    hours: 'jsonb',
    days: 'jsonb',
    total: 'numeric',
    changed_at: 'timestamptz',
  },
  live: 'true',
} as const satisfies TableSpec<Usage>;

/**
 * held: waits for the person's check; vanished: its transfer vanished meanwhile; returning: two
 * persons decided to send it back; released, returned and reversed are ends.
 */
export type HoldState = 'held' | 'vanished' | 'returning' | 'released' | 'returned' | 'reversed';

/** A row of `deposit_holds`: a credit above the limit of its owner's level, held as a whole. */
export type DepositHold = {
  readonly deposit: number;
  readonly user_id: number;
  readonly asset: string;
  readonly amount: string;
  /** Null without a price at the credit; no limit can let it go then. */
  readonly value_usdt: string | null;
  /** The level that the person had, and the window whose limit it would have exceeded. */
  readonly level: LimitLevel;
  readonly exceeds: LimitWindow;
  readonly state: HoldState;
  /** Hash or bank reference of what was sent back. */
  readonly reference: string | null;
  readonly steps: readonly Step[];
  readonly held_at: number;
  readonly closed_at: number | null;
  /** Null for a bank transfer, which has a currency instead. */
  readonly network: string | null;
  readonly currency: string | null;
  readonly currency_amount: string | null;
  /**
   * Where it came from, and the only place it goes back to: an address, or the keyed digest of a
   * bank account. Null while nobody knows.
   */
  readonly payer: string | null;
  /** Operators named the payer, as the payment itself did not: they may name another one. */
  readonly payer_named: boolean;
};

export const HOLDS_TABLE = {
  table: 'deposit_holds',
  key: ['deposit'],
  columns: {
    deposit: 'bigint',
    user_id: 'bigint',
    asset: 'text',
    amount: 'numeric',
    value_usdt: 'numeric',
    level: 'text',
    exceeds: 'text',
    state: 'text',
    reference: 'text',
    steps: 'jsonb',
    held_at: 'timestamptz',
    closed_at: 'timestamptz',
    network: 'text',
    currency: 'text',
    currency_amount: 'numeric',
    payer: 'text',
    payer_named: 'boolean',
  },
  fixed: ['user_id', 'asset', 'amount', 'value_usdt', 'network', 'currency', 'currency_amount'],
  live: 'closed_at is null',
} as const satisfies TableSpec<DepositHold>;

export const usageChange = (row: Usage): RowChange => changeOf(USAGE_TABLE, row);
export const holdChange = (row: DepositHold): RowChange => changeOf(HOLDS_TABLE, row);
