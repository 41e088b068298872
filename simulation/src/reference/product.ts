import type { ExpectedAccounts } from './accounts.ts';
import type { Findings } from './findings.ts';
import type { ExpectedEvent, ExpectedRow, Prediction } from './prediction.ts';
import type { Prices } from './prices.ts';
import type { Entry, StoredTick } from './stored.ts';

/** What all reference models share. */
export interface Reference {
  readonly accounts: ExpectedAccounts;
  readonly prices: Prices;
  readonly findings: Findings;
  /** End of the session open at `at`; null while the market is closed. */
  sessionEnd(code: string, at: number): number | null;
  /** The user's VIP fee tier. */
  feeTierOf(user: number, book: string): number;
}

/** `next` is the tick about to be sequenced. */
export type Predict = (entry: Entry, next: StoredTick | undefined) => Prediction;

export interface Closed {
  readonly rows: readonly ExpectedRow[];
  readonly events: readonly ExpectedEvent[];
}

/** The reference model of one product. */
export interface Product {
  /** By command type. */
  readonly types: { readonly [type: string]: Predict };
  /** The reset in `entry` ends everything the user has open on the book. */
  closeAll?(entry: Entry): Closed;
  /** A tick was sequenced: everything it triggers must have happened by now. */
  afterTick?(tick: StoredTick): void;
  /** When the core is idle and knows the time: nothing due by time alone may be left. */
  checkNothingOverdue?(at: number): void;
  /** Required balances of holds, margins and reserves. */
  needs?(need: (key: string, amount: bigint) => void): void;
  /** The oldest tick of an instrument still needed by a live order. */
  oldestTickNeeded?(code: string): number;
}
