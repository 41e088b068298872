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

/** A horizontal line at a price: the entry of an open option, an order, a stop. */
export interface ChartLine {
  id: string;
  price: number;
  /** Written on the line, for example "Up 100 USDT". */
  label: string;
  /** In its place where there is little room, for example "↑ 100". */
  shortLabel?: string | undefined;
  tone: 'up' | 'down' | 'accent' | 'neutral';
  /** Epoch milliseconds; the time left is written after the label and counts down. */
  endsAt?: number | undefined;
}

/** How the chart is drawn. Kept by the caller, so that it can be remembered. */
export interface ChartLook {
  kind: 'candles' | 'line';
  volume: boolean;
  averages: boolean;
}

/** What stands under the crosshair, or the last bar when there is none. */
export interface ChartReading {
  candle: ChartCandle;
  /** The close before it, for the change; undefined for the first bar. */
  previousClose: number | undefined;
  /** Simple moving averages at this bar, in the order of `AVERAGE_PERIODS`; undefined where there are too few bars. */
  averages: readonly (number | undefined)[];
}

export const AVERAGE_PERIODS = [7, 25] as const;

/** What a chart keeps; older bars are not asked for beyond it. */
export const CANDLES_MAX = 20_000;
