import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { Cell } from '@glasshouse/client/emitter';
import { useSyncExternalStore } from 'react';

/**
 * What is stored of the tour, as every page loads it; `tour.ts` knows what it means. It outlives a
 * reload, and a tour can be left and taken again at any time.
 */
const KEY = 'tour';
/** Once it was left or finished: then nobody offers it again. */
const OVER = 'over';

export const tourText = new Cell(readStored(KEY));

export function setTourText(next: string = OVER): void {
  writeStored(KEY, next);
  tourText.set(next);
}

const isOn = (): boolean => (tourText.get() ?? OVER) !== OVER;
const isOff = (): boolean => false;
export const useIsTouring = (): boolean => useSyncExternalStore(tourText.subscribe, isOn, isOff);
