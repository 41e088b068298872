import { useMemo, useSyncExternalStore } from 'react';
import { setTourText, tourText } from './tour-flag.ts';
import { afterEvent, type Tour, type TourEvent, textOf, tourOf } from './tour-steps.ts';

/** The tour of this browser, if there is one. */
export function useTour(): Tour | undefined {
  const text = useSyncExternalStore(tourText.subscribe, tourText.get);
  return useMemo(() => tourOf(text), [text]);
}

/** Whether somebody began it here, whatever became of it. */
export const knowsTour = (): boolean => tourText.get() !== undefined;
export const startTour = (): void => setTourText(textOf({ step: 'market' }));
export const endTour = (): void => setTourText();

/** Tells the tour what happened; without one, nothing. */
export function tellTour(event: TourEvent): void {
  const now = tourOf(tourText.get());
  if (now === undefined) return;
  const next = afterEvent(now, event);
  if (next !== now) setTourText(textOf(next));
}
