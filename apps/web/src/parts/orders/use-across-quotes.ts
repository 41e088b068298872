import { useCallback, useSyncExternalStore } from 'react';
import { marketSnapshot, type Quote } from '../../live/market.ts';

/**
 * One value of several quotes, such as a sum; renders again only when that value changes. `compute`
 * must give a primitive. Keep the array's identity while its codes stay the same.
 */
export function useAcrossQuotes<Value extends string | number | boolean | undefined>(
  codes: readonly string[],
  compute: (quoteOf: (code: string) => Quote) => Value,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = codes.map((code) => marketSnapshot.subscribe(code, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [codes],
  );
  return useSyncExternalStore(subscribe, () => compute((code) => marketSnapshot.quote(code)));
}
