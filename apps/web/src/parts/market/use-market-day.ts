import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { DayLines, MarketDay } from './day-lines.ts';

const none = (): undefined => undefined;

/** The last 24 hours of a market; undefined until they are there. Its code loads with the first. */
export function useMarketDay(code: string): MarketDay | undefined {
  const [lines, setLines] = useState<DayLines>();
  useEffect(() => {
    let isGone = false;
    import('./day-lines.ts').then(
      (loaded) => {
        if (!isGone) setLines(loaded.dayLines);
      },
      // A list does without.
      none,
    );
    return () => {
      isGone = true;
    };
  }, []);
  const subscribe = useCallback((listener: () => void) => lines?.watch(code, listener) ?? none, [lines, code]);
  return useSyncExternalStore(subscribe, () => lines?.of(code), none);
}
