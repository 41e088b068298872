import type { DrawingTool } from './drawings/drawing-tool.ts';
import type { LineEntry } from './lines/entry.ts';
import type { LineLayer } from './lines/line-layer.ts';
import { watchPointer } from './pointer.ts';

export interface HandOptions {
  lines: LineLayer;
  tool: DrawingTool;
  /** Of the pane of prices: presses elsewhere are the chart's own. */
  size: () => { width: number; height: number };
  priceAt: (y: number) => number | null;
}

/** What the reader holds: a line, a drawing, or nothing, and then the press moves the view. */
export function createHand(place: HTMLElement, { lines, tool, size, priceAt }: HandOptions) {
  /** The line, and how far from its middle it was taken hold of. */
  let held: { entry: LineEntry; offset: number | undefined } | undefined;

  function take(entry: LineEntry) {
    held = { entry, offset: undefined };
    lines.focus(entry);
  }
  const pointer = watchPointer(place, {
    press(spot) {
      const { width, height } = size();
      if (width < spot.x || height < spot.y) return false;
      const entry = tool.tool() === undefined ? lines.at(spot) : undefined;
      if (entry !== undefined) {
        take(entry);
        return true;
      }
      const ours = tool.press(spot);
      if (ours) place.parentElement?.focus({ preventScroll: true });
      return ours;
    },
    move(spot) {
      if (held === undefined) {
        tool.move(spot);
        return;
      }
      held.offset ??= spot.y - (held.entry.y ?? spot.y);
      const price = priceAt(spot.y - held.offset);
      if (price !== null) held.entry.drag.move(price);
    },
    release(spot) {
      if (held === undefined) tool.release(spot);
      else void held.entry.drag.release();
      held = undefined;
    },
    cancel() {
      if (held === undefined) tool.cancel();
      else held.entry.drag.cancel();
      held = undefined;
    },
    over(spot) {
      if (tool.tool() !== undefined) tool.move(spot);
    },
  });

  return {
    /** The press began on the label of a line, which stands over the chart. */
    grab(entry: LineEntry, event: PointerEvent) {
      pointer.grab(event);
      event.preventDefault();
      take(entry);
    },
    stop: pointer.stop,
  };
}
