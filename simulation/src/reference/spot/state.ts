import type { ReferenceBook } from '../../book/reference-book.ts';
import type { StoredTick } from '../evidence.ts';
import { mustUnits } from '../figures.ts';
import type { Reference } from '../product.ts';
import type { SpotOrder } from './order.ts';
import type { SpotEffects } from './spot-effects.ts';
import type { Side } from './sums.ts';
import type { SpotTerms } from './terms.ts';

/** Fills of one entry. */
export const FILLS_MAX = 100;

/** A pair on one book: the demo and the real market never meet. */
export interface Market {
  readonly book: ReferenceBook;
  trades: number;
  /** What was taken of the house's quotes, at the tick that they were last taken at. */
  taken: { tick: number; asks: number; bids: number } | undefined;
}

export const measureOf = (terms: SpotTerms) => ({ places: terms.precision, step: mustUnits(terms.quantityStep) });

/** What the predictions of single entries see of the spot model. */
export interface SpotState {
  readonly terms: Map<string, SpotTerms>;
  readonly resting: Map<number, SpotOrder>;
  readonly reference: Reference;
  market(book: string, code: string): Market;
  /** The house's quotes of one side at a tick. */
  quotes(terms: SpotTerms, of: { book: string; side: Side; tick: StoredTick }): { price: number; steps: number }[];
  take(effects: SpotEffects, of: { book: string; code: string; tick: StoredTick; side: Side; steps: number }): void;
  settleMaker(order: SpotOrder, steps: number): void;
}
