/** One bar. Prices are numbers here because they are only drawn; nothing is computed from them that anybody pays. */
export interface ChartCandle {
  /** Start of the bar, epoch milliseconds. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export type ChartTone = 'up' | 'down' | 'accent' | 'warning' | 'neutral';

/** A figure written after the label of a line, for example "+12.40 USDT" in the tone of a gain. */
export interface ChartLineValue {
  text: string;
  tone: 'up' | 'down' | 'neutral';
}

/**
 * A horizontal line at a price: the entry of an open option or position, a waiting order, a stop, a target, the price of
 * liquidation. It can be dragged when `onDrag` is given, and ended from the chart when `onClose` is.
 */
export interface ChartLine {
  /** Keeps its meaning from one list of lines to the next; a line that is being dragged is found again by it. */
  id: string;
  price: number;
  /** Written on the line, for example "Up 100 USDT". */
  label: string;
  /** In its place where there is little room, for example "↑ 100". */
  shortLabel?: string | undefined;
  tone: ChartTone;
  /** Waiting orders, options, stops and targets are dashed (the default), entries of positions solid, liquidation dotted. */
  stroke?: 'dashed' | 'solid' | 'dotted' | undefined;
  /** Epoch milliseconds; the time left is written after the label and counts down. */
  endsAt?: number | undefined;
  /**
   * A live figure after the label (the PnL of a position), asked at most once a frame with the newest price, so that a tick
   * needs no new list of lines. Undefined: nothing is written.
   */
  value?: ((last: number) => ChartLineValue | undefined) | undefined;
  /**
   * The reader has put the line at another price by mouse, finger or keyboard: a multiple of the chart's `priceStep`, within
   * `range`. Answer false, or fail, and the line goes back; otherwise it stays until the list brings its new price.
   */
  onDrag?: ((price: number) => boolean | undefined | Promise<boolean | undefined>) | undefined;
  /** What the line would mean at a price, in money; written in place of `value` while it is dragged. */
  valueAt?: ((price: number) => ChartLineValue | undefined) | undefined;
  /** Prices between which the line may be dragged; a target of a long stays above its entry, for example. */
  range?: { min?: number | undefined; max?: number | undefined } | undefined;
  /** Draws a button at the end of the label. Needs `closeLabel`, which says what it does ("Cancel order"). */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  /**
   * Makes the label of a line that cannot be dragged a button: a press, Enter or a tap calls `onPress`. Needs `pressLabel`, which says
   * what it does, and may have `pressHint`, which says what else can be done with it.
   */
  onPress?: (() => void) | undefined;
  pressLabel?: string | undefined;
  pressHint?: string | undefined;
  /**
   * Lets another line be pulled out of the label of this one: a stop or a target out of a position. Given a price, it answers with
   * the line as it would be listed there; letting go calls that line's `onDrag`, as if it had been there before. Undefined: nothing
   * can be set at that price. Needs `onPress`, which leads to the same for those who do not drag.
   */
  pull?: ((price: number) => ChartLine | undefined) | undefined;
}

/** A point of a drawing. It keeps its time, so it stays in place when the interval changes. */
export interface ChartPoint {
  /** Epoch milliseconds. */
  time: number;
  price: number;
}

/** What the reader has drawn on the chart. Kept by the caller, so that it can be remembered for each instrument. */
export type ChartDrawing =
  | { id: string; kind: 'horizontal'; price: number }
  | { id: string; kind: 'trend'; from: ChartPoint; to: ChartPoint };

export type ChartDrawingKind = ChartDrawing['kind'];

/** Which indicators are on, with their periods. */
export interface ChartIndicators {
  volume: { on: boolean };
  /** Simple moving averages of the closes, a line for each period. */
  sma: { on: boolean; periods: readonly number[] };
  /** Exponential ones. */
  ema: { on: boolean; periods: readonly number[] };
  bollinger: { on: boolean; period: number; deviations: number };
  /** In a pane of its own, as is the next. */
  rsi: { on: boolean; period: number };
  macd: { on: boolean; fast: number; slow: number; signal: number };
}

/** Heights of the panes below the prices, each as a share of the height of the prices; those that the reader has not changed are left out. */
export type ChartPanes = { readonly [Pane in 'rsi' | 'macd']?: number | undefined };

/** How the chart is drawn. Kept by the caller, so that it can be remembered; `readChartSettings` reads what was kept. */
export interface ChartSettings {
  kind: 'candles' | 'line';
  indicators: ChartIndicators;
  panes: ChartPanes;
}

/** What stands under the crosshair, or the last bar when there is none. */
export interface ChartReading {
  candle: ChartCandle;
  /** The close before it, for the change; undefined for the first bar. */
  previousClose: number | undefined;
  /** The reader points at it; otherwise it is the newest bar. */
  pointed: boolean;
  /** Value of an indicator's line here, by its id; undefined where there are too few bars. */
  valueOf: (line: string) => number | undefined;
}

/** What a chart keeps; older bars are not asked for beyond it. */
export const CANDLES_MAX = 20_000;
/** Of one instrument; with more the oldest go. */
export const DRAWINGS_MAX = 50;
