import type { DrawingTool } from './drawings/drawing-tool.ts';
import type { Spot } from './drawings/geometry.ts';
import { isDraggable, type LineEntry } from './lines/entry.ts';
import type { LineLayer } from './lines/line-layer.ts';
import { watchPointer } from './pointer.ts';

/** A press that stays this near to where it began is a press; what was pulled out is put back there. */
const HOME_PX = 8;

export interface HandOptions {
  lines: LineLayer;
  tool: DrawingTool;
  /** Of the pane of prices: presses elsewhere are the chart's own. */
  size: () => { width: number; height: number };
  priceAt: (y: number) => number | null;
}

type Held =
  /** How far from the middle of the line it was taken hold of. */
  | { how: 'move'; entry: LineEntry; offset: number | undefined }
  | { how: 'pull'; entry: LineEntry; from: Spot | undefined };

/** What the reader holds: a line, one that is pulled out of another, a drawing, or nothing, and then the press moves the view. */
export function createHand(place: HTMLElement, { lines, tool, size, priceAt }: HandOptions) {
  let held: Held | undefined;
  /** The press that has just ended pulled at something, and so was none. */
  let pulled = false;

  function take(entry: LineEntry) {
    held = isDraggable(entry) ? { how: 'move', entry, offset: undefined } : { how: 'pull', entry, from: undefined };
    pulled = false;
    lines.focus(entry);
  }
  function move(spot: Spot, { entry, offset = spot.y - (entry.y ?? spot.y) }: Held & { how: 'move' }) {
    held = { how: 'move', entry, offset };
    const price = priceAt(spot.y - offset);
    if (price !== null) entry.drag.move(price);
  }
  /** The line comes to where the hand is: the label that is pulled at may stand away from its own line. */
  function pull(spot: Spot, { entry, from = spot }: Held & { how: 'pull' }) {
    held = { how: 'pull', entry, from };
    if (entry.line.pull === undefined) return;
    const away = HOME_PX < Math.abs(spot.y - from.y);
    pulled ||= away;
    const price = priceAt(Math.max(0, Math.min(size().height, spot.y)));
    if (!away) lines.cancelPulled();
    else if (price !== null) lines.pull(entry, price);
  }
  function drop() {
    if (held?.how === 'move') held.entry.drag.cancel();
    else if (held?.how === 'pull') lines.cancelPulled();
    held = undefined;
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
      if (held === undefined) tool.move(spot);
      else if (held.how === 'move') move(spot, held);
      else pull(spot, held);
    },
    release(spot) {
      if (held === undefined) tool.release(spot);
      else if (held.how === 'move') void held.entry.drag.release();
      else lines.releasePulled();
      held = undefined;
    },
    cancel() {
      if (held === undefined) tool.cancel();
      else drop();
    },
    over(spot) {
      if (tool.tool() !== undefined) tool.move(spot);
    },
  });

  const stop = new AbortController();
  // Whatever has the focus: who holds a line and presses Escape means the line, and the pointer lets go of it for good.
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || held === undefined) return;
      drop();
      pointer.release();
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal: stop.signal },
  );

  return {
    /** The press began on the label of a line, which stands over the chart. */
    grab(entry: LineEntry, event: PointerEvent) {
      pointer.grab(event);
      event.preventDefault();
      take(entry);
      if (held?.how === 'pull') held.from = pointer.spotOf(event);
    },
    /** The label of a line that is a button: not after something was pulled out of it. A key has no pointer before it. */
    press(entry: LineEntry, event: MouseEvent) {
      if (event.detail === 0 || !pulled) entry.line.onPress?.();
    },
    stop() {
      stop.abort();
      pointer.stop();
    },
  };
}
