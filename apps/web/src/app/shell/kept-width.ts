import { readStored, writeStored } from '@glasshouse/app/session/storage';

const KEY = 'islandWidth';
/** In steps, for its figures change all the time. */
const STEP_PX = 24;

/** Width of the pill the last time, in px: it comes late, and the links beside it must not move. */
export const keptWidth = (): number => Number(readStored(KEY) ?? 0) || 0;

export function keepWidth(width: number): void {
  const rounded = String(Math.ceil(width / STEP_PX) * STEP_PX);
  if (readStored(KEY) !== rounded) writeStored(KEY, rounded);
}
