import type { Pixel } from './drawings/geometry.ts';
import type { ChartClock } from './time-axis.ts';
import type { ChartCandle, ChartDrawing, ChartDrawingKind, ChartPanes, ChartReading, ChartSettings } from './types.ts';

export interface EngineOptions extends ChartClock {
  /** Over the canvas: what of the lines can be taken hold of stands in it. */
  overlay: HTMLElement;
  /** Gets `--pane-1`, `--pane-2`: where the panes below the prices begin. */
  stage: HTMLElement;
  settings: ChartSettings;
  /** Decimals of the instrument's prices, and the steps in which lines are dragged. */
  places: number;
  step: number;
  rtl: boolean;
  /** How to move a line by keyboard, read out on each. */
  lineHint: string;
  formatPrice: (price: number) => string;
  formatVolume: (volume: number) => string;
  onReading: (reading: ChartReading | undefined) => void;
  onDrawings: (drawings: readonly ChartDrawing[]) => void;
  /** The reader has pulled a pane to another height, or put them all back. */
  onPanes: (panes: ChartPanes) => void;
  onTool: (tool: ChartDrawingKind | undefined, pointsPlaced: number) => void;
  /** Where the selected drawing can be removed; undefined when none is selected. */
  onSelection: (pixel: Pixel | undefined) => void;
  /** Asked when the reader scrolls near the first bar; an empty answer means that there is nothing older. */
  loadOlder?: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  now: () => number;
}
