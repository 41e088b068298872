import type { ReferenceBook } from '../../book/reference-book.ts';
import { mustUnits } from '../figures.ts';
import type { Reference } from '../product.ts';
import type { Entry, StoredTick } from '../stored.ts';
import type { Side } from './arithmetic.ts';
import type { SpotOrder } from './order.ts';
import type { SpotEffects } from './spot-effects.ts';
import type { SpotTerms } from './terms.ts';

/** Fills per entry. */
export const FILLS_MAX = 100;

/** A pair on one book: demo and real markets are separate. */
export interface Market {
  readonly book: ReferenceBook;
  trades: number;
  /** Steps taken from the house quotes at the last tick that had any taken. */
  taken: { tick: number; asks: number; bids: number } | undefined;
}

export const measureOf = (terms: SpotTerms) => ({ places: terms.precision, step: mustUnits(terms.quantityStep) });

/** The part of the spot model that predictions of single entries use. */
export interface SpotState {
  readonly terms: Map<string, SpotTerms>;
  /** Resting and waiting orders. */
  readonly resting: Map<number, SpotOrder>;
  /** Orders that ever waited for a trigger. */
  readonly waited: Set<number>;
  readonly reference: Reference;
  market(book: string, code: string): Market;
  /** House quotes of one side at a tick. */
  quotes(
    terms: SpotTerms,
    query: { book: string; side: Side; tick: StoredTick; isWhole?: boolean },
  ): { price: number; steps: number }[];
  take(effects: SpotEffects, trade: { book: string; code: string; tick: StoredTick; side: Side; steps: number }): void;
  settleMaker(order: SpotOrder, steps: number): void;
  /** Ends what is left of an order, with the fills that it has. */
  revoke(order: SpotOrder, entry: Entry): void;
  /** How long an order waits for a price. */
  patienceOf(order: SpotOrder): number;
}
