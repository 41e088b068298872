import { startTransition, useCallback, useEffect, useState } from 'react';
import { fetchRest } from './later.tsx';

/** By then the rest comes without the chart: its bars could not be fetched, or the line is very slow. */
const LATEST_MS = 4_000;

/** Once in a visit; from then on everything is there. */
let isRestDue = false;

/** Whether the rest of the workspace may be drawn: after the chart, so that it does not come between the bars and the finger. */
export function useChartFirst(): { readonly restDue: boolean; readonly onDrawn: () => void } {
  const [restDue, setRestDue] = useState(isRestDue);
  const start = useCallback(() => {
    isRestDue = true;
    fetchRest();
    startTransition(() => setRestDue(true));
  }, []);
  useEffect(() => {
    if (restDue) return;
    const timer = setTimeout(start, LATEST_MS);
    return () => clearTimeout(timer);
  }, [restDue, start]);
  // The bars are given to the chart now and painted in the next frame.
  const onDrawn = useCallback(() => {
    if (!isRestDue) requestAnimationFrame(() => setTimeout(start));
  }, [start]);
  return { restDue, onDrawn };
}
