import type { SealState } from '../glass/seal.tsx';
import type { MenuItem } from '../overlay/menu.tsx';

/** One bar. Prices are floats because they are only drawn; no money is computed from them. */
export interface ChartCandle {
  /** Start of the bar in epoch milliseconds. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export type ChartTone = 'up' | 'down' | 'accent' | 'warning' | 'neutral';

/** A figure after a line's label, for example "+12.40 USDT" in the tone of a gain. */
export interface ChartLineValue {
  text: string;
  /** The same on narrow screens, for example "+12.40". */
  short?: string | undefined;
  tone: 'up' | 'down' | 'neutral';
  /** The exact amount, which several lines at one price are added up from. */
  amount?: string | undefined;
}

/**
 * A horizontal line at a price: the entry of an open option or position, a resting order, a stop, a
 * target, a liquidation price. Draggable with `onDrag`, closable with `onClose`.
 */
export interface ChartLine {
  /** Stable across updates of the list; identifies a line that is being dragged. */
  id: string;
  price: number;
  /** Label, for example "Up 100 USDT". */
  label: string;
  /** Label on narrow screens, for example "↑ 100". */
  shortLabel?: string | undefined;
  tone: ChartTone;
  /**
   * Resting orders, options, stops and targets are dashed (the default), entries solid, liquidation
   * dotted.
   */
  stroke?: 'dashed' | 'solid' | 'dotted' | undefined;
  /** Where it begins: at the candle of this time, in epoch milliseconds; undefined: at the left. */
  from?: number | undefined;
  /** What lines of a kind are called together, where they share a chip. */
  kind?: { id: string; name: string; several: (count: number) => string } | undefined;
  /**
   * Live figure after the label (a position's PnL), computed at most once per frame from the newest
   * price, so that a tick needs no new list. Undefined shows nothing.
   */
  value?: ((last: number) => ChartLineValue | undefined) | undefined;
  /**
   * The user moved the line, by any input device, to a multiple of `priceStep` within `range`.
   * Return false or reject to snap back; otherwise the line stays until the list brings its new
   * price.
   */
  onDrag?: ((price: number) => boolean | undefined | Promise<boolean | undefined>) | undefined;
  /** What the line would mean at a price, in money; replaces `value` while dragging. */
  valueAt?: ((price: number) => ChartLineValue | undefined) | undefined;
  /** Price limits while dragging; the target of a long, for example, stays above its entry. */
  range?: { min?: number | undefined; max?: number | undefined } | undefined;
  /**
   * Adds a close button to the label. Needs `closeLabel`, which names the action ("Cancel order").
   */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  /**
   * Turns the label of a non-draggable line into a button. Needs `pressLabel`, which names the
   * action; `pressHint` may describe what else can be done.
   */
  onPress?: (() => void) | undefined;
  pressLabel?: string | undefined;
  pressHint?: string | undefined;
  /**
   * Lets another line be pulled out of this label: a stop or target out of a position. Returns the
   * line as it would be listed at a price, or undefined when none is possible there. On release its
   * `onDrag` is called. Needs `onPress` as the alternative to dragging.
   */
  pull?: ((price: number) => ChartLine | undefined) | undefined;
}

/**
 * An option, in a small pane of the lane: it never changes the interval of the chart, and nothing
 * of it is drawn over the bars.
 */
export interface ChartInset {
  id: string;
  /** Direction, for example "Up". */
  label: string;
  tone: 'up' | 'down';
  /** Entry price. */
  price: number;
  /** Entry and end in epoch milliseconds. */
  from: number;
  to: number;
  /** For example "200.00". */
  stake: string;
  /** How it ended, in the place of the time left. */
  result: string | undefined;
  /** Of what has ended: how far the proof of its prices has come, and what that is called. */
  seal?: { readonly state: SealState; readonly label: string } | undefined;
  /** The prices since the entry, as far as they have been seen, oldest first. */
  prices: () => readonly { readonly at: number; readonly price: number }[];
  /** What it comes to at a price, or came to. */
  value: (last: number) => ChartLineValue | undefined;
  onPress: () => void;
  /** Names the pane and its press. */
  pressLabel: string;
}

/**
 * What an order that is being written would risk and gain: shaded between the lines of its entry,
 * stop and target, which it names by id. It follows them while they are dragged.
 */
export interface ChartBox {
  /** Undefined: the newest price. */
  entry: string | undefined;
  stop: string | undefined;
  target: string | undefined;
  /** Says how many times the risk the reward is, when its lines are at these prices. */
  label: (prices: { entry: number; stop: number; target: number }) => string | undefined;
}

/** What can be done at a price: by right click, long press, or the button beside the price axis. */
export interface ChartMenu {
  label: string;
  items: (price: number) => MenuItem[];
}

/** A point of a drawing, anchored in time so that it survives a change of interval. */
export interface ChartPoint {
  /** Epoch milliseconds. */
  time: number;
  price: number;
}

/** What the user drew. Owned by the caller, who can store it per instrument. */
export type ChartDrawing =
  | { id: string; kind: 'horizontal'; price: number }
  | { id: string; kind: 'trend'; from: ChartPoint; to: ChartPoint };

export type ChartDrawingKind = ChartDrawing['kind'];

/** Which indicators are on, with their periods. */
export interface ChartIndicators {
  volume: { on: boolean };
  /** Simple moving averages of the closes, one line per period. */
  sma: { on: boolean; periods: readonly number[] };
  /** Exponential moving averages. */
  ema: { on: boolean; periods: readonly number[] };
  bollinger: { on: boolean; period: number; deviations: number };
  /** RSI and MACD have panes of their own. */
  rsi: { on: boolean; period: number };
  macd: { on: boolean; fast: number; slow: number; signal: number };
}

/**
 * Heights of the panes below the prices, relative to the price pane; only those that the user
 * changed.
 */
export type ChartPanes = { readonly [Pane in 'rsi' | 'macd']?: number | undefined };

/**
 * How the chart is drawn. Owned by the caller, who can store it; `readChartSettings` reads it back.
 */
export interface ChartSettings {
  kind: 'candles' | 'line';
  indicators: ChartIndicators;
  panes: ChartPanes;
}

/** The bar under the crosshair, or the newest bar. */
export interface ChartReading {
  candle: ChartCandle;
  /** Previous close, for the change; undefined for the first bar. */
  previousClose: number | undefined;
  /** True when the user points at this bar. */
  pointed: boolean;
  /** Value of an indicator line by its id; undefined while there are too few bars. */
  valueOf: (line: string) => number | undefined;
}

/** Maximum bars per chart; no older ones are requested beyond it. */
export const CANDLES_MAX = 20_000;
/** Per instrument; the oldest are dropped. */
export const DRAWINGS_MAX = 50;
