import {
  CandlestickSeries,
  createChartEx,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type Time,
} from 'lightweight-charts';
import { lastAverage, movingAverage } from './averages.ts';
import { createLines } from './lines.ts';
import { append, inOrder, prepend } from './merge.ts';
import { faded, readPalette } from './palette.ts';
import { averageColour, candleStyle, chartStyle, lineStyle } from './style.ts';
import { type ChartClock, createTimeFormats, createZonedBehaviour } from './time-axis.ts';
import {
  AVERAGE_PERIODS,
  CANDLES_MAX,
  type ChartCandle,
  type ChartLine,
  type ChartLook,
  type ChartReading,
} from './types.ts';

export interface EngineOptions extends ChartClock {
  look: ChartLook;
  /** Decimals of the instrument's prices. */
  places: number;
  formatPrice: (price: number) => string;
  formatVolume: (volume: number) => string;
  onReading: (reading: ChartReading | undefined) => void;
  /** Asked when the reader scrolls near the first bar; an empty answer means that there is nothing older. */
  loadOlder?: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  now: () => number;
}

/** Asked for older bars when fewer than this many are left beyond the left edge. */
const OLDER_WITHIN_BARS = 40;
const VOLUME_SHARE = 0.2;
const VOLUME_STRENGTH = 0.32;
/** Below this width the lines carry their short labels. */
const NARROW_PX = 520;
/** Kept free to the right of the newest bar; more when lines have labels there. */
const ROOM_PX = { empty: 40, labels: 152, shortLabels: 96 };

const secondsOf = (candle: ChartCandle): Time => (candle.time / 1000) as Time;

/** The canvas behind `PriceChart`: everything that knows the drawing library, and nothing that knows React. */
export function createEngine(place: HTMLElement, options: EngineOptions) {
  const formats = createTimeFormats(options);
  let palette = readPalette(place);
  let look = options.look;
  let candles: ChartCandle[] = [];
  let loadingOlder = false;
  let nothingOlder = false;
  /** Bumped when other data is shown, so that an answer for the old ones is dropped. */
  let generation = 0;
  /** The bar that the crosshair is on, as an index from the end, so that it stays put when older bars arrive. */
  let cursor: number | undefined;

  const chart: IChartApiBase<Time> = createChartEx<Time, ReturnType<typeof createZonedBehaviour>>(
    place,
    createZonedBehaviour(options),
    {
      autoSize: true,
      // The library's own logo brings an inline style that a strict content security policy refuses; `PriceChart` links it.
      layout: { attributionLogo: false },
      localization: { timeFormatter: formats.moment, dateFormat: 'yyyy-MM-dd' },
      timeScale: { tickMarkFormatter: formats.tickMark },
    } as object,
  );
  const priceFormat = { type: 'custom' as const, minMove: 10 ** -options.places, formatter: options.formatPrice };
  let prices: ISeriesApi<'Candlestick', Time> | ISeriesApi<'Line', Time> = addPrices();
  let volume: ISeriesApi<'Histogram', Time> | undefined;
  let averages: ISeriesApi<'Line', Time>[] = [];
  const isNarrow = () => place.clientWidth < NARROW_PX;
  const lines = createLines(options.now, isNarrow);

  function addPrices() {
    return look.kind === 'candles'
      ? chart.addSeries(CandlestickSeries, { priceFormat })
      : chart.addSeries(LineSeries, { priceFormat, lineWidth: 2 });
  }

  function paint() {
    // The wrapper's type knows only what all axes have in common; these options are those of a time axis.
    chart.applyOptions(chartStyle(palette) as object);
    prices.applyOptions(look.kind === 'candles' ? candleStyle(palette) : lineStyle(palette));
    for (const [index, series] of averages.entries()) series.applyOptions({ color: averageColour(palette, index) });
    lines.paint(palette);
  }

  const volumeBar = (candle: ChartCandle) => ({
    time: secondsOf(candle),
    value: candle.volume,
    color: faded(candle.close < candle.open ? palette.down : palette.up, VOLUME_STRENGTH),
  });
  const priceBar = (candle: ChartCandle) =>
    look.kind === 'candles'
      ? { time: secondsOf(candle), open: candle.open, high: candle.high, low: candle.low, close: candle.close }
      : { time: secondsOf(candle), value: candle.close };

  function drawAll() {
    prices.setData(candles.map(priceBar) as never);
    volume?.setData(candles.map(volumeBar));
    const closes = candles.map((candle) => candle.close);
    for (const [index, series] of averages.entries()) {
      const values = movingAverage(closes, AVERAGE_PERIODS[index] ?? 1);
      series.setData(
        candles.map((candle, bar) => {
          const value = values[bar];
          return value === undefined ? { time: secondsOf(candle) } : { time: secondsOf(candle), value };
        }),
      );
    }
  }

  /** Adds and removes what the look asks for. The pane of the volume goes with its series. */
  function arrange() {
    if (look.indicators.volume.on && volume === undefined) {
      volume = chart.addSeries(
        HistogramSeries,
        {
          priceFormat: { type: 'custom', minMove: 1, formatter: options.formatVolume },
          lastValueVisible: false,
          priceLineVisible: false,
        },
        1,
      );
      volume.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0 } });
      chart.panes()[1]?.setStretchFactor(VOLUME_SHARE);
      chart.panes()[0]?.setStretchFactor(1 - VOLUME_SHARE);
    } else if (!look.indicators.volume.on && volume !== undefined) {
      chart.removeSeries(volume);
      volume = undefined;
    }
    if (look.indicators.sma.on && averages.length === 0) {
      averages = AVERAGE_PERIODS.map(() =>
        chart.addSeries(LineSeries, {
          priceFormat,
          lineWidth: 1,
          lastValueVisible: false,
          priceLineVisible: false,
          crosshairMarkerVisible: false,
        }),
      );
    } else if (!look.indicators.sma.on) {
      for (const series of averages) chart.removeSeries(series);
      averages = [];
    }
  }

  /** Room for the labels of the lines, so that they do not cover the newest bars. Only when there is a need, as it moves the view. */
  function makeRoom(labels: boolean) {
    const room = !labels ? ROOM_PX.empty : isNarrow() ? ROOM_PX.shortLabels : ROOM_PX.labels;
    if (chart.timeScale().options().rightOffsetPixels === room) return;
    chart.timeScale().applyOptions({ rightOffsetPixels: room });
  }

  function report() {
    const index = candles.length - 1 - (cursor ?? 0);
    const candle = candles[index];
    if (candle === undefined) return options.onReading(undefined);
    const closes = candles
      .slice(Math.max(0, index + 1 - Math.max(...AVERAGE_PERIODS)), index + 1)
      .map(({ close }) => close);
    options.onReading({
      candle,
      previousClose: candles[index - 1]?.close,
      averages: AVERAGE_PERIODS.map((period) => lastAverage(closes, period)),
    });
  }

  async function askOlder() {
    const first = candles[0];
    if (loadingOlder || nothingOlder || options.loadOlder === undefined || first === undefined) return;
    if (CANDLES_MAX <= candles.length) return;
    loadingOlder = true;
    const asked = generation;
    try {
      const older = await options.loadOlder(first.time);
      if (asked !== generation) return;
      const before = candles.length;
      candles = prepend(older, candles);
      nothingOlder = candles.length === before;
      if (!nothingOlder) drawAll();
    } catch {
      // Scrolling further asks again; the bars that are there stay.
    } finally {
      if (asked === generation) loadingOlder = false;
    }
  }

  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < OLDER_WITHIN_BARS) void askOlder();
  });
  chart.subscribeCrosshairMove(({ logical }) => {
    const index = logical === undefined ? undefined : Math.round(logical);
    cursor = index === undefined || candles[index] === undefined ? undefined : candles.length - 1 - index;
    report();
  });
  arrange();
  lines.attach(prices, palette);
  paint();
  makeRoom(false);

  return {
    /** Shows other bars. `keepView` when they are the same series brought up to date. */
    setData(next: readonly ChartCandle[], keepView: boolean) {
      generation += 1;
      loadingOlder = false;
      nothingOlder = false;
      candles = inOrder(next).slice(-CANDLES_MAX);
      if (!keepView) cursor = undefined;
      drawAll();
      if (!keepView) chart.timeScale().resetTimeScale();
      report();
    },
    /** The bar being made, or the next one. Bars older than the last are ignored. */
    update(candle: ChartCandle) {
      if (!append(candles, candle)) return;
      prices.update(priceBar(candle) as never);
      volume?.update(volumeBar(candle));
      const closes = candles.slice(-Math.max(...AVERAGE_PERIODS)).map(({ close }) => close);
      for (const [index, series] of averages.entries()) {
        const value = lastAverage(closes, AVERAGE_PERIODS[index] ?? 1);
        if (value !== undefined) series.update({ time: secondsOf(candle), value });
      }
      if (cursor === undefined || cursor === 0) report();
    },
    setLook(next: ChartLook) {
      if (next === look) return;
      const otherKind = next.kind !== look.kind;
      look = next;
      if (otherKind) {
        lines.detach();
        chart.removeSeries(prices);
        prices = addPrices();
        lines.attach(prices, palette);
      }
      arrange();
      paint();
      drawAll();
    },
    setLines(next: readonly ChartLine[]) {
      lines.set(next);
      makeRoom(0 < next.length);
    },
    /** After a change of theme, palette or language. */
    retheme() {
      palette = readPalette(place);
      paint();
      volume?.setData(candles.map(volumeBar));
    },
    /** Moves the crosshair by bars, for the keyboard; it starts from the last one. */
    moveCursor(bars: number) {
      const next = Math.min(candles.length - 1, Math.max(0, (cursor ?? 0) - bars));
      const candle = candles[candles.length - 1 - next];
      if (candle === undefined) return;
      chart.setCrosshairPosition(candle.close, secondsOf(candle), prices as ISeriesApi<'Line', Time>);
      cursor = next;
      report();
    },
    clearCursor() {
      chart.clearCrosshairPosition();
      cursor = undefined;
      report();
    },
    zoom(factor: number) {
      const spacing = chart.timeScale().options().barSpacing;
      chart.timeScale().applyOptions({ barSpacing: Math.min(60, Math.max(1.5, spacing * factor)) });
    },
    goToNow: () => chart.timeScale().scrollToRealTime(),
    bars: (): readonly ChartCandle[] => candles,
    picture: (): HTMLCanvasElement => chart.takeScreenshot(true, false),
    dispose() {
      generation += 1;
      lines.dispose();
      chart.remove();
    },
  };
}

export type ChartEngine = ReturnType<typeof createEngine>;
