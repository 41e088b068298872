import { type Amount, add, formatAmount, ZERO } from '@glasshouse/rules/money';
import type { CommandInput, CoreState } from '../../kernel/core/types.ts';
import type { NetworkFact } from '../../trading/network-share.ts';
import { HOUSE_STOCK, type Share, type StockPromise, shareKey, stockOf } from './slice.ts';

/** A part of the facts of an order: what prices that hold promise to others of its network. */
export type PromisedFact = { readonly promised?: string };

/**
 * Sets a part of a network's share aside while a price holds, so that it is there when the price is
 * used. Returns what ends that. Promises end by themselves when their price does.
 */
export function promiseStock(state: CoreState, share: Share, promise: StockPromise): () => void {
  const { promises } = stockOf(state);
  const key = shareKey(share);
  const own = promises.get(key) ?? new Set<StockPromise>();
  promises.set(key, own.add(promise));
  return () => {
    own.delete(promise);
    if (own.size === 0 && promises.get(key) === own) promises.delete(key);
  };
}

/** What prices that hold promise of a coin to people of one network, other than `without`. */
export function promisedOf(state: CoreState, share: Share, at: number, without?: number): Amount {
  let sum = ZERO;
  for (const { amount, endsAt, userId } of stockOf(state).promises.get(shareKey(share)) ?? [])
    if (at <= endsAt && userId !== without) sum = add(sum, amount);
  return sum;
}

/** Left out where nothing is promised, as in entries of before. */
export function promisedFact(
  state: CoreState,
  { book, network }: Pick<CommandInput, 'book' | 'network'>,
  { asset, at, ownPromise = ZERO }: { readonly asset: string; readonly at: number; readonly ownPromise?: Amount },
): PromisedFact & NetworkFact {
  if (network === undefined) return {};
  if (!state.slices.has(HOUSE_STOCK.name)) return { network };
  const promised = promisedOf(state, { book, asset, network }, at) - ownPromise;
  return promised <= 0n ? { network } : { network, promised: formatAmount(promised as Amount) };
}
