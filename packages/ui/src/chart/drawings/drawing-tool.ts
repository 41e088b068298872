import { randomKey } from '@glasshouse/api/random-key';
import type { ChartDrawing, ChartDrawingKind, ChartPoint } from '../types.ts';
import type { DrawingLayer, Shift } from './drawing-layer.ts';
import {
  isDrawn,
  moveDrawing,
  shiftDrawing,
  startDrawing,
  stretchDrawing,
  withDrawing,
  withoutDrawing,
} from './edit.ts';
import type { Grip, Pixel } from './geometry.ts';

/**
 * A press that moves less is a click: the next click then sets the second point of a trend line.
 */
const CLICK_PX = 6;

interface DrawingToolOptions {
  layer: DrawingLayer;
  onDrawings: (drawings: readonly ChartDrawing[]) => void;
  /** The active tool changed, or the number of points placed with it. */
  onTool: (tool: ChartDrawingKind | undefined, pointsPlaced: number) => void;
}

interface Hold {
  grip: Grip;
  original: ChartDrawing;
  from: ChartPoint;
}

/**
 * Drawing and moving in pane coordinates, independent of the input device. A trend line takes a
 * drag from end to end, or two clicks.
 */
export function createDrawingTool({ layer, onDrawings, onTool }: DrawingToolOptions) {
  let tool: ChartDrawingKind | undefined;
  let draft: ChartDrawing | undefined;
  let hold: Hold | undefined;
  let pressed: Pixel | undefined;
  /** The current press places the second point. */
  let second = false;

  function setDraft(next: ChartDrawing | undefined) {
    draft = next;
    layer.setDraft(next);
  }
  function setTool(next: ChartDrawingKind | undefined) {
    tool = next;
    setDraft(undefined);
    if (next !== undefined) layer.select(undefined);
    onTool(next, 0);
  }
  function commit(next: readonly ChartDrawing[]) {
    layer.set(next);
    onDrawings(next);
  }
  function finish() {
    const drawn = draft;
    setTool(undefined);
    if (drawn === undefined || !isDrawn(drawn)) return;
    commit(withDrawing(layer.drawings(), drawn));
    layer.select(drawn.id);
  }
  /** The grabbed drawing as it would be with the pointer here. */
  function held(pixel: Pixel): ChartDrawing | undefined {
    const to = layer.pointAt(pixel);
    if (hold === undefined || to === undefined) return undefined;
    return moveDrawing(hold.original, {
      grip: hold.grip,
      to,
      shift: layer.shiftBy(layer.wayBetween({ from: hold.from, to })),
    });
  }

  return {
    setTool,
    tool: () => tool,
    /** True when the press is handled here; false leaves it to the chart. */
    press(pixel: Pixel): boolean {
      const point = layer.pointAt(pixel);
      if (point === undefined) return false;
      pressed = pixel;
      if (tool !== undefined) {
        second = draft !== undefined;
        if (draft === undefined) setDraft(startDrawing(tool, randomKey(), point));
        else setDraft(stretchDrawing(draft, point));
        return true;
      }
      const grip = layer.grip(pixel);
      layer.select(grip?.id);
      const original = layer.drawings().find(({ id }) => id === grip?.id);
      if (grip === undefined || original === undefined) return false;
      hold = { grip, original, from: point };
      return true;
    },
    move(pixel: Pixel) {
      const point = layer.pointAt(pixel);
      if (point === undefined) return;
      if (draft !== undefined) return setDraft(stretchDrawing(draft, point));
      const moved = held(pixel);
      if (moved !== undefined) layer.set(withDrawing(layer.drawings(), moved));
    },
    release(pixel: Pixel) {
      const start = pressed;
      pressed = undefined;
      if (hold !== undefined) {
        const { original } = hold;
        hold = undefined;
        const moved = layer.drawings().find(({ id }) => id === original.id);
        if (moved !== undefined && moved !== original) onDrawings(layer.drawings());
        return;
      }
      if (draft === undefined || start === undefined) return;
      const pulled = CLICK_PX < Math.hypot(pixel.x - start.x, pixel.y - start.y);
      if (draft.kind === 'horizontal' || pulled || second) finish();
      else onTool(tool, 1);
    },
    /**
     * Escape: ends the current action first, then the tool, then the selection. False when there
     * was none.
     */
    cancel(): boolean {
      pressed = undefined;
      if (hold !== undefined) {
        layer.set(withDrawing(layer.drawings(), hold.original));
        hold = undefined;
      } else if (tool !== undefined) setTool(undefined);
      else if (layer.selected() !== undefined) layer.select(undefined);
      else return false;
      return true;
    },
    /** Moves the selected drawing from the keyboard. False when none is selected. */
    nudge(by: Shift): boolean {
      const original = layer.selected();
      if (original === undefined) return false;
      const moved = shiftDrawing(original, layer.shiftBy(by));
      if (moved !== original) commit(withDrawing(layer.drawings(), moved));
      return true;
    },
    remove(): boolean {
      const selected = layer.selected();
      if (selected === undefined) return false;
      commit(withoutDrawing(layer.drawings(), selected.id));
      return true;
    },
    removeAll: () => commit([]),
  };
}

export type DrawingTool = ReturnType<typeof createDrawingTool>;
