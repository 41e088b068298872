import {
  type AutoscaleInfo,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type Time,
} from 'lightweight-charts';
import { panesOf } from './engine/pane-shares.ts';
import { createIndicatorSet, type IndicatorLine, type IndicatorSet } from './indicators/indicator-set.ts';
import { seriesColour } from './indicators/series-colour.ts';
import { type ChartPalette, withAlpha } from './palette.ts';
import { secondsOf } from './price-bars.ts';
import type { ChartCandle, ChartIndicators } from './types.ts';

const HISTOGRAM_ALPHA = 0.55;
/** Overbought and oversold levels: guide lines in the RSI pane, always in view. */
const RSI_GUIDES = { high: 70, low: 30 };
const BAND_ALPHA = 0.65;

type LineApi = ISeriesApi<'Line', Time>;
type HistogramApi = ISeriesApi<'Histogram', Time>;
type Drawn =
  | { line: IndicatorLine; kind: 'line'; series: LineApi }
  | { line: IndicatorLine; kind: 'histogram'; series: HistogramApi };

interface IndicatorSeriesOptions {
  formatPrice: (price: number) => string;
  formatRsi: (value: number) => string;
  /** One unit of the last decimal place. */
  minMove: number;
}

/** Indicator lines on the chart, over the prices or in panes of their own. */
export function createIndicatorSeries(chart: IChartApiBase<Time>, options: IndicatorSeriesOptions) {
  let set: IndicatorSet | undefined;
  let shown: ChartIndicators | undefined;
  let drawn: Drawn[] = [];
  let palette: ChartPalette | undefined;
  let closes: number[] = [];

  const priceFormat = { type: 'custom' as const, minMove: options.minMove, formatter: options.formatPrice };
  const rsiFormat = { type: 'custom' as const, minMove: 0.1, formatter: options.formatRsi };

  function add(line: IndicatorLine, pane: number): Drawn {
    const common = {
      priceFormat: line.group === 'rsi' ? rsiFormat : priceFormat,
      lastValueVisible: line.group === 'rsi' || line.id === 'macd',
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    };
    if (line.histogram) {
      return { line, kind: 'histogram', series: chart.addSeries(HistogramSeries, { ...common, base: 0 }, pane) };
    }
    const isBand = line.id === 'bollinger:upper' || line.id === 'bollinger:lower';
    const lineStyle = line.id === 'bollinger:middle' ? LineStyle.Dashed : LineStyle.Solid;
    const series = chart.addSeries(LineSeries, { ...common, lineWidth: 1, lineStyle }, pane);
    // Bands exceed the bars and must be in view; averages follow the bars anyway.
    if (line.group !== 'rsi' && line.group !== 'macd' && !isBand)
      series.applyOptions({ autoscaleInfoProvider: () => null });
    if (line.group === 'rsi') guide(series);
    return { line, kind: 'line', series };
  }
  function guide(series: LineApi) {
    for (const price of Object.values(RSI_GUIDES)) series.createPriceLine({ price, ...guideStyle() });
    series.applyOptions({
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
        const own = original()?.priceRange ?? { minValue: RSI_GUIDES.low, maxValue: RSI_GUIDES.high };
        const minValue = Math.min(own.minValue, RSI_GUIDES.low);
        return { priceRange: { minValue, maxValue: Math.max(own.maxValue, RSI_GUIDES.high) } };
      },
    });
  }
  const guideStyle = () => ({
    color: palette?.lineStrong ?? '',
    lineWidth: 1 as const,
    lineStyle: LineStyle.Dashed,
    axisLabelVisible: false,
  });

  function style({ line, kind, series }: Drawn) {
    if (palette === undefined || kind === 'histogram') return;
    const colour = palette[seriesColour(line)];
    series.applyOptions({ color: line.group === 'bollinger' ? withAlpha(colour, BAND_ALPHA) : colour });
    for (const guide of series.priceLines()) guide.applyOptions(guideStyle());
  }

  /** Histogram bars are stronger while they grow, to show the turning point. */
  function histogramBar(line: IndicatorLine, time: Time, index: number) {
    const value = set?.at(line.id, index);
    if (value === undefined) return { time };
    const before = set?.at(line.id, index - 1) ?? 0;
    const colour = value < 0 ? (palette?.down ?? '') : (palette?.up ?? '');
    const grows = Math.abs(before) <= Math.abs(value);
    return { time, value, color: withAlpha(colour, grows ? HISTOGRAM_ALPHA : HISTOGRAM_ALPHA / 2) };
  }
  function lineBar(line: IndicatorLine, time: Time, index: number) {
    const value = set?.at(line.id, index);
    return value === undefined ? { time } : { time, value };
  }

  function drawAll(candles: readonly ChartCandle[]) {
    for (const { line, kind, series } of drawn) {
      if (kind === 'line') series.setData(candles.map((candle, index) => lineBar(line, secondsOf(candle), index)));
      else series.setData(candles.map((candle, index) => histogramBar(line, secondsOf(candle), index)));
    }
  }

  /** Puts each oscillator into its pane, as `panesOf` lists them. */
  function arrange(indicators: ChartIndicators) {
    if (indicators === shown) return;
    shown = indicators;
    for (const { series } of drawn) chart.removeSeries(series);
    set = createIndicatorSet(indicators);
    const panes: readonly IndicatorLine['group'][] = panesOf(indicators);
    // Index −1 (no pane of its own) maps to pane 0, the prices.
    const paneOf = (group: IndicatorLine['group']) => panes.indexOf(group) + 1;
    drawn = set.lines.map((line) => add(line, paneOf(line.group)));
    for (const series of drawn) style(series);
  }

  return {
    arrange,
    /** Computes and draws everything. */
    reset(candles: readonly ChartCandle[]) {
      closes = candles.map(({ close }) => close);
      set?.reset(closes);
      drawAll(candles);
    },
    /** Draws the bars from an index on: the last known one and those after it. */
    update(candles: readonly ChartCandle[], from: number) {
      for (let index = from; index < candles.length; index += 1) closes[index] = (candles[index] as ChartCandle).close;
      set?.update(closes);
      for (let index = from; index < candles.length; index += 1) {
        const time = secondsOf(candles[index] as ChartCandle);
        for (const { line, kind, series } of drawn) {
          if (kind === 'line') series.update(lineBar(line, time, index));
          else series.update(histogramBar(line, time, index));
        }
      }
    },
    at: (id: string, index: number): number | undefined => set?.at(id, index),
    paint(colours: ChartPalette, candles: readonly ChartCandle[]) {
      palette = colours;
      for (const series of drawn) style(series);
      drawAll(candles);
    },
  };
}
