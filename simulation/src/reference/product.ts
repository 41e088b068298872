import type { ExpectedAccounts } from './accounts.ts';
import type { Entry, StoredTick } from './evidence.ts';
import type { Findings } from './findings.ts';
import type { ExpectedEvent, ExpectedRow, Prediction } from './prediction.ts';
import type { Prices } from './prices.ts';

/** What all products of the auditor look at. */
export interface Reference {
  readonly accounts: ExpectedAccounts;
  readonly prices: Prices;
  readonly findings: Findings;
  /** When the session that is open at `at` ends; null while the market is closed. */
  sessionEnd(code: string, at: number): number | null;
  /** The fee tier of a user on a book. */
  levelOf(user: number, book: string): number;
}

/** `next` is the tick that is about to take its place in the order. */
export type Predict = (entry: Entry, next: StoredTick | undefined) => Prediction;

export interface Closed {
  readonly rows: readonly ExpectedRow[];
  readonly events: readonly ExpectedEvent[];
}

/** The auditor's own version of one product. */
export interface Product {
  /** By type of command. */
  readonly types: { readonly [type: string]: Predict };
  /** Everything that a user has open on a book ends by the reset of `entry`. */
  closeAll?(entry: Entry): Closed;
  /** A tick takes its place: whatever it meets must have happened by now. */
  passed?(tick: StoredTick): void;
  /** After a quiet while in which time was told: nothing that time alone does may be left. */
  nothingDueAt?(at: number): void;
  /** What must lie on accounts of holds, margins and reserves. */
  needs?(need: (key: string, amount: bigint) => void): void;
  /** The oldest tick of an instrument that something live still needs. */
  neededFrom?(code: string): number;
}
