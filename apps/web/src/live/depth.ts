import type { Book } from '@glasshouse/app/session/session';
import type { DepthState } from '@glasshouse/client/live/depth-store';
import { useEffect, useSyncExternalStore } from 'react';
import { marketSocket } from './market.ts';

export type { DepthLevel, DepthState, PublicTrade } from '@glasshouse/client/live/depth-store';

/**
 * Asks for the order book while the component is mounted. One page looks at one pair; undefined
 * asks for none.
 */
export function useDepthScope(code: string | undefined, book: Book): void {
  useEffect(() => {
    if (code === undefined) return;
    marketSocket.watchDepth({ code, book });
    return () => marketSocket.watchDepth(undefined);
  }, [code, book]);
}

/** One part of it; renders again only when that part changes. `select` must keep identities. */
export function useDepth<Value>(select: (state: DepthState) => Value): Value {
  const read = () => select(marketSocket.depth.read());
  // Nothing is watched before a page is there, so a painted one has the empty book too.
  return useSyncExternalStore(marketSocket.depth.subscribe, read, read);
}
