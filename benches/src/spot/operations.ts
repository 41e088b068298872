import type { Side } from '@glasshouse/server/products/spot/order-book';

export type Operation =
  | {
      readonly kind: 'add';
      readonly id: number;
      readonly side: Side;
      readonly price: number;
      readonly quantity: number;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'market'; readonly side: Side; readonly quantity: number };

const MIDDLE = 1_000_000;
/** Orders lie within this many points of the middle, mostly near it. */
const REACH = 600;

/**
 * 60 % add, 30 % cancel, 10 % market, determined by the seed. Some added orders cross and trade at
 * once.
 */
export function operationsOf(count: number, seed: number): Operation[] {
  const next = generator(seed);
  const below = (bound: number): number => Math.floor(next() * bound);
  const operations: Operation[] = [];
  const added: number[] = [];
  let id = 0;
  for (let index = 0; index < count; index += 1) {
    const kind = next();
    const side: Side = next() < 0.5 ? 'buy' : 'sell';
    if (0.6 <= kind && kind < 0.9 && 0 < added.length) {
      // Some of them have been filled in the meantime, as in production.
      const place = below(added.length);
      operations.push({ kind: 'cancel', id: added[place] as number });
      added[place] = added[added.length - 1] as number;
      added.pop();
    } else if (0.9 <= kind) {
      operations.push({ kind: 'market', side, quantity: 1 + below(300) });
    } else {
      id += 1;
      const distance = Math.floor(Math.abs(next() + next() + next() - 1.5) * REACH) - 5;
      const price = side === 'buy' ? MIDDLE - distance : MIDDLE + distance;
      operations.push({ kind: 'add', id, side, price, quantity: 1 + below(100) });
      added.push(id);
    }
  }
  return operations;
}

/** A linear congruential generator, so that runs are equal everywhere. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
