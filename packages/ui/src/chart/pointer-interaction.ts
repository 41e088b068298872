import type { DrawingTool } from './drawings/drawing-tool.ts';
import type { Pixel } from './drawings/geometry.ts';
import { draggedY, grabOffset } from './lines/dragged-y.ts';
import { isDraggable, type LineEntry } from './lines/entry.ts';
import type { LineLayer } from './lines/line-layer.ts';
import { watchPointer } from './pointer.ts';

/** A press that moves less is a click, and puts a pulled line back. */
const PULL_THRESHOLD_PX = 8;

interface InteractionOptions {
  lines: LineLayer;
  tool: DrawingTool;
  /** Size of the price pane: presses elsewhere belong to the chart. */
  size: () => { width: number; height: number };
  priceAt: (y: number) => number | null;
}

type ActiveDrag =
  /** `offset`: distance from the line's centre to where it was grabbed. */
  | { kind: 'move'; entry: LineEntry; offset: number | undefined }
  | { kind: 'pull'; entry: LineEntry; from: Pixel | undefined };

/**
 * What the pointer does on the chart: drags a line, pulls one out of another, draws, or pans the
 * view.
 */
export function createPointerInteraction(container: HTMLElement, { lines, tool, size, priceAt }: InteractionOptions) {
  let active: ActiveDrag | undefined;
  /** The press that just ended was a pull, so its click does not count. */
  let pulled = false;

  function begin(entry: LineEntry) {
    active = isDraggable(entry) ? { kind: 'move', entry, offset: undefined } : { kind: 'pull', entry, from: undefined };
    pulled = false;
    lines.focus(entry);
  }
  function move(pixel: Pixel, { entry, offset = grabOffset(pixel.y, entry) }: ActiveDrag & { kind: 'move' }) {
    active = { kind: 'move', entry, offset };
    const price = priceAt(draggedY(pixel.y, { offset, height: size().height }));
    if (price !== null) entry.drag.move(price);
  }
  /** The line follows the pointer: its label may be displaced from the line it is pulled out of. */
  function pull(pixel: Pixel, { entry, from = pixel }: ActiveDrag & { kind: 'pull' }) {
    active = { kind: 'pull', entry, from };
    if (entry.line.pull === undefined) return;
    const beyond = PULL_THRESHOLD_PX < Math.abs(pixel.y - from.y);
    pulled ||= beyond;
    const price = priceAt(Math.max(0, Math.min(size().height, pixel.y)));
    if (!beyond) lines.cancelPulled();
    else if (price !== null) lines.pull(entry, price);
  }
  function cancelActive() {
    if (active?.kind === 'move') active.entry.drag.cancel();
    else if (active?.kind === 'pull') lines.cancelPulled();
    active = undefined;
  }
  const pointer = watchPointer(container, {
    press(pixel) {
      const { width, height } = size();
      if (width < pixel.x || height < pixel.y) return false;
      const entry = tool.tool() === undefined ? lines.at(pixel) : undefined;
      if (entry !== undefined) {
        begin(entry);
        return true;
      }
      const ours = tool.press(pixel);
      if (ours) container.parentElement?.focus({ preventScroll: true });
      return ours;
    },
    move(pixel) {
      if (active === undefined) tool.move(pixel);
      else if (active.kind === 'move') move(pixel, active);
      else pull(pixel, active);
    },
    release(pixel) {
      if (active === undefined) tool.release(pixel);
      else if (active.kind === 'move') void active.entry.drag.release();
      else lines.releasePulled();
      active = undefined;
    },
    cancel() {
      if (active === undefined) tool.cancel();
      else cancelActive();
    },
    over(pixel) {
      if (tool.tool() !== undefined) tool.move(pixel);
    },
  });

  const stop = new AbortController();
  // Escape cancels the drag wherever the focus is, and releases the pointer for good.
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || active === undefined) return;
      cancelActive();
      pointer.release();
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal: stop.signal },
  );

  return {
    /** The press began on a line's label above the chart. */
    grab(entry: LineEntry, event: PointerEvent) {
      pointer.grab(event);
      event.preventDefault();
      begin(entry);
      if (active?.kind === 'pull') active.from = pointer.pixelOf(event);
    },
    /**
     * A line's label was clicked, unless something was pulled out of it. Keyboard clicks have
     * `detail` 0.
     */
    press(entry: LineEntry, event: MouseEvent) {
      if (event.detail === 0 || !pulled) entry.line.onPress?.();
    },
    stop() {
      stop.abort();
      pointer.stop();
    },
  };
}
