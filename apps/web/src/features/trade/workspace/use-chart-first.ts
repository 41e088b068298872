import { startTransition, useCallback, useEffect, useState } from 'react';
import { prefetchParts } from './deferred-parts.tsx';

/**
 * After this the deferred parts stop waiting: the candles failed to load, or the line is very slow.
 */
const LATEST_MS = 4_000;

/** Once per visit; from then on everything is loaded. */
let isDue = false;

/**
 * Whether the deferred parts of the workspace may render: after the chart, so that they do not
 * delay its candles.
 */
export function useChartFirst(): { readonly showDeferred: boolean; readonly onDrawn: () => void } {
  const [showDeferred, setShowDeferred] = useState(isDue);
  const start = useCallback(() => {
    isDue = true;
    prefetchParts();
    startTransition(() => setShowDeferred(true));
  }, []);
  useEffect(() => {
    if (showDeferred) return;
    const timer = setTimeout(start, LATEST_MS);
    return () => clearTimeout(timer);
  }, [showDeferred, start]);
  // The chart has its candles now and paints them in the next frame.
  const onDrawn = useCallback(() => {
    if (!isDue) requestAnimationFrame(() => setTimeout(start));
  }, [start]);
  return { showDeferred, onDrawn };
}
