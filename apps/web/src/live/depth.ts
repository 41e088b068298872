import { useEffect, useSyncExternalStore } from 'react';
import type { Book } from '../session/session.ts';
import { BookPairing } from './book-pairing.ts';
import { type DepthState, DepthStore, type Pair } from './depth-store.ts';
import { attachDepth, marketSnapshot, sendToMarket } from './market.ts';

export type { DepthLevel, DepthState, PublicTrade } from './depth-store.ts';

/** The order book of one pair on the market socket, for as long as a page wants it. */
const store = new DepthStore();
new BookPairing(marketSnapshot, store);
let wanted: Pair | undefined;

attachDepth({
  onOpen: () => {
    store.restart();
    if (wanted !== undefined) sendToMarket({ depth: wanted.code, book: wanted.book });
  },
  onMessage: (message) => store.apply(message),
});

function follow(pair: Pair | undefined): void {
  wanted = pair;
  store.watch(pair);
  sendToMarket(pair === undefined ? { depth: null } : { depth: pair.code, book: pair.book });
}

/**
 * Asks for the order book while the component is mounted. One page looks at one pair; undefined
 * asks for none.
 */
export function useDepthScope(code: string | undefined, book: Book): void {
  useEffect(() => {
    if (code === undefined) return;
    follow({ code, book });
    return () => follow(undefined);
  }, [code, book]);
}

/** One part of it; renders again only when that part changes. `select` must keep identities. */
export const useDepth = <Value>(select: (state: DepthState) => Value): Value =>
  useSyncExternalStore(store.subscribe, () => select(store.read()));
