import type { ConnectionState } from '@glasshouse/client/live/connection';
import type { Quote } from '@glasshouse/client/live/market-snapshot';
import type { Need } from '@glasshouse/client/live/subscriptions';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { marketSnapshot, marketSocket, paintedQuote } from './market-socket.ts';

export type { MarketRow, Quote } from '@glasshouse/client/live/market-snapshot';
export { marketSnapshot, marketSocket };

/** The hooks that read the market socket of the page. */
const connecting = (): ConnectionState => 'connecting';

export const useMarketState = (): ConnectionState =>
  useSyncExternalStore(marketSocket.state.subscribe, marketSocket.state.get, connecting);

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
  return useSyncExternalStore(
    subscribe,
    () => select(marketSnapshot.quote(code)),
    () => select(paintedQuote(code)),
  );
}
