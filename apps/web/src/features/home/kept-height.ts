import { readStored, writeStored } from '@glasshouse/app/session/storage';

/** Of a window of this width: a phone that was turned has another. */
const KEY = 'homeOverview';

/**
 * How high the overview was last time, in px; undefined where nothing is known of this width. Its
 * figures and positions come after the page, and what is below them must not move.
 */
export function keptHeight(width: number): number | undefined {
  const [storedWidth, height] = (readStored(KEY) ?? '').split(':').map(Number);
  return storedWidth === width && height !== undefined && 0 < height ? height : undefined;
}

export const keepHeight = (width: number, height: number): void => writeStored(KEY, `${width}:${height}`);
