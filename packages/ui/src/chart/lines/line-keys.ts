import { isDragging, type LineEntry, priceOf } from './entry.ts';

/** Approximate pixels per key press, so that a step is visible at any zoom. */
const KEY_PX = new Map([
  ['ArrowUp', 2],
  ['ArrowDown', -2],
  ['PageUp', 20],
  ['PageDown', -20],
]);

/** Handles a key on a draggable line; false when it has no meaning there. */
export function pressLineKey(
  entry: LineEntry,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { step, pixelsToPrice }: { step: number; pixelsToPrice: (pixels: number) => number },
): boolean {
  const pixels = KEY_PX.get(key);
  if (pixels !== undefined) {
    const by = shiftKey ? step : Math.max(step, pixelsToPrice(Math.abs(pixels)));
    entry.drag.move(priceOf(entry) + Math.sign(pixels) * by);
  } else if (key === 'Enter') void entry.drag.release();
  else if (key === 'Escape' && isDragging(entry)) entry.drag.cancel();
  else return false;
  return true;
}
