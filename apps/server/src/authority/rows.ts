import type { Language } from '@glasshouse/api/constants';
import type { DataViewKind } from '@glasshouse/api/operator/data-views';
import type { RiskProduct } from '@glasshouse/api/risk-warning';
import type { Book, Json, TableSpec } from '../kernel/core/types.ts';

export type Operator = {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly string[];
  readonly state: 'active' | 'disabled';
  readonly added_at: number;
  /** Null: from the command line of the server. */
  readonly added_by: number | null;
};

export const OPERATORS_TABLE = {
  table: 'operators',
  key: ['id'],
  born: 'by command',
  columns: { id: 'bigint', name: 'text', roles: 'jsonb', state: 'text', added_at: 'timestamptz', added_by: 'bigint' },
  live: 'true',
} as const satisfies TableSpec<Operator>;

export type RequestState = 'waiting' | 'approved' | 'rejected' | 'withdrawn' | 'expired';

/** An action that waits for a second person, or what became of it. */
export type OperatorRequest = {
  readonly id: number;
  /** The command that an approval runs, with this body. */
  readonly type: string;
  readonly user_id: number;
  readonly book: Book;
  readonly body: { readonly [field: string]: Json };
  readonly subject: string;
  readonly before: Json;
  readonly after: Json;
  readonly reason: string;
  readonly asked_by: number;
  readonly asked_session: number;
  readonly asked_device: string;
  readonly asked_credential: string;
  readonly asked_address: string;
  readonly asked_at: number;
  readonly expires_at: number;
  readonly state: RequestState;
  readonly decided_by: number | null;
  readonly decided_at: number | null;
  readonly decided_seq: number | null;
  readonly decision_reason: string | null;
};

export const REQUESTS_TABLE = {
  table: 'operator_requests',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    type: 'text',
    user_id: 'bigint',
    book: 'text',
    body: 'jsonb',
    subject: 'text',
    before: 'jsonb',
    after: 'jsonb',
    reason: 'text',
    asked_by: 'bigint',
    asked_session: 'bigint',
    asked_device: 'text',
    asked_credential: 'text',
    asked_address: 'text',
    asked_at: 'timestamptz',
    expires_at: 'timestamptz',
    state: 'text',
    decided_by: 'bigint',
    decided_at: 'timestamptz',
    decided_seq: 'bigint',
    decision_reason: 'text',
  },
  live: "state = 'waiting'",
} as const satisfies TableSpec<OperatorRequest>;

export type ActionRow = {
  readonly seq: number;
  readonly operator: number;
  readonly type: string;
  readonly user_id: number;
  readonly subject: string;
  readonly before: Json;
  readonly after: Json;
  readonly reason: string;
  readonly session: number;
  readonly device: string;
  readonly address: string;
  readonly request: number | null;
  readonly at: number;
};

export const ACTIONS_TABLE = {
  table: 'operator_actions',
  // An approval has two: of who asked and of who approved.
  key: ['seq', 'operator'],
  born: 'appended',
  columns: {
    seq: 'bigint',
    operator: 'bigint',
    type: 'text',
    user_id: 'bigint',
    subject: 'text',
    before: 'jsonb',
    after: 'jsonb',
    reason: 'text',
    session: 'bigint',
    device: 'text',
    address: 'text',
    request: 'bigint',
    at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<ActionRow>;

export type ViewKind = DataViewKind;

export type ViewRow = {
  readonly seq: number;
  readonly operator: number;
  readonly user_id: number;
  readonly kind: ViewKind;
  readonly subject: string;
  readonly at: number;
};

export const VIEWS_TABLE = {
  table: 'operator_views',
  key: ['seq'],
  born: 'appended',
  columns: { seq: 'bigint', operator: 'bigint', user_id: 'bigint', kind: 'text', subject: 'text', at: 'timestamptz' },
  live: 'false',
} as const satisfies TableSpec<ViewRow>;

export type Standing = {
  readonly user_id: number;
  readonly status: 'active' | 'frozen' | 'disabled';
  readonly reason: string | null;
  readonly since: number;
  /** Null: its owner, who closed the account. */
  readonly changed_by: number | null;
};

export const STANDINGS_TABLE = {
  table: 'user_standings',
  key: ['user_id'],
  columns: { user_id: 'bigint', status: 'text', reason: 'text', since: 'timestamptz', changed_by: 'bigint' },
  live: "status <> 'active'",
} as const satisfies TableSpec<Standing>;

export type ParameterRow = {
  readonly key: string;
  readonly version: number;
  readonly value: Json;
  readonly set_at: number;
  readonly set_by: number;
};

export const PARAMETERS_TABLE = {
  table: 'parameters',
  key: ['key'],
  columns: { key: 'text', version: 'integer', value: 'jsonb', set_at: 'timestamptz', set_by: 'bigint' },
  live: 'true',
} as const satisfies TableSpec<ParameterRow>;

/** Somebody read the warning about a product, before the first order on a book. */
export type Acknowledgement = {
  readonly seq: number;
  readonly user_id: number;
  readonly book: Book;
  readonly product: RiskProduct;
  /** Version of the text. */
  readonly text: number;
  readonly language: Language;
  readonly at: number;
};

export const ACKNOWLEDGEMENTS_TABLE = {
  table: 'risk_acknowledgements',
  key: ['seq'],
  born: 'appended',
  columns: {
    seq: 'bigint',
    user_id: 'bigint',
    book: 'text',
    product: 'text',
    text: 'integer',
    language: 'text',
    at: 'timestamptz',
  },
  // Orders depend on it where money is real.
  live: "book = 'real'",
} as const satisfies TableSpec<Acknowledgement>;

/** A one-time link of an operator, or the right to make one. */
export type KnownLink = {
  readonly opened_by: number;
  /** Of the hash of its token; null until it is made. */
  readonly digest: string | null;
  /** Null until it has made one. */
  readonly operator: number | null;
  readonly name: string;
  readonly roles: readonly string[];
  /** The approved request; null: from the command line of the server. */
  readonly request: number | null;
  /** Who asked for it, and may make the link. */
  readonly asked_by: number | null;
  readonly until: number;
  readonly used_at: number | null;
};

export const KNOWN_LINKS_TABLE = {
  table: 'known_links',
  key: ['opened_by'],
  born: 'by command',
  fixed: ['name', 'roles', 'request', 'asked_by', 'until'],
  columns: {
    opened_by: 'bigint',
    digest: 'text',
    operator: 'bigint',
    name: 'text',
    roles: 'jsonb',
    request: 'bigint',
    asked_by: 'bigint',
    until: 'timestamptz',
    used_at: 'timestamptz',
  },
  // Those that were used too: a digest is taken once, ever. There are few more than operators.
  live: 'true',
} as const satisfies TableSpec<KnownLink>;
