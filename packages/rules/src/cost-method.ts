import { acquire, type Holding, NOTHING_HELD, release } from './average-cost.ts';
import { addLot, type LotPart, type Lots, NO_LOTS, takeOldest } from './lots.ts';
import type { Amount } from './money.ts';

/** Where a purchase comes from, so that a sale can name it: its log entry and its time. */
export interface Origin {
  readonly seq: number;
  readonly at: number;
}

export interface Released<Held> {
  readonly cost: Amount;
  readonly after: Held;
  /** The purchases that were sold, oldest first; none by average. */
  readonly parts: readonly LotPart[];
}

/** A way to tell what something sold has cost. */
export interface CostMethod<Held> {
  readonly nothing: Held;
  readonly acquire: (held: Held, added: Holding, origin: Origin) => Held;
  readonly release: (held: Held, quantity: Amount) => Released<Held>;
  /** Quantity and total cost of what is held. */
  readonly sum: (held: Held) => Holding;
}

/** Weighted average, recalculated with each purchase. */
export const AVERAGE: CostMethod<Holding> = {
  nothing: NOTHING_HELD,
  acquire: (held, added) => acquire(held, added),
  release: (held, quantity) => ({ ...release(held, quantity), parts: [] }),
  sum: (held) => held,
};

/** First in, first out: purchases are sold in the order in which they were made. */
export const FIFO: CostMethod<Lots> = {
  nothing: NO_LOTS,
  acquire: (held, added, origin) => addLot(held, { ...added, ...origin }),
  release: (held, quantity) => takeOldest(held, quantity),
  sum: ({ quantity, cost }) => ({ quantity, cost }),
};
