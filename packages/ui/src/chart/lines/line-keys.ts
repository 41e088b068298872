import { isDragging, type LineEntry, priceOf } from './entry.ts';

/** Keys move by about this many pixels, so that the step is worth seeing at every zoom. */
const KEY_PX = new Map([
  ['ArrowUp', 2],
  ['ArrowDown', -2],
  ['PageUp', 20],
  ['PageDown', -20],
]);

/** Does what a key means on a line that can be dragged; false when it means nothing there. */
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
