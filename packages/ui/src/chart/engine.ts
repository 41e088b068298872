import { createChartEx, type IChartApiBase, type ISeriesApi, type Time } from 'lightweight-charts';
import { createDrawingLayer } from './drawings/drawing-layer.ts';
import { createDrawingTool } from './drawings/drawing-tool.ts';
import type { Spot } from './drawings/geometry.ts';
import type { EngineOptions } from './engine-options.ts';
import { createFrameBatch } from './frame-batch.ts';
import { createHand } from './hand.ts';
import { createIndicatorSeries } from './indicator-series.ts';
import { createLineLayer } from './lines/line-layer.ts';
import { inOrder, takeIn } from './merge.ts';
import { createOlderBars } from './older-bars.ts';
import { readPalette } from './palette.ts';
import { createPriceBars, secondsOf } from './price-bars.ts';
import { chartStyle } from './style.ts';
import { createTimeFormats, createZonedBehaviour } from './time-axis.ts';
import { CANDLES_MAX, type ChartCandle, type ChartLine, type ChartLook } from './types.ts';

/** Asked for older bars when fewer than this many are left beyond the left edge. */
const OLDER_WITHIN_BARS = 40;
/** Bars beyond the maximum that may gather before the oldest are let go: it means drawing everything anew. */
const SLACK_BARS = 1000;
/** Kept free to the right of the newest bar; more for the labels of lines, but never more than this share of the width. */
const ROOM_PX = 40;
const ROOM_STEP_PX = 24;
const ROOM_SHARE = 0.32;
/** Pixels by which a key moves the price under the crosshair, or a selected drawing. */
const KEY_PX = 4;

/** The canvas behind `PriceChart`: everything that knows the drawing library, and nothing that knows React. */
export function createEngine(place: HTMLElement, options: EngineOptions) {
  const formats = createTimeFormats(options);
  let palette = readPalette(place);
  let look = options.look;
  let candles: ChartCandle[] = [];
  /** The bar that the crosshair is on, as an index from the end, so that it stays put when older bars arrive. */
  let cursor: number | undefined;
  /** The price that the keyboard has moved the crosshair to. */
  let cursorPrice: number | undefined;
  /** The first bar that has changed since the last frame. */
  let changedFrom: number | undefined;

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
  const minMove = 10 ** -options.places;
  const { formatPrice, formatVolume, places, step, rtl, overlay, now } = options;
  const bars = createPriceBars(chart, { minMove, formatPrice, formatVolume });
  const indicators = createIndicatorSeries(chart, { formatPrice, minMove, height: () => place.clientHeight });
  const size = () => ({ width: chart.timeScale().width(), height: chart.panes()[0]?.getHeight() ?? 0 });

  const lines = createLineLayer({
    overlay,
    now,
    size,
    step,
    places,
    rtl,
    formatPrice,
    hint: options.lineHint,
    rangeOf,
    onLayout: placePanes,
    onGrab: (entry, event) => hand.grab(entry, event),
  });
  const layer = createDrawingLayer({
    candles: () => candles,
    places,
    formatPrice,
    size,
    toX: (index) => chart.timeScale().logicalToCoordinate(index),
    toIndex: (x) => chart.timeScale().coordinateToLogical(x),
    onSelection: options.onSelection,
  });
  const tool = createDrawingTool({ layer, onDrawings: options.onDrawings, onTool: options.onTool });

  const hand = createHand(place, { lines, tool, size, priceAt: (y) => bars.series().coordinateToPrice(y) });

  function paint() {
    // The wrapper's type knows only what all axes have in common; these options are those of a time axis.
    chart.applyOptions(chartStyle(palette) as object);
    bars.paint(palette, candles);
    indicators.paint(palette, candles);
    lines.paint(palette);
    layer.paint(palette);
  }

  function drawAll() {
    changedFrom = undefined;
    bars.reset(candles);
    indicators.reset(candles);
  }

  function arrange() {
    const changed = bars.arrange(look, () => {
      lines.detach();
      layer.detach();
    });
    if (changed) {
      layer.attach(bars.series());
      lines.attach(bars.series());
    }
    indicators.arrange(look.indicators);
  }

  function rangeOf(from: number, to: number) {
    let low = Infinity;
    let high = -Infinity;
    for (let index = Math.max(0, Math.floor(from)); index <= Math.min(candles.length - 1, Math.ceil(to)); index += 1) {
      const candle = candles[index] as ChartCandle;
      low = Math.min(low, candle.low);
      high = Math.max(high, candle.high);
    }
    return low <= high ? { low, high } : undefined;
  }

  let paneTops = '';
  /** Where the panes begin, for the legends in them. Their heights are the library's own numbers: nothing is measured. */
  function placePanes() {
    let top = 0;
    const tops = chart.panes().map((pane) => {
      const begins = top;
      top += pane.getHeight() + 1;
      return begins;
    });
    if (tops.join() === paneTops) return;
    paneTops = tops.join();
    for (const [index, begins] of tops.entries()) options.stage.style.setProperty(`--pane-${index}`, `${begins}px`);
  }

  /** Room for the labels of the lines, so that they do not cover the newest bars. In steps, as it moves the view. */
  function makeRoom() {
    const wanted = ROOM_PX + Math.ceil(lines.room() / ROOM_STEP_PX) * ROOM_STEP_PX;
    const room = Math.max(ROOM_PX, Math.min(wanted, Math.round(place.clientWidth * ROOM_SHARE)));
    if (chart.timeScale().options().rightOffsetPixels === room) return;
    chart.timeScale().applyOptions({ rightOffsetPixels: room });
  }

  function report() {
    const index = candles.length - 1 - (cursor ?? 0);
    const candle = candles[index];
    if (candle === undefined) return options.onReading(undefined);
    const previousClose = candles[index - 1]?.close;
    options.onReading({
      candle,
      previousClose,
      pointed: cursor !== undefined,
      valueOf: (line) => indicators.at(line, index),
    });
  }

  const batch = createFrameBatch(() => {
    const from = changedFrom;
    if (from === undefined) return;
    changedFrom = undefined;
    if (CANDLES_MAX + SLACK_BARS < candles.length) {
      candles = candles.slice(-CANDLES_MAX);
      drawAll();
    } else if (from < drawnCount - 1) drawAll();
    else {
      for (const candle of candles.slice(from)) bars.update(candle);
      indicators.update(candles, from);
    }
    drawnCount = candles.length;
    const last = candles.at(-1);
    if (last !== undefined) lines.tick(last.close);
    report();
  });
  /** Bars that the canvas has: the last of them may still change, those before it only by a correction. */
  let drawnCount = 0;

  function show(next: ChartCandle[]) {
    candles = next;
    drawAll();
    drawnCount = candles.length;
    const last = candles.at(-1);
    if (last !== undefined) lines.tick(last.close);
  }

  const older = createOlderBars({ candles: () => candles, load: options.loadOlder, show });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < OLDER_WITHIN_BARS) void older.ask();
  });
  chart.subscribeCrosshairMove(({ logical }) => {
    const index = logical === undefined ? undefined : Math.round(logical);
    cursor = index === undefined || candles[index] === undefined ? undefined : candles.length - 1 - index;
    report();
  });
  arrange();
  paint();
  makeRoom();

  const pixelsToPrice = (pixels: number): number => {
    const top = bars.series().coordinateToPrice(0) ?? 0;
    return top - (bars.series().coordinateToPrice(pixels) ?? top);
  };
  /** Puts the crosshair on a bar, at its close unless the keyboard has chosen another price. */
  function pointCursor(index: number): Spot | undefined {
    const candle = candles[candles.length - 1 - index];
    if (candle === undefined) return undefined;
    const price = cursorPrice ?? candle.close;
    chart.setCrosshairPosition(price, secondsOf(candle), bars.series() as ISeriesApi<'Line', Time>);
    cursor = index;
    report();
    const spot = layer.spotOf({ time: candle.time, price });
    if (tool.tool() !== undefined) tool.move(spot);
    return spot;
  }

  return {
    /** Shows other bars. `keepView` when they are the same series brought up to date. */
    setData(next: readonly ChartCandle[], keepView: boolean) {
      older.restart();
      if (!keepView) cursor = undefined;
      show(inOrder(next).slice(-CANDLES_MAX));
      if (!keepView) chart.timeScale().resetTimeScale();
      report();
    },
    /** A live bar; it is drawn with the next frame, together with all that came before that. */
    update(candle: ChartCandle) {
      const index = takeIn(candles, candle);
      if (index === undefined) return;
      changedFrom = Math.min(index, changedFrom ?? index);
      batch.ask();
    },
    setLook(next: ChartLook) {
      if (next === look) return;
      look = next;
      arrange();
      paint();
      drawAll();
      report();
    },
    setLines(next: readonly ChartLine[]) {
      lines.set(next);
      const last = candles.at(-1);
      if (last !== undefined) lines.tick(last.close);
      makeRoom();
    },
    setDrawings: layer.set,
    setTool: tool.setTool,
    removeDrawing: tool.remove,
    removeDrawings: tool.removeAll,
    /** Escape. False when there was nothing to end. */
    cancel: tool.cancel,
    /** After a change of theme, palette or language. */
    retheme() {
      palette = readPalette(place);
      paint();
    },
    /** Moves the crosshair by bars, for the keyboard; it starts from the last one. */
    moveCursor(by: number) {
      pointCursor(Math.min(candles.length - 1, Math.max(0, (cursor ?? 0) - by)));
    },
    /** Up and down: the selected drawing, or the price under the crosshair while something is drawn. */
    movePrice(steps: number): boolean {
      const by = pixelsToPrice(KEY_PX) * steps;
      if (tool.tool() === undefined) return tool.nudge(by);
      const candle = candles[candles.length - 1 - (cursor ?? 0)];
      cursorPrice = Number(((cursorPrice ?? candle?.close ?? 0) + by).toFixed(places));
      pointCursor(cursor ?? 0);
      return true;
    },
    /** Enter: places a point of what is being drawn under the crosshair. */
    placePoint(): boolean {
      if (tool.tool() === undefined) return false;
      const spot = pointCursor(cursor ?? 0);
      if (spot === undefined) return false;
      tool.press(spot);
      tool.release(spot);
      return true;
    },
    clearCursor() {
      chart.clearCrosshairPosition();
      cursor = undefined;
      cursorPrice = undefined;
      report();
    },
    zoom(factor: number) {
      const spacing = chart.timeScale().options().barSpacing;
      chart.timeScale().applyOptions({ barSpacing: Math.min(60, Math.max(1.5, spacing * factor)) });
    },
    goToNow: () => chart.timeScale().scrollToRealTime(),
    /** The newest bars at their first width, and scales that follow them. */
    resetView() {
      chart.timeScale().resetTimeScale();
      for (const [index] of chart.panes().entries()) chart.priceScale('right', index).setAutoScale(true);
    },
    bars: (): readonly ChartCandle[] => candles,
    picture: (): HTMLCanvasElement => chart.takeScreenshot(true, false),
    dispose() {
      older.restart();
      batch.cancel();
      hand.stop();
      lines.dispose();
      chart.remove();
    },
  };
}

export type ChartEngine = ReturnType<typeof createEngine>;
