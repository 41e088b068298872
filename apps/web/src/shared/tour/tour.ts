import { useSyncExternalStore } from 'react';
import { Cell } from '../../live/emitter.ts';
import { readStored, writeStored } from '../../session/storage.ts';
import { afterEvent, type Tour, type TourEvent, textOf, tourOf } from './tour-steps.ts';

/** The tour of this browser: it outlives a reload, and can be left and taken again at any time. */
const KEY = 'tour';
/** Stored once it was left or finished: then nobody offers it again. */
const OVER = 'over';

const tour = new Cell<Tour | undefined>(tourOf(readStored(KEY)));

function set(next: Tour | undefined): void {
  tour.set(next);
  writeStored(KEY, next === undefined ? OVER : textOf(next));
}

export const useTour = (): Tour | undefined => useSyncExternalStore(tour.subscribe, tour.get);
/** Whether somebody began it here, whatever became of it. */
export const knowsTour = (): boolean => readStored(KEY) !== undefined;
export const startTour = (): void => set({ step: 'market' });
export const endTour = (): void => set(undefined);

/** Tells the tour what happened; without one, nothing. */
export function tellTour(event: TourEvent): void {
  const now = tour.get();
  if (now === undefined) return;
  const next = afterEvent(now, event);
  if (next !== now) set(next);
}
