import type { HeldFact, Reference } from '../product.ts';
import type { Entry, StoredTick } from '../stored.ts';
import type { Contract } from './position.ts';
import type { ContractTerms } from './terms.ts';

export interface MarketFacts extends HeldFact {
  readonly isOpen: boolean;
  readonly sessionEndsAt?: number;
  readonly tick: StoredTick | null;
  readonly conversion: StoredTick | null;
  readonly conversionHeld?: NonNullable<HeldFact['held']>;
  readonly network?: string;
  /** How far a trailing stop has come that is taken back. */
  readonly peak?: StoredTick;
}

/** The part of the contracts model that predictions of single entries use. */
export interface ContractsState {
  readonly terms: Map<string, ContractTerms>;
  readonly live: Map<number, Contract>;
  readonly reference: Reference;
  liveOf(user: number, book: string): Contract[];
  /** Checks the market facts in the log against the auditor's own prices and calendar. */
  checkFacts(entry: Entry, code: string | undefined, order?: Contract): MarketFacts;
}
