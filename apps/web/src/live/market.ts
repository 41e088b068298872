import { PAGE_HOST, socketOrigin } from '@glasshouse/app/page-host';
import type { ConnectionState } from '@glasshouse/client/live/connection';
import type { Quote } from '@glasshouse/client/live/market-snapshot';
import { MarketSocket } from '@glasshouse/client/live/market-socket';
import type { Need } from '@glasshouse/client/live/subscriptions';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { serverClock } from './clock.ts';

export type { MarketRow, Quote } from '@glasshouse/client/live/market-snapshot';

/** The market socket of the page, and the hooks that read it. */
export const marketSocket = new MarketSocket({ origin: socketOrigin, clock: serverClock, host: PAGE_HOST });
export const marketSnapshot = marketSocket.snapshot;

export const useMarketState = (): ConnectionState =>
  useSyncExternalStore(marketSocket.state.subscribe, marketSocket.state.get);

/**
 * Says which markets this component shows while it is mounted. Keep the array's identity while its
 * codes stay the same.
 */
export function useMarketScope(codes: readonly string[], need: Need = 'quote'): void {
  useEffect(() => marketSocket.subscriptions.want(codes, need), [codes, need]);
}

/**
 * One value of one quote; renders again only when that value changes. `select` must give a
 * primitive or keep identities.
 */
export function useQuote<Value>(code: string, select: (quote: Quote) => Value): Value {
  const subscribe = useCallback((listener: () => void) => marketSnapshot.subscribe(code, listener), [code]);
  return useSyncExternalStore(subscribe, () => select(marketSnapshot.quote(code)));
}
