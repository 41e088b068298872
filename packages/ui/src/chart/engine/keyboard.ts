import type { DrawingLayer } from '../drawings/drawing-layer.ts';
import type { DrawingTool } from '../drawings/drawing-tool.ts';
import type { ChartPoint } from '../types.ts';
import type { Crosshair } from './crosshair.ts';

/** Pixels per key press, for the crosshair price or a selected drawing. */
const KEY_PX = 4;

interface KeyboardOptions {
  crosshair: Crosshair;
  layer: DrawingLayer;
  tool: DrawingTool;
  priceAt: (y: number) => number | null;
  /** One unit of the last decimal place: the smallest keyboard step. */
  minMove: number;
}

/**
 * Keyboard movement: of the selected drawing, otherwise of the crosshair and the drawing in
 * progress.
 */
export function createKeyboard({ crosshair, layer, tool, priceAt, minMove }: KeyboardOptions) {
  const drawAt = (point: ChartPoint | undefined) => {
    if (point !== undefined && tool.tool() !== undefined) tool.move(layer.pixelOf(point));
  };
  const stepOfPrice = (): number => {
    const top = priceAt(0) ?? 0;
    return Math.max(minMove, top - (priceAt(KEY_PX) ?? top));
  };
  const isTrend = (): boolean => tool.tool() === undefined && layer.selected()?.kind === 'trend';

  return {
    /** Left and right, starting at the newest bar. */
    moveBars(by: number) {
      if (isTrend()) tool.nudge({ bars: by, price: 0 });
      else drawAt(crosshair.moveBars(by));
    },
    /** Up and down. */
    movePrice(steps: number): boolean {
      const by = stepOfPrice() * steps;
      if (tool.tool() === undefined && layer.selected() !== undefined) return tool.nudge({ bars: 0, price: by });
      drawAt(crosshair.movePrice(by));
      return true;
    },
    /** Enter: places a point of the drawing in progress at the crosshair. */
    placePoint(): boolean {
      if (tool.tool() === undefined) return false;
      const point = crosshair.current();
      if (point === undefined) return false;
      const pixel = layer.pixelOf(point);
      tool.move(pixel);
      tool.press(pixel);
      tool.release(pixel);
      return true;
    },
  };
}
