import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec } from '../../kernel/core/types.ts';
import type { Step } from '../funding/steps.ts';
import type { PriceTick } from '../funding/value.ts';

export type WithdrawalState = 'pending' | 'approved' | 'sent' | 'confirmed' | 'rejected' | 'failed' | 'cancelled';
/**
 * stuck: sent too long ago without a confirmation; reverted: the chain refused it; differs: another
 * amount was paid; early: it was paid before the approval; used: its payment confirms another
 * withdrawal; altered: the database shows another payout than the log; paidTwice: it had ended, and
 * another of its transactions paid it.
 */
export const TROUBLES = ['stuck', 'reverted', 'differs', 'early', 'used', 'altered', 'paidTwice'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Who approved, with all by which two operators could turn out to be one person. */
export type Approver = {
  readonly operator: number;
  readonly session: number;
  readonly device: string;
  readonly credential: string;
};

/** The payment that a withdrawal was confirmed by. */
export type Payment = {
  /** Output or log within the transaction; null where a person named none. */
  readonly output: number | null;
  readonly amount: string;
  /** Time of the block in epoch ms. */
  readonly at: number | null;
};

/** What left once more after the payout had ended. */
export type SecondPayment = Payment & {
  readonly hash: string;
  /** Whether the ledger has it; not yet where the capital of the house was too small. */
  readonly isBooked: boolean;
};

/** A row of `withdrawals`. Amounts as decimal text. */
export type Withdrawal = {
  readonly id: number;
  readonly user_id: number;
  readonly book: Book;
  readonly method: 'crypto' | 'bank';
  readonly asset: string;
  readonly network: string | null;
  readonly state: WithdrawalState;
  readonly amount: string;
  readonly fee: string;
  readonly received: string;
  readonly fee_rate: string;
  readonly fee_minimum: string;
  readonly value_usdt: string | null;
  readonly tick: PriceTick | null;
  /** Of a chain; public. */
  readonly address: string | null;
  /** SHA-256 of the sealed bank details, which lie in `private_details`. */
  readonly details: string | null;
  readonly currency: string | null;
  readonly currency_amount: string | null;
  /** How the person confirmed it besides the withdrawal password. */
  readonly confirmed_with: 'none' | 'email' | 'totp' | 'passkey';
  readonly batch: number | null;
  /** Hash of the transaction, or the reference of the bank. */
  readonly tx_hash: string | null;
  readonly trouble: Trouble | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly steps: readonly Step[];
  readonly placed_at: number;
  readonly due_at: number | null;
  readonly approved_at: number | null;
  readonly sent_at: number | null;
  readonly closed_at: number | null;
  /** Keyed digest of the bank account, the same for each withdrawal to it. */
  readonly account: string | null;
  /** Null for what was approved before there were such rules, or is not approved. */
  readonly approvers: readonly Approver[] | null;
  /** Share that the house keeps of the conversion; null where the request fixed the currency. */
  readonly spread: string | null;
  /** The exported file that asks for its payment. */
  readonly file: number | null;
  /** Counts towards the limits of a day and a week until then. */
  readonly counts_until: number | null;
  /** Transactions that its present one replaced, oldest first. */
  readonly replaced: readonly string[] | null;
  readonly paid: Payment | null;
  /** It has ended, and its other transactions are looked for until then. */
  readonly watched_until: number | null;
  readonly second_payments: readonly SecondPayment[] | null;
};

/** A row of `payout_files`: payouts that were handed over to be signed, once. */
export type PayoutFile = {
  readonly number: number;
  readonly batch: number;
  readonly format: string;
  readonly withdrawals: readonly number[];
  /** SHA-256 of the file. */
  readonly digest: string;
  /** SHA-256 of its payments, which the file carries. */
  readonly payments: string;
  readonly made_by: number;
  readonly made_at: number;
  readonly voided_by: number | null;
  readonly voided_at: number | null;
};

/** A row of `withdrawal_batches`: what was handed to the treasury at once. */
export type WithdrawalBatch = {
  readonly id: number;
  readonly method: 'crypto' | 'bank';
  readonly network: string | null;
  readonly withdrawals: readonly number[];
  readonly made_by: number;
  readonly made_at: number;
};

/** A row of `withdrawal_addresses`. The label is personal; its digest is not. */
export type BookAddress = {
  readonly id: number;
  readonly user_id: number;
  readonly asset: string;
  readonly network: string;
  readonly address: string;
  readonly label: string;
  readonly added_at: number;
  readonly usable_at: number;
  readonly removed_at: number | null;
};

/** A row of `withdrawal_locks`. */
export type WithdrawalLock = {
  readonly user_id: number;
  readonly locked: boolean;
  /** Unlocking was asked for, and takes effect then. */
  readonly unlocks_at: number | null;
  readonly changed_at: number;
};

export const WITHDRAWALS_TABLE = {
  table: 'withdrawals',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    book: 'text',
    method: 'text',
    asset: 'text',
    network: 'text',
    state: 'text',
    amount: 'numeric',
    fee: 'numeric',
    received: 'numeric',
    fee_rate: 'numeric',
    fee_minimum: 'numeric',
    value_usdt: 'numeric',
    tick: 'jsonb',
    address: 'text',
    details: 'text',
    currency: 'text',
    currency_amount: 'numeric',
    confirmed_with: 'text',
    batch: 'bigint',
    tx_hash: 'text',
    trouble: 'text',
    reason: 'text',
    note: 'text',
    steps: 'jsonb',
    placed_at: 'timestamptz',
    due_at: 'timestamptz',
    approved_at: 'timestamptz',
    sent_at: 'timestamptz',
    closed_at: 'timestamptz',
    account: 'text',
    approvers: 'jsonb',
    spread: 'numeric',
    file: 'bigint',
    counts_until: 'timestamptz',
    replaced: 'jsonb',
    paid: 'jsonb',
    watched_until: 'timestamptz',
    second_payments: 'jsonb',
  },
  fixed: [
    'user_id',
    'book',
    'method',
    'asset',
    'network',
    'amount',
    'fee',
    'received',
    'fee_rate',
    'fee_minimum',
    'value_usdt',
    'address',
    'details',
    'currency',
    'confirmed_with',
    'placed_at',
    'account',
    'spread',
  ],
  live: 'closed_at is null or counts_until is not null or watched_until is not null',
} as const satisfies TableSpec<Withdrawal>;

export const BATCHES_TABLE = {
  table: 'withdrawal_batches',
  key: ['id'],
  born: 'appended',
  columns: {
    id: 'bigint',
    method: 'text',
    network: 'text',
    withdrawals: 'jsonb',
    made_by: 'bigint',
    made_at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<WithdrawalBatch>;

export const FILES_TABLE = {
  table: 'payout_files',
  key: ['number'],
  columns: {
    number: 'bigint',
    batch: 'bigint',
    format: 'text',
    withdrawals: 'jsonb',
    digest: 'text',
    payments: 'text',
    made_by: 'bigint',
    made_at: 'timestamptz',
    voided_by: 'bigint',
    voided_at: 'timestamptz',
  },
  fixed: ['batch', 'format', 'withdrawals', 'digest', 'payments', 'made_by', 'made_at'],
  live: 'true',
} as const satisfies TableSpec<PayoutFile>;

export const BOOK_TABLE = {
  table: 'withdrawal_addresses',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    asset: 'text',
    network: 'text',
    address: 'text',
    label: 'text',
    added_at: 'timestamptz',
    usable_at: 'timestamptz',
    removed_at: 'timestamptz',
  },
  live: 'removed_at is null',
} as const satisfies TableSpec<BookAddress>;

export const LOCKS_TABLE = {
  table: 'withdrawal_locks',
  key: ['user_id'],
  columns: { user_id: 'bigint', locked: 'boolean', unlocks_at: 'timestamptz', changed_at: 'timestamptz' },
  live: 'locked',
} as const satisfies TableSpec<WithdrawalLock>;

export const withdrawalChange = (row: Withdrawal): RowChange => changeOf(WITHDRAWALS_TABLE, row);
export const batchChange = (row: WithdrawalBatch): RowChange => changeOf(BATCHES_TABLE, row);
export const fileChange = (row: PayoutFile): RowChange => changeOf(FILES_TABLE, row);
export const addressChange = (row: BookAddress): RowChange => changeOf(BOOK_TABLE, row);
export const lockChange = (row: WithdrawalLock): RowChange => changeOf(LOCKS_TABLE, row);
