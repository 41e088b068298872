import type { UserEventKind } from '@glasshouse/api/sockets';
import type { Amount } from '@glasshouse/rules/money';

export type Book = 'demo' | 'real';
export const BOOKS: readonly Book[] = ['demo', 'real'];

/**
 * What is written into the log: plain JSON, no bigint, no undefined. Declare what must be
 * assignable to it as a `type`: an interface has no implicit index signature.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** `owner/book/asset/kind`; owner is `u<id>` or `house`. Made by `accounts.ts`, never by hand. */
export type AccountKey = string & { readonly accountKey: unique symbol };

/**
 * One accepted price, in points: integers of 10^-precision of the instrument. `at` is in epoch ms
 * and never decreases per code; `seq` counts per code without gaps.
 */
export type Tick = {
  readonly code: string;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly at: number;
};

/**
 * What a caller hands to the core. `id` makes it idempotent: `<userId>:<key>`, or a name derived
 * from what fired it.
 */
export interface CommandInput<Body extends Json = Json> {
  readonly id: string;
  /** 0 for the house and for internal commands. */
  readonly userId: number;
  readonly book: Book;
  readonly type: string;
  readonly body: Body;
  /**
   * Names the network that it came from. No part of what a repeat must repeat: people move on
   * between two attempts. Logged with the facts of commands that share something by it.
   */
  readonly network?: string;
  /**
   * Digest of the session that it came by, where it came by one. No part of what a repeat must
   * repeat: people sign in again between two attempts. Logged.
   */
  readonly session?: string;
  /** Of a command that ticks or time fired for orders. Not logged. */
  readonly trigger?: Trigger;
}

/** So that a command for many orders can be carried out in parts. */
export interface Trigger {
  /** The instrument of its orders. */
  readonly code: string;
  readonly ids: readonly number[];
  /** What the id of a command ends with. */
  readonly suffix: string;
  /** One command for each of its orders. */
  readonly parts: () => readonly CommandInput[];
}

/** A sequenced command. `seq` is also the id of the order that it creates. */
export interface Command<Body extends Json = Json, Facts extends Json = Json> {
  readonly seq: number;
  readonly id: string;
  readonly userId: number;
  readonly book: Book;
  readonly type: string;
  readonly body: Body;
  /** The market as of sequencing; null for commands without a gatherer. */
  readonly facts: Facts;
  readonly at: number;
  /** Digest of the session that it came by; left out by the server itself and before version 10. */
  readonly session?: string;
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

/** Column values as the table's `TableSpec` says. */
export type Row = { readonly [column: string]: Json | bigint };

/** The complete new row of a table that a module owns. */
export interface RowChange<Table extends string = string, Values extends Row = Row> {
  readonly table: Table;
  readonly row: Values;
}

/** What the owner is sent once the change is durable. */
export interface UserEvent {
  readonly userId: number;
  readonly book: Book;
  readonly kind: UserEventKind;
  readonly data: Json;
}

export interface Effects {
  readonly postings: readonly Posting[];
  readonly rows: readonly RowChange[];
  readonly events: readonly UserEvent[];
}

/** The catalogue code of a refusal, and of each field at fault. */
export interface Refusal {
  readonly ok: false;
  readonly code: number;
  readonly fields?: { readonly [field: string]: number };
}

export type Outcome = ({ readonly ok: true; readonly result: Json } & Effects) | Refusal;

/**
 * The answer to a caller; `code` 200 or one of the catalogue. `seq` is the log entry that holds it.
 */
export interface CommandAnswer {
  readonly seq: number;
  readonly code: number;
  readonly result: Json;
  readonly fields?: { readonly [field: string]: number };
  /** The id was seen before with the same content; this is the first answer again. */
  readonly repeated?: boolean;
}

/**
 * Why the newest price of a market is not traded on: it jumped and nothing has confirmed that yet;
 * the sources do not agree on it; it contradicts the prices that it follows from; or the tape
 * cannot be stored, so that nobody could prove it later; or it has been replaced, and the newer one
 * waits until the orders that this one hit are carried out; a corporate action has come into force
 * since; the source gives one below zero; or there will be none any more.
 */
export type HeldBy = 'jump' | 'sources' | 'drift' | 'unstored' | 'behind' | 'action' | 'notPositive' | 'ended';

/** A price that is held. */
export interface DoubtedPrice {
  readonly points: number;
  readonly at: number;
}

/** Last accepted prices and the calendar, as of sequencing. Implemented by the tape. */
export interface MarketView {
  lastTick(code: string): Tick | undefined;
  /**
   * Epoch ms at which the session open at `at` ends; undefined when closed, Infinity when it never
   * closes.
   */
  sessionEndsAt(code: string, at: number): number | undefined;
  /**
   * End (epoch ms) of the latest gap between two ticks that was longer than `limitMs`; 0 when none
   * is known.
   */
  lastGapEndedAt(code: string, limitMs: number): number;
  /**
   * Why nothing trades on this instrument now; undefined while its last tick is undisputed. Ends
   * with the sequencing of the tick that resolves it, never earlier.
   */
  heldBy(code: string, at: number): HeldBy | undefined;
  /**
   * How long after its time a price may still come, at most. Absent or 0: none comes late. Only
   * what time alone fires needs to know, and it is in the log with what was fired.
   */
  lateMs?(code: string): number;
  /** Whether a newer price waits. Only what would trade at the last one needs to know. */
  isBehind?(code: string): boolean;
  /** The newest price of a source while it is held. Only who decides about it needs to know. */
  doubtedPrice?(code: string): DoubtedPrice | undefined;
}

/**
 * Durable ticks of instruments, each after the number given for it, oldest first. Reads back some
 * minutes quickly, and days slowly.
 */
export type TickHistory = (after: ReadonlyMap<string, number>) => Promise<ReadonlyMap<string, readonly Tick[]>>;

export type SqlType = 'bigint' | 'integer' | 'text' | 'numeric' | 'boolean' | 'jsonb' | 'timestamptz' | 'bytea';

/**
 * How a module's rows are stored; the flush statement is generated from it. `timestamptz` columns
 * take epoch ms. A column added later is null in earlier rows, also in those of kept states; one
 * that is not needs another `STATE_FORMAT`.
 */
export interface TableSpec<Values extends Row = Row> {
  readonly table: string;
  readonly key: readonly (keyof Values & string)[];
  readonly columns: { readonly [Column in keyof Values]: SqlType };
  /**
   * How rows come into being, which spares the database a look-up. `by command`: the key is the
   * sequence of the command that made the row; `appended`: written once, never changed. Left out:
   * any row may be new or known.
   */
  readonly born?: 'by command' | 'appended';
  /** Columns, besides the key, that never change: an update leaves them out. */
  readonly fixed?: readonly (keyof Values & string)[];
  /**
   * Columns that stay null together until something happens to the row (an entry, a settlement): a
   * batch in which every row lacks the group does not list it at all.
   */
  readonly later?: readonly (readonly (keyof Values & string)[])[];
  /** SQL condition for rows that must be in memory after a start ("state <> 'settled'"). */
  readonly live: string;
}

/** Body and facts of each command type of a module. */
export type CommandShapes = { readonly [type: string]: { readonly body: Json; readonly facts: Json } };
/** Row type of each table of a module. */
export type RowShapes = { readonly [table: string]: Row };

/** Any change of a module's tables, discriminated by table. */
export type ChangeOf<Rows extends RowShapes> = {
  [Table in keyof Rows & string]: RowChange<Table, Rows[Table]>;
}[keyof Rows & string];

/**
 * Declared as methods, whose parameters are bivariant: the kernel keeps handlers of all modules in
 * one table, and calls each with commands of its own type only.
 */
interface CommandMethods<Body extends Json, Facts extends Json> {
  handle(state: CoreState, command: Command<Body, Facts>): Outcome;
  gather(input: CommandInput<Body>, at: number, market: MarketView, state: CoreState): Facts;
}
export type Handler<Body extends Json = Json, Facts extends Json = Json> = CommandMethods<Body, Facts>['handle'];
/** Facts for the handler; `state` only tells which instrument a command is about. */
export type Gatherer<Body extends Json = Json, Facts extends Json = Json> = CommandMethods<Body, Facts>['gather'];

/** The answer to something that is only asked. */
export type QuestionOutcome = { readonly ok: true; readonly result: Json } | Refusal;
interface QuestionMethod {
  ask(state: CoreState, input: CommandInput, at: number, market: MarketView): QuestionOutcome;
}
export type Question = QuestionMethod['ask'];

/** A product, or another owner of commands and rows: all that the kernel knows of it. */
export interface CoreModule<
  Commands extends CommandShapes = CommandShapes,
  Rows extends RowShapes = RowShapes,
  Slice = unknown,
> {
  readonly name: string;
  initial(): Slice;
  readonly tables: readonly (TableSpec & { readonly table: keyof Rows & string })[];
  /**
   * Puts a row into the slice, or drops one that is final. Called for each change, at load and at
   * replay.
   */
  reduce(slice: Slice, change: ChangeOf<Rows>): void;
  readonly handlers: { readonly [Type in keyof Commands]: Handler<Commands[Type]['body'], Commands[Type]['facts']> };
  /** One for each command type that has facts. */
  readonly gather: {
    readonly [Type in keyof Commands as Commands[Type]['facts'] extends null ? never : Type]: Gatherer<
      Commands[Type]['body'],
      Commands[Type]['facts']
    >;
  };
  /**
   * Questions by type: answered from state and market, in the order of the queue, without an entry
   * in the log. What one leaves in the slice is lost with the process.
   */
  readonly questions?: { readonly [type: string]: Question };
  /** Command types that only the core itself may submit. */
  readonly internal?: readonly (keyof Commands & string)[];
  /** Of these, types whose orders are carried out each by a command of its own. */
  readonly alone?: readonly (keyof Commands & string)[];
  /**
   * Derives what follows from ticks anew. Called when live rows have been read, before anything is
   * applied.
   */
  resume?(slice: Slice, history: TickHistory): Promise<void>;
  /**
   * Internal commands that this tick fires, in order. `market` still shows the market before it.
   */
  onTick?(state: CoreState, tick: Tick, market: MarketView): CommandInput[];
  /** Internal commands that are due at `at`. */
  onTime?(state: CoreState, at: number, market: MarketView): CommandInput[];
  /** Effects that close everything the user has open on the book. */
  closeAll?(state: CoreState, command: Command): Effects;
  /**
   * Most that what is open may take out of a pool and then out of `capital`: neither may be drawn
   * below it.
   */
  promises?(slice: Slice, scope: AccountScope): { readonly pool: AccountKey; readonly amount: Amount } | undefined;
  /**
   * What else a command of any module does because of its effects: made with them, or not at all.
   * Accounts of others than the command's user must be in memory already (`isLive`).
   */
  follows?(state: CoreState, command: Command, effects: Effects): Effects | undefined;
  /** Refuses commands of any module before their handlers are asked; they are logged as refused. */
  admits?(state: CoreState, command: Command): Refusal | undefined;
  /** Whether the user has something live, so that their accounts must stay in memory. */
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

/** An account in memory, with its key parsed once. */
export interface ResidentAccount extends Account {
  /** One shared object per book and asset: the ends of a posting are compared by identity. */
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
