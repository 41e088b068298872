import type { ExpectedAccounts } from './accounts.ts';
import type { Findings } from './findings.ts';
import type { ExpectedEvent, ExpectedRow, Prediction } from './prediction.ts';
import type { Prices } from './prices.ts';
import type { Entry, StoredTick } from './stored.ts';

export type HeldFact = { readonly held?: 'jump' | 'sources' | 'behind' };

/** Orders that a tick has hit and later entries carry out. */
export interface Hits {
  /** Whether the order is hit and not carried out. */
  has(id: number): boolean;
  /** A reset ends the order. */
  end(id: number): void;
  /** Ended by a reset before it was carried out. */
  wasReset(id: number): boolean;
  /** The tick by which an internal entry fires these orders; `next` where none of them was hit. */
  tickOf(entry: Entry, ids: readonly number[], next: StoredTick | undefined): StoredTick | undefined;
}

/** What all reference models share. */
export interface Reference {
  readonly accounts: ExpectedAccounts;
  readonly prices: Prices;
  readonly findings: Findings;
  readonly hits: Hits;
  /** End of the session open at `at`; null while the market is closed. */
  sessionEnd(code: string, at: number): number | null;
  /** `{ held }` with its reason while the price of the instrument is held, else nothing. */
  heldFact(code: string, at: number): HeldFact;
  /** A figure as the log names it; `first` while it names none. */
  figure<Value>(name: string, first: Value): Value;
  /** The version of the rules, or what a command named before the log did. */
  rulesOf(named: number | undefined): number;
  /**
   * The same for what trades at the last price: `behind` while a newer one waits, of which the log
   * only tells by what it refuses.
   */
  lastPriceFact(code: string, entry: Entry, logged: HeldFact | undefined): HeldFact;
  /** Whether somebody who asked for a firm price was answered just this. */
  wasAnswered(quoteId: string, answer: unknown): boolean;
  /** Whether the person may begin nothing new. */
  isFrozen(user: number): boolean;
  /** What is held of a deposit above the limit of its owner's level. */
  heldOf(deposit: number): bigint | undefined;
  /** Why the level of the person does not allow so much more; null: nothing prices it. */
  beyondLimit(
    user: number,
    use: { readonly kind: 'withdrawal' | 'loan'; readonly worth: bigint | null; readonly at: number },
  ): number | undefined;
  /** Whether an order would have more of the house's stock than its network may have. */
  beyondStock(entry: Entry, claim: { readonly asset: string; readonly amount: bigint }): boolean;
  /** Why what was asked for before may not leave. */
  overdrawn(user: number): number | undefined;
  /** Whether money that was lent to the person is out. */
  owesLoan(user: number): boolean;
  /** The user's VIP fee tier. */
  feeTierOf(user: number, book: string): number;
  /** What it takes off trading fees now, in 10⁻⁸. */
  feeDiscountOf(user: number, book: string): bigint;
}

/** `next` is the tick about to be sequenced. */
export type Predict = (entry: Entry, next: StoredTick | undefined) => Prediction;

export interface Closed {
  readonly rows: readonly ExpectedRow[];
  readonly events: readonly ExpectedEvent[];
}

type Fields = Readonly<Record<string, unknown>>;

/** What a product offers, as changes of its terms see it. */
export interface Offered {
  /** In force on a thing; nothing: none is. */
  current(key: string): { readonly offer: Fields; readonly version: number } | undefined;
  /** Why it could not be put in force. */
  faultOf(offer: Fields): Prediction | undefined;
}

/** Terms as an offer: without their version. */
export function inForce(terms: { readonly version: number } | undefined): ReturnType<Offered['current']> {
  if (terms === undefined) return undefined;
  const { version, ...offer } = terms;
  return { offer, version };
}

/** The reference model of one product. */
export interface Product {
  /** By command type. */
  readonly types: { readonly [type: string]: Predict };
  /** The reset in `entry` ends everything the user has open on the book. */
  closeAll?(entry: Entry): Closed;
  /** A tick was sequenced: everything it triggers must have happened by now. */
  afterTick?(tick: StoredTick): void;
  /** Whether time alone has left something to do, which slices of time events carry out. */
  isBehind?(at: number): boolean;
  /** When the core is idle and knows the time: nothing due by time alone may be left. */
  checkNothingOverdue?(at: number): void;
  /** Required balances of holds, margins and reserves. */
  needs?(need: (key: string, amount: bigint) => void): void;
  /** The oldest tick of an instrument still needed by a live order. */
  oldestTickNeeded?(code: string): number;
}
