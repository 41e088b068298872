import type { Entry, StoredTick } from '../evidence.ts';
import type { Reference } from '../product.ts';
import type { Contract } from './position.ts';
import type { ContractTerms } from './terms.ts';

export interface MarketFacts {
  readonly isOpen: boolean;
  readonly tick: StoredTick | null;
  readonly conversion: StoredTick | null;
}

/** What the predictions of single entries see of the contracts model. */
export interface ContractsState {
  readonly terms: Map<string, ContractTerms>;
  readonly live: Map<number, Contract>;
  readonly reference: Reference;
  liveOf(user: number, book: string): Contract[];
  /** What the log says of the market, against the auditor's own prices and calendar. */
  checkFacts(entry: Entry, code: string | undefined): MarketFacts;
}
