import {
  type AutoscaleInfo,
  CandlestickSeries,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type Time,
} from 'lightweight-charts';
import { FEW_BARS, leastRange } from './least-range.ts';
import type { ChartPalette } from './palette.ts';
import type { PriceSeries } from './primitive.ts';
import { candleStyle, lineStyle, priceMargins, VOLUME_MARGINS } from './style.ts';
import type { ChartCandle, ChartSettings } from './types.ts';

interface PriceBarsOptions {
  minMove: number;
  formatPrice: (price: number) => string;
  formatWhole: (price: number) => string;
  formatVolume: (volume: number) => string;
  count: () => number;
}

const isWhole = (price: number): boolean => Math.abs(price - Math.round(price)) < 1e-9;

export const secondsOf = (candle: ChartCandle): Time => (candle.time / 1000) as Time;

/** The bars, as candles or a line, and the volume below them in the same pane. */
export function createPriceBars(chart: IChartApiBase<Time>, options: PriceBarsOptions) {
  const priceFormat = {
    type: 'custom' as const,
    minMove: options.minMove,
    formatter: options.formatPrice,
    // Decimals that are zero at every mark of the axis stand at none.
    tickmarksFormatter: (prices: readonly number[]) =>
      prices.map(prices.every(isWhole) ? options.formatWhole : options.formatPrice),
  };
  const volumeFormat = { type: 'custom' as const, minMove: 1, formatter: options.formatVolume };
  const isFew = () => options.count() < FEW_BARS;
  const autoscaleInfoProvider = (usual: () => AutoscaleInfo | null) =>
    isFew() ? leastRange(usual(), options.minMove) : usual();
  const shared = { priceFormat, autoscaleInfoProvider };
  /** A line of one point is none. */
  let marksPoints = false;
  let kind: ChartSettings['kind'] | undefined;
  let prices: PriceSeries | undefined;
  let volume: ISeriesApi<'Histogram', Time> | undefined;
  let palette: ChartPalette | undefined;

  const volumeBar = (candle: ChartCandle) => ({
    time: secondsOf(candle),
    value: candle.volume,
    // Neither up nor down: how much was traded, not where to.
    color: palette?.line,
  });
  const priceBar = (candle: ChartCandle) =>
    kind === 'candles'
      ? { time: secondsOf(candle), open: candle.open, high: candle.high, low: candle.low, close: candle.close }
      : { time: secondsOf(candle), value: candle.close };

  function showVolume(on: boolean) {
    if (on && volume === undefined) {
      volume = chart.addSeries(HistogramSeries, {
        priceFormat: volumeFormat,
        priceScaleId: '',
        lastValueVisible: false,
        priceLineVisible: false,
      });
      volume.priceScale().applyOptions({ scaleMargins: VOLUME_MARGINS });
    } else if (!on && volume !== undefined) {
      chart.removeSeries(volume);
      volume = undefined;
    }
    // Z-order: volume, bars, indicators, whatever was added first.
    volume?.setSeriesOrder(0);
    prices?.setSeriesOrder(volume === undefined ? 0 : 1);
    prices?.priceScale().applyOptions({ scaleMargins: priceMargins(on) });
  }

  function markPoints() {
    if (marksPoints === isFew()) return;
    marksPoints = isFew();
    prices?.applyOptions({ pointMarkersVisible: marksPoints });
  }

  return {
    /** True when the price series was replaced. */
    arrange(settings: ChartSettings, beforeChange: () => void): boolean {
      const changes = settings.kind !== kind;
      if (changes) {
        const old = prices;
        if (old !== undefined) beforeChange();
        kind = settings.kind;
        prices =
          kind === 'candles'
            ? chart.addSeries(CandlestickSeries, shared)
            : chart.addSeries(LineSeries, { ...shared, lineWidth: 2, pointMarkersVisible: marksPoints });
        if (old !== undefined) chart.removeSeries(old);
      }
      showVolume(settings.indicators.volume.on);
      return changes;
    },
    series: (): PriceSeries => prices as PriceSeries,
    reset(candles: readonly ChartCandle[]) {
      markPoints();
      prices?.setData(candles.map(priceBar) as never);
      volume?.setData(candles.map(volumeBar));
    },
    update(candle: ChartCandle) {
      markPoints();
      prices?.update(priceBar(candle) as never);
      volume?.update(volumeBar(candle));
    },
    paint(colours: ChartPalette, candles: readonly ChartCandle[]) {
      palette = colours;
      prices?.applyOptions(kind === 'candles' ? candleStyle(colours) : lineStyle(colours));
      volume?.setData(candles.map(volumeBar));
    },
  };
}
