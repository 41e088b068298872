import type { TableSpec } from '../../kernel/core/types.ts';

/**
 * `signingIn`: an operator who gave the password, and no second factor yet. `stepUp` is no session:
 * the second factor given again within one, which opens nothing by itself.
 */
export const SESSION_KINDS = ['guest', 'user', 'operator', 'signingIn', 'stepUp'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];
export const isOfOperator = (kind: SessionKind): boolean =>
  kind === 'operator' || kind === 'signingIn' || kind === 'stepUp';

/** A session that the core was told of. */
export type KnownSession = {
  /** The entry that opened it, or took it over from before there were any. */
  readonly opened_by: number;
  readonly digest: string;
  readonly kind: SessionKind;
  /** The person or operator whose commands it may send. */
  readonly owner: number;
  readonly opened_at: number;
  /** The core takes nothing from it from then on, whatever the database says. */
  readonly until: number;
  readonly ended_at: number | null;
};

export const KNOWN_SESSIONS_TABLE = {
  table: 'known_sessions',
  // Sessions of before were taken over several in one entry.
  key: ['opened_by', 'digest'],
  born: 'by command',
  fixed: ['kind', 'owner', 'opened_at', 'until'],
  columns: {
    opened_by: 'bigint',
    digest: 'text',
    kind: 'text',
    owner: 'bigint',
    opened_at: 'timestamptz',
    until: 'timestamptz',
    ended_at: 'timestamptz',
  },
  live: 'ended_at is null',
} as const satisfies TableSpec<KnownSession>;

/** From which entry on the core vouches for something that it did not know before. */
export type Vouching = { readonly name: 'sessions' | 'credentials'; readonly seq: number; readonly at: number };

export const VOUCHINGS_TABLE = {
  table: 'vouchings',
  key: ['name'],
  columns: { name: 'text', seq: 'bigint', at: 'timestamptz' },
  live: 'true',
} as const satisfies TableSpec<Vouching>;

/** What protects an account, as it was written: digests by column, or null for a row that went. */
export type CredentialRecord = {
  readonly seq: number;
  readonly tbl: string;
  /** What tells rows of the table apart. */
  readonly row_key: string;
  readonly owner_kind: 'user' | 'operator';
  readonly owner: number;
  readonly digests: { readonly [column: string]: string } | null;
  readonly at: number;
};

export type Recorded = Pick<CredentialRecord, 'tbl' | 'row_key' | 'owner_kind' | 'owner' | 'digests'>;

/** What the gateway knows of a change besides its digests. */
export type RecordedChange = {
  readonly kind: string;
  /** It makes withdrawals wait, whatever the core thinks. */
  readonly blocks: boolean;
  readonly isFirst: boolean;
  /** By which step its owner confirmed it; how old that is the core knows. */
  readonly confirmedBy: 'email' | 'totp' | null;
};

export const CREDENTIAL_RECORDS_TABLE = {
  table: 'credential_records',
  key: ['seq', 'tbl', 'row_key'],
  born: 'appended',
  columns: {
    seq: 'bigint',
    tbl: 'text',
    row_key: 'text',
    owner_kind: 'text',
    owner: 'bigint',
    digests: 'jsonb',
    at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<CredentialRecord>;

/** The newest record of a row, which each use of it is compared with. */
export type CredentialState = Omit<CredentialRecord, 'seq'> & {
  readonly recorded_by: number;
  /** Since when there is such a row. */
  readonly added_at: number;
};

export const CREDENTIAL_STATES_TABLE = {
  table: 'credential_states',
  key: ['tbl', 'row_key'],
  columns: {
    tbl: 'text',
    row_key: 'text',
    owner_kind: 'text',
    owner: 'bigint',
    digests: 'jsonb',
    recorded_by: 'bigint',
    added_at: 'timestamptz',
    at: 'timestamptz',
  },
  live: 'digests is not null',
} as const satisfies TableSpec<CredentialState>;

/** Somebody would have been let in by what the log does not have. */
export type CredentialAlarm = Pick<CredentialRecord, 'seq' | 'owner_kind' | 'owner' | 'at'> & {
  readonly purpose: string;
  /** Table, row and column. */
  readonly differs: readonly string[];
};

export const CREDENTIAL_ALARMS_TABLE = {
  table: 'credential_alarms',
  key: ['seq'],
  born: 'by command',
  columns: {
    seq: 'bigint',
    owner_kind: 'text',
    owner: 'bigint',
    purpose: 'text',
    differs: 'jsonb',
    at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<CredentialAlarm>;

/** How long withdrawals of somebody wait after a change of what protects the account. */
export type WithdrawalWait = {
  readonly user_id: number;
  readonly until: number;
  readonly kind: string;
  /** Of the newest address that no older step confirmed: it confirms nothing for a day. */
  readonly email_at: number | null;
  readonly recorded_by: number;
};

export const WITHDRAWAL_WAITS_TABLE = {
  table: 'withdrawal_waits',
  key: ['user_id'],
  columns: {
    user_id: 'bigint',
    until: 'timestamptz',
    kind: 'text',
    email_at: 'timestamptz',
    recorded_by: 'bigint',
  },
  live: 'true',
} as const satisfies TableSpec<WithdrawalWait>;
