import type { Pixel } from './drawings/geometry.ts';
import type { ChartLink } from './link.ts';
import type { ChartClock } from './time-axis.ts';
import type {
  ChartCandle,
  ChartDrawing,
  ChartDrawingKind,
  ChartLineValue,
  ChartPanes,
  ChartReading,
  ChartSettings,
} from './types.ts';

export interface EngineOptions extends ChartClock {
  /** Element over the canvas that holds the interactive parts of lines. */
  overlay: HTMLElement;
  /** Gets `--pane-1`, `--pane-2`: the tops of the panes below the prices. */
  stage: HTMLElement;
  settings: ChartSettings;
  /** Decimal places of prices, and the price step of dragged lines. */
  places: number;
  step: number;
  /** How to move a line by keyboard; announced with each line. */
  lineHint: string;
  /** Names the button that scrolls to the lines out of view. */
  countName: (edge: 'above' | 'below', count: number) => string;
  /** Whether there is a lane between bars and axis, where the pane is wide enough for it. */
  lane: boolean;
  /** The sum of the figures of several lines, if they can be added. */
  sumOf: (values: readonly ChartLineValue[]) => ChartLineValue | undefined;
  formatPrice: (price: number) => string;
  /** Without decimals. */
  formatWhole: (price: number) => string;
  formatVolume: (volume: number) => string;
  formatRsi: (value: number) => string;
  onReading: (reading: ChartReading | undefined) => void;
  onDrawings: (drawings: readonly ChartDrawing[]) => void;
  /** The user resized a pane or reset all of them. */
  onPanes: (panes: ChartPanes) => void;
  onTool: (tool: ChartDrawingKind | undefined, pointsPlaced: number) => void;
  /** Where the selected drawing's delete button belongs; undefined when none is selected. */
  onSelection: (pixel: Pixel | undefined) => void;
  /** The pointer is over the price pane at this height; undefined when it has left. */
  onPointed: (at: { y: number; width: number; price: number } | undefined) => void;
  /** Right click or long press in the price pane. */
  onMenu: (at: Pixel, price: number) => void;
  /** Shows the crosshair of the other charts, and shows them its own. */
  link: ChartLink | undefined;
  /** What is shown: charts of the same share the price of the crosshair. */
  linkSeries: string;
  /**
   * Called when the user scrolls near the first bar; an empty result means nothing older exists.
   */
  loadOlder?: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  now: () => number;
}
