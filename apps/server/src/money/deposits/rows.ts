import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec } from '../../kernel/core/types.ts';
import type { Step } from '../funding/steps.ts';
import type { PriceTick } from '../funding/value.ts';
import type { WatcherState } from '../funding/watched.ts';

/**
 * pending: reported, no transfer seen; confirming; reviewing: confirmed, waits for a person;
 * approved: credited; rejected; failed: vanished before it was credited; returning: paid by
 * somebody else, goes back; returned.
 */
export type DepositState =
  | 'pending'
  | 'confirming'
  | 'reviewing'
  | 'approved'
  | 'rejected'
  | 'failed'
  | 'returning'
  | 'returned';

/** A row of `deposits`. Amounts as decimal text. */
export type Deposit = {
  readonly id: number;
  readonly user_id: number;
  readonly book: Book;
  readonly method: 'crypto' | 'bank';
  readonly asset: string;
  readonly network: string | null;
  readonly state: DepositState;
  /** What the person reported; null when the transfer was found without a report. */
  readonly claimed: string | null;
  /** What arrived: by the chain, or by the reviewer where nobody watches. */
  readonly arrived: string | null;
  readonly credited: string | null;
  readonly value_usdt: string | null;
  readonly tick: PriceTick | null;
  /** Held back because the transfer vanished after the credit, and what is missing of that. */
  readonly frozen: string;
  readonly owed: string;
  readonly address: string | null;
  /** An address of the chain; of a bank transfer, the keyed digest of the account. */
  readonly sender: string | null;
  readonly tx_hash: string | null;
  /** Log index or output of the transaction; null until the transfer was seen. */
  readonly output: number | null;
  readonly block: number | null;
  readonly confirmations: number | null;
  readonly needed: number | null;
  /** Of bank transfers: what arrived, in its currency. */
  readonly currency: string | null;
  readonly currency_amount: string | null;
  readonly proof: string | null;
  readonly simulated: boolean;
  readonly reason: string | null;
  readonly note: string | null;
  readonly steps: readonly Step[];
  readonly placed_at: number;
  /** A review is due by then. */
  readonly due_at: number | null;
  readonly closed_at: number | null;
  /** Nothing can happen to it any more: it leaves memory. */
  readonly settled: boolean;
};

/** A row of `deposit_hashes`: which deposits a transaction belongs to, for ever. */
export type DepositHash = {
  readonly network: string;
  readonly tx_hash: string;
  readonly deposit: number;
  readonly user_id: number;
  readonly output: number | null;
  /** False once the claim was rejected: the hash is free again. */
  readonly holds: boolean;
};

/** A row of `deposit_addresses`. */
export type DepositAddress = {
  /** `evm`, `tron`, `bitcoin`, or the network of a shared address. */
  readonly family: string;
  readonly address: string;
  /** Empty for an address of the person alone. */
  readonly memo: string;
  readonly user_id: number;
  /** Child of the extended key; null for a shared address. */
  readonly path: number | null;
  /** SHA-256 of the extended key that it was derived from, in hex; empty for a shared address. */
  readonly key_digest: string;
  readonly published_at: number;
  readonly published_by: number;
};

export type AlarmKind = 'vanished' | 'amountDiffers' | 'evidenceUsed';

/** Why a transfer to an address that several people share is this person's. */
export type ClaimBasis = 'memo' | 'message' | 'proof';
/** The sender of a bank transfer beside the name that an identity check verified. */
export type Payer = 'same' | 'other' | 'unknown';

/** A row of `deposit_findings`: what two persons vouch for. */
export type DepositFinding = {
  readonly deposit: number;
  readonly user_id: number;
  /** The hash, or the reference of the bank's entry. */
  readonly evidence: string;
  readonly output: number | null;
  readonly basis: ClaimBasis | null;
  readonly value_date: string | null;
  readonly currency: string | null;
  readonly amount: string;
  readonly payer: Payer | null;
  /** SHA-256 of the sealed name of the sender. */
  readonly sender: string | null;
  readonly watcher: WatcherState | null;
  readonly found_by: number;
  readonly found_at: number;
};

/** A row of `deposit_alarms`: what an operator must look at. */
export type DepositAlarm = {
  readonly id: number;
  readonly kind: AlarmKind;
  readonly deposit: number;
  readonly user_id: number;
  readonly asset: string;
  readonly amount: string;
  readonly raised_at: number;
  readonly closed_at: number | null;
  readonly closed_by: number | null;
};

export const DEPOSITS_TABLE = {
  table: 'deposits',
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
    claimed: 'numeric',
    arrived: 'numeric',
    credited: 'numeric',
    value_usdt: 'numeric',
    tick: 'jsonb',
    frozen: 'numeric',
    owed: 'numeric',
    address: 'text',
    sender: 'text',
    tx_hash: 'text',
    output: 'integer',
    block: 'bigint',
    confirmations: 'integer',
    needed: 'integer',
    currency: 'text',
    currency_amount: 'numeric',
    proof: 'text',
    simulated: 'boolean',
    reason: 'text',
    note: 'text',
    steps: 'jsonb',
    placed_at: 'timestamptz',
    due_at: 'timestamptz',
    closed_at: 'timestamptz',
    settled: 'boolean',
  },
  fixed: ['user_id', 'book', 'method', 'placed_at'],
  live: 'not settled',
} as const satisfies TableSpec<Deposit>;

export const HASHES_TABLE = {
  table: 'deposit_hashes',
  key: ['network', 'tx_hash', 'deposit'],
  columns: {
    network: 'text',
    tx_hash: 'text',
    deposit: 'bigint',
    user_id: 'bigint',
    output: 'integer',
    holds: 'boolean',
  },
  live: 'holds',
} as const satisfies TableSpec<DepositHash>;

export const ADDRESSES_TABLE = {
  table: 'deposit_addresses',
  key: ['family', 'address', 'memo'],
  born: 'appended',
  columns: {
    family: 'text',
    address: 'text',
    memo: 'text',
    user_id: 'bigint',
    path: 'bigint',
    key_digest: 'text',
    published_at: 'timestamptz',
    published_by: 'bigint',
  },
  live: 'true',
} as const satisfies TableSpec<DepositAddress>;

export const ALARMS_TABLE = {
  table: 'deposit_alarms',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    kind: 'text',
    deposit: 'bigint',
    user_id: 'bigint',
    asset: 'text',
    amount: 'numeric',
    raised_at: 'timestamptz',
    closed_at: 'timestamptz',
    closed_by: 'bigint',
  },
  live: 'closed_by is null',
} as const satisfies TableSpec<DepositAlarm>;

export const FINDINGS_TABLE = {
  table: 'deposit_findings',
  key: ['deposit'],
  columns: {
    deposit: 'bigint',
    user_id: 'bigint',
    evidence: 'text',
    output: 'integer',
    basis: 'text',
    value_date: 'text',
    currency: 'text',
    amount: 'numeric',
    payer: 'text',
    sender: 'text',
    watcher: 'text',
    found_by: 'bigint',
    found_at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<DepositFinding>;

export const depositChange = (row: Deposit): RowChange => changeOf(DEPOSITS_TABLE, row);
export const hashChange = (row: DepositHash): RowChange => changeOf(HASHES_TABLE, row);
export const alarmChange = (row: DepositAlarm): RowChange => changeOf(ALARMS_TABLE, row);
export const findingChange = (row: DepositFinding): RowChange => changeOf(FINDINGS_TABLE, row);
