import type { IChartApiBase, ISeriesApi, Time } from 'lightweight-charts';
import { secondsOf } from '../price-bars.ts';
import type { PriceSeries } from '../primitive.ts';
import type { ChartCandle, ChartPoint, ChartReading } from '../types.ts';
import { barIndexAt } from './bar-index.ts';

interface CrosshairOptions {
  chart: IChartApiBase<Time>;
  candles: () => readonly ChartCandle[];
  series: () => PriceSeries;
  places: number;
  /** Value of an indicator line at a bar. */
  valueAt: (line: string, index: number) => number | undefined;
  onReading: (reading: ChartReading | undefined) => void;
  /** The user points here, at a height of the pane or by keyboard; undefined when they left. */
  onPointed: (point: ChartPoint | undefined, y: number | undefined) => void;
}

/** The bar being inspected: by pointer, by keyboard, or the newest bar by default. */
export function createCrosshair(options: CrosshairOptions) {
  const { chart, candles, series, places, valueAt, onReading, onPointed } = options;
  /** Its bar, as an index from the end, so that it stays put when older bars arrive. */
  let cursor: number | undefined;
  /** Price chosen by keyboard. */
  let keyPrice: number | undefined;
  /** By the pointer, and not by another chart that is linked. */
  let isPointed = false;

  const barAt = (fromEnd: number): ChartCandle | undefined => candles()[candles().length - 1 - fromEnd];

  function report() {
    const index = candles().length - 1 - (cursor ?? 0);
    const candle = candles()[index];
    if (candle === undefined) return onReading(undefined);
    onReading({
      candle,
      previousClose: candles()[index - 1]?.close,
      pointed: cursor !== undefined,
      valueOf: (line) => valueAt(line, index),
    });
  }

  chart.subscribeCrosshairMove(({ logical, point: pixel, paneIndex, sourceEvent }) => {
    // The library calls back for positions set by code as well, and again with every repaint.
    if (sourceEvent === undefined && !isPointed) return;
    isPointed = pixel !== undefined;
    const index = logical === undefined ? undefined : Math.round(logical);
    cursor = index === undefined || candles()[index] === undefined ? undefined : candles().length - 1 - index;
    report();
    const candle = cursor === undefined ? undefined : barAt(cursor);
    const isOnPrices = pixel !== undefined && (paneIndex ?? 0) === 0;
    const price = isOnPrices ? series().coordinateToPrice(pixel.y) : null;
    const y = isOnPrices ? pixel.y : undefined;
    onPointed(candle === undefined || price === null ? undefined : { time: candle.time, price }, y);
  });

  /** Moves it to a bar, at its close unless the keyboard chose another price. */
  function point(fromEnd: number): ChartPoint | undefined {
    const candle = barAt(fromEnd);
    if (candle === undefined) return undefined;
    const price = keyPrice ?? candle.close;
    set(candle, price);
    cursor = fromEnd;
    report();
    onPointed({ time: candle.time, price }, undefined);
    return { time: candle.time, price };
  }

  function set(candle: ChartCandle, price: number) {
    chart.setCrosshairPosition(price, secondsOf(candle), series() as ISeriesApi<'Line', Time>);
  }

  function clear() {
    isPointed = false;
    chart.clearCrosshairPosition();
    cursor = undefined;
    keyPrice = undefined;
    report();
  }

  return {
    report,
    /** Other bars are shown; it is on none of them. */
    reset() {
      cursor = undefined;
    },
    current: () => point(cursor ?? 0),
    /** Moves it by bars, starting at the newest. */
    moveBars: (by: number) => point(Math.min(candles().length - 1, Math.max(0, (cursor ?? 0) - by))),
    movePrice(by: number) {
      keyPrice = Number(((keyPrice ?? barAt(cursor ?? 0)?.close ?? 0) + by).toFixed(places));
      return point(cursor ?? 0);
    },
    /** Where another chart has it: on the bar of that time, at its price or the bar's close. */
    showTime(time: number, price: number | undefined) {
      const index = barIndexAt(candles(), time);
      const candle = index === undefined ? undefined : candles()[index];
      if (index === undefined || candle === undefined) return clear();
      isPointed = false;
      set(candle, price ?? candle.close);
      cursor = candles().length - 1 - index;
      report();
    },
    clear,
    /** The user left it. */
    leave() {
      clear();
      onPointed(undefined, undefined);
    },
  };
}

export type Crosshair = ReturnType<typeof createCrosshair>;
