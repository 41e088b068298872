import type { Amount } from '@glasshouse/rules/money';

export type Book = 'demo' | 'real';
export const BOOKS: readonly Book[] = ['demo', 'real'];

/** What is written into the log: plain JSON, no bigint, no undefined. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** `owner/book/asset/kind`; owner is `u<id>` or `house`. Made by `core/accounts.ts`, never by hand. */
export type AccountKey = string & { readonly accountKey: unique symbol };

/** One accepted price. Prices in points: integers of 10^-precision of the instrument. `at` in epoch ms, never decreasing per code; `seq` per code without holes. */
export interface Tick {
  readonly code: string;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly at: number;
}

/** What a caller hands to the core. `id` makes it happen once: `<userId>:<key>`, or a name derived from what fired it. */
export interface CommandInput {
  readonly id: string;
  /** 0 for the house and for internal commands. */
  readonly userId: number;
  readonly book: Book;
  readonly type: string;
  readonly body: Json;
}

/** A sequenced command. `seq` is also the id of the order that it creates. */
export interface Command<Body extends Json = Json, Facts extends Json = Json> {
  readonly seq: number;
  readonly id: string;
  readonly userId: number;
  readonly book: Book;
  readonly type: string;
  readonly body: Body;
  /** What the market looked like when the command was sequenced; null where the module gathers nothing. */
  readonly facts: Facts;
  readonly at: number;
}

/** `amount` (> 0) moves from one account to another of the same book and asset. */
export interface Posting {
  readonly from: AccountKey;
  readonly to: AccountKey;
  readonly amount: Amount;
  /** Why, as a key that the statement translates: `options.stake`, `demo.grant`. */
  readonly reason: string;
  /** What it belongs to (an order id), or null. */
  readonly ref: string | null;
}

/** The complete new row of a table that a module owns. Column values as the table's `TableSpec` says. */
export interface RowChange {
  readonly table: string;
  readonly row: { readonly [column: string]: Json | bigint };
}

/** What the owner hears after the change is durable. */
export interface UserEvent {
  readonly userId: number;
  readonly book: Book;
  readonly kind: string;
  readonly data: Json;
}

export interface Effects {
  readonly postings: readonly Posting[];
  readonly rows: readonly RowChange[];
  readonly events: readonly UserEvent[];
}

export type Outcome =
  | ({ readonly ok: true; readonly result: Json } & Effects)
  | { readonly ok: false; readonly code: number; readonly fields?: { readonly [field: string]: number } };

/** The answer to a caller; `code` 200 or one of the catalogue. `seq` is the log entry that holds it. */
export interface CommandAnswer {
  readonly seq: number;
  readonly code: number;
  readonly result: Json;
  readonly fields?: { readonly [field: string]: number };
  /** The id was seen before with the same content; this is the first answer again. */
  readonly repeated?: boolean;
}

/** The last accepted prices and the calendar, as the sequencer sees them. Implemented by the tape. */
export interface MarketView {
  lastTick(code: string): Tick | undefined;
  /** Epoch ms at which the session that is open at `at` ends; undefined when closed. Infinity when it never closes. */
  sessionEndsAt(code: string, at: number): number | undefined;
  /** End (epoch ms) of the latest silence between two ticks that was longer than `limitMs`; 0 when none is known. */
  lastGapEndedAt(code: string, limitMs: number): number;
}

export type SqlType = 'bigint' | 'integer' | 'text' | 'numeric' | 'boolean' | 'jsonb' | 'timestamptz' | 'bytea';

/** How a module's rows are stored; what a flush writes is generated from it. `timestamptz` columns take epoch ms. */
export interface TableSpec {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: { readonly [column: string]: SqlType };
  /**
   * How rows come into being, which spares the database looking for one that cannot be there. `by command`: the key is the sequence of the command
   * that made it; `appended`: written once and never changed. Left out: any row may be new or known.
   */
  readonly born?: 'by command' | 'appended';
  /** Columns that keep what they were born with, besides the key: a change of the row does not write them. Left out: any may change. */
  readonly fixed?: readonly string[];
  /**
   * Groups of columns that are empty together until something happens to the row, an entry or a settlement: rows that all lack it do not
   * bring a list of nothing for each of them.
   */
  readonly later?: readonly (readonly string[])[];
  /** SQL condition for rows that must be in memory after a start ("state <> 'settled'"). */
  readonly live: string;
}

export interface CoreModule<Slice = unknown> {
  readonly name: string;
  initial(): Slice;
  readonly tables: readonly TableSpec[];
  /** Puts a row into the slice (or drops it once it is final). Called for each row change, at load and at replay. */
  reduce(slice: Slice, change: RowChange): void;
  readonly handlers: { readonly [type: string]: (state: CoreState, command: Command) => Outcome };
  /** Facts for the handler; `state` only to find out which instrument a command is about. */
  gather?(input: CommandInput, at: number, market: MarketView, state: CoreState): Json;
  /** Command types that only the core itself may submit (never a caller). */
  readonly internal?: readonly string[];
  /** Internal commands that this tick fires, in order. `market` still shows the market before the tick. */
  onTick?(state: CoreState, tick: Tick, market: MarketView): CommandInput[];
  /** Internal commands that become due because time has passed. */
  onTime?(state: CoreState, at: number, market: MarketView): CommandInput[];
  /** Effects that close everything the user has open on the book. */
  closeAll?(state: CoreState, command: Command): Effects;
  /** Whether the user has something live, so that the accounts must stay in memory. */
  isLive?(slice: Slice, userId: number): boolean;
  /** All such users: their accounts are loaded at the start. */
  liveUsers?(slice: Slice): Iterable<number>;
}

export interface Account {
  readonly id: number;
  readonly key: AccountKey;
  /** 0 for the house. */
  readonly owner: number;
  balance: Amount;
}

export interface AccountScope {
  readonly book: Book;
  readonly asset: string;
}

/** An account in memory, with what its key says, so that no posting need read it out of the text again. */
export interface ResidentAccount extends Account {
  /** One object for all accounts of a book and asset: both ends of a posting agree on it. */
  readonly scope: AccountScope;
  readonly kind: string;
  readonly mayBeNegative: boolean;
}

/** The whole state of one shard. Only the kernel mutates it. */
export interface CoreState {
  sequence: number;
  lastHash: Buffer;
  nextAccountId: number;
  /** Time of the last sequenced command; never decreases. */
  lastAt: number;
  readonly accounts: Map<AccountKey, ResidentAccount>;
  /** Account keys by user in memory, least recently touched first. */
  readonly residents: Map<number, AccountKey[]>;
  readonly slices: Map<string, unknown>;
  /** The module that owns a table. */
  readonly owners: ReadonlyMap<string, CoreModule>;
  readonly modules: readonly CoreModule[];
}
