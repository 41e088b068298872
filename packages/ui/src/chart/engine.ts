import { createChartEx, type IChartApiBase, type Logical, type Time } from 'lightweight-charts';
import { createBoxLayer } from './boxes/box-layer.ts';
import { createDrawingLayer } from './drawings/drawing-layer.ts';
import { createDrawingTool } from './drawings/drawing-tool.ts';
import { indexAt, meanStepOf } from './drawings/time-anchor.ts';
import { createBarFeed } from './engine/bar-feed.ts';
import { createCrosshair } from './engine/crosshair.ts';
import { followLink } from './engine/follow-link.ts';
import { createKeyboard } from './engine/keyboard.ts';
import { createPanes } from './engine/panes.ts';
import { createView } from './engine/view.ts';
import type { EngineOptions } from './engine-options.ts';
import { createIndicatorSeries } from './indicator-series.ts';
import { createLineLayer } from './lines/line-layer.ts';
import { snapPrice } from './lines/snap.ts';
import { readPalette } from './palette.ts';
import { createPointerInteraction } from './pointer-interaction.ts';
import { watchPressMenu } from './press-menu.ts';
import { createPriceBars } from './price-bars.ts';
import { chartStyle } from './style.ts';
import { createTimeFormats, createZonedBehaviour } from './time-axis.ts';
import type { ChartCandle, ChartInset, ChartLine, ChartSettings } from './types.ts';

/**
 * The canvas behind `PriceChart`: everything that knows the charting library and nothing that knows
 * React. It only wires the parts together; each has its own file.
 */
export function createEngine(container: HTMLElement, options: EngineOptions) {
  const formats = createTimeFormats(options);
  let palette = readPalette(container);
  let settings = options.settings;

  const chart: IChartApiBase<Time> = createChartEx<Time, ReturnType<typeof createZonedBehaviour>>(
    container,
    createZonedBehaviour(options),
    {
      autoSize: true,
      // The library's own logo needs an inline style, which the content security policy refuses;
      // `PriceChart` links to it instead.
      layout: { attributionLogo: false },
      localization: { timeFormatter: formats.moment, dateFormat: 'yyyy-MM-dd' },
      timeScale: { tickMarkFormatter: formats.tickMark },
    } as object,
  );
  const minMove = 10 ** -options.places;
  const { formatPrice, formatVolume, formatRsi, places, step, overlay, now, stage, onPanes } = options;
  const bars = createPriceBars(chart, {
    minMove,
    formatPrice,
    formatWhole: options.formatWhole,
    formatVolume,
    count: () => feed.candles().length,
  });
  const indicators = createIndicatorSeries(chart, { formatPrice, formatRsi, minMove });
  const panes = createPanes(chart, { height: () => container.clientHeight, stage, onPanes });
  const feed = createBarFeed({
    loadOlder: options.loadOlder,
    drawAll(candles) {
      bars.reset(candles);
      indicators.reset(candles);
    },
    drawFrom(candles, from) {
      for (const candle of candles.slice(from)) bars.update(candle);
      indicators.update(candles, from);
    },
    onDrawn(last) {
      if (last !== undefined) lines.tick(last.close);
      crosshair.report();
    },
  });
  const crosshair = createCrosshair({
    chart,
    candles: feed.candles,
    series: bars.series,
    places,
    valueAt: indicators.at,
    onReading: options.onReading,
    onPointed(point, y) {
      linked.publish(point);
      const isOn = point !== undefined && y !== undefined && y <= size().height;
      options.onPointed(isOn ? { y, width: size().width, price: snapPrice(point.price, { step, places }) } : undefined);
    },
  });
  const linked = followLink(options.link, { crosshair: () => crosshair, series: options.linkSeries });
  const size = () => ({ width: chart.timeScale().width(), height: chart.panes()[0]?.getHeight() ?? 0 });
  const newest = () => chart.timeScale().logicalToCoordinate((feed.candles().length - 1) as Logical) ?? undefined;
  const view = createView(chart, { candles: feed.candles });
  /** Pixel of the bar that a time belongs to. */
  const xOf = (time: number): number | undefined => {
    const bars = feed.candles();
    if (bars.length === 0) return undefined;
    const index = Math.floor(indexAt(bars, time, meanStepOf(bars)) + Number.EPSILON);
    return chart.timeScale().logicalToCoordinate(index as Logical) ?? undefined;
  };
  const barsSize = () => ({ width: lines.right(), height: size().height });

  const lines = createLineLayer({
    overlay,
    now,
    size,
    step,
    places,
    formatPrice,
    hint: options.lineHint,
    countName: options.countName,
    isLaneWanted: options.lane,
    sum: options.sumOf,
    xOf,
    onScroll: view.showPrice,
    onWidth: view.reserveRight,
    rangeOf: view.rangeOf,
    onLayout: panes.place,
    onGrab: (entry, event) => interaction.grab(entry, event),
    onPress: (entry, event) => interaction.press(entry, event),
  });
  container.addEventListener('pointerdown', lines.fold, { passive: true });
  const layer = createDrawingLayer({
    candles: feed.candles,
    places,
    formatPrice,
    size,
    toX: (index) => chart.timeScale().logicalToCoordinate(index),
    toIndex: (x) => chart.timeScale().coordinateToLogical(x),
    onSelection: options.onSelection,
  });
  const tool = createDrawingTool({ layer, onDrawings: options.onDrawings, onTool: options.onTool });
  const boxes = createBoxLayer({
    size: barsSize,
    last: () => feed.last()?.close,
    newest,
    priceOf: lines.priceOf,
    onNote: lines.note,
  });
  const priceAt = (y: number) => bars.series().coordinateToPrice(y);
  const stopMenu = watchPressMenu(container, {
    isWanted: ({ x, y }) => tool.tool() === undefined && x <= size().width && y <= size().height,
    onMenu(at) {
      const price = priceAt(at.y);
      if (price !== null) options.onMenu(at, snapPrice(price, { step, places }));
    },
  });
  const interaction = createPointerInteraction(container, { lines, tool, size, priceAt });
  const keyboard = createKeyboard({ crosshair, layer, tool, priceAt, minMove });

  function paint() {
    // The generic type omits the options of a time axis.
    chart.applyOptions(chartStyle(palette) as object);
    bars.paint(palette, feed.candles());
    indicators.paint(palette, feed.candles());
    lines.paint(palette);
    layer.paint(palette);
    boxes.paint(palette);
  }

  function arrange() {
    const changed = bars.arrange(settings, () => {
      lines.detach();
      layer.detach();
      boxes.detach();
    });
    if (changed) {
      boxes.attach(bars.series());
      layer.attach(bars.series());
      lines.attach(bars.series());
    }
    indicators.arrange(settings.indicators);
    panes.arrange(settings.indicators, settings.panes);
  }

  view.onNearStart(feed.requestOlder);
  arrange();
  paint();

  return {
    /** Shows other bars; `keepView` when they are an update of the same series. */
    setData(next: readonly ChartCandle[], keepView: boolean) {
      if (!keepView) crosshair.reset();
      feed.set(next);
      if (!keepView) chart.timeScale().resetTimeScale();
    },
    update: feed.update,
    setSettings(next: ChartSettings) {
      if (next === settings) return;
      panes.flush();
      settings = next;
      arrange();
      paint();
      feed.redraw();
      crosshair.report();
    },
    setLines(next: readonly ChartLine[]) {
      lines.set(next);
      const last = feed.last();
      if (last !== undefined) lines.tick(last.close);
    },
    /** Options, which have small panes in the lane. */
    setInsets: (next: readonly ChartInset[]) => lines.setInsets(next, feed.last()?.close),
    setBox: boxes.set,
    setDrawings: layer.set,
    setTool: tool.setTool,
    /** Selects a drawing and scrolls it into view, loading older bars if needed. */
    async selectDrawing(id: string): Promise<void> {
      tool.setTool(undefined);
      layer.select(id, { reveal: true });
      const drawing = layer.selected();
      view.reveal(drawing && layer.barsOf(drawing));
      if (drawing?.kind !== 'trend') return;
      await feed.loadBackTo(Math.min(drawing.from.time, drawing.to.time));
      if (layer.selected() === drawing) view.reveal(layer.barsOf(drawing));
    },
    selectedDrawing: layer.selected,
    removeDrawing: tool.remove,
    removeDrawings: tool.removeAll,
    /** Escape. False when there was nothing to cancel. */
    cancel: tool.cancel,
    /** After a change of theme, palette or language. */
    retheme() {
      palette = readPalette(container);
      paint();
    },
    ...keyboard,
    clearCursor: crosshair.leave,
    /** Where the crosshair is, for a menu opened by keyboard. */
    cursor() {
      const point = crosshair.current();
      const { x, y } = point === undefined ? { x: 0, y: 0 } : layer.pixelOf(point);
      return point && { pixel: { x, y }, price: snapPrice(point.price, { step, places }) };
    },
    zoom: view.zoom,
    scrollToLatest: () => chart.timeScale().scrollToRealTime(),
    /**
     * Back to the newest bars, the default bar width, automatic scales and default pane heights.
     */
    resetView() {
      view.reset();
      panes.reset();
    },
    bars: feed.candles,
    picture: (): HTMLCanvasElement => chart.takeScreenshot(true, false),
    dispose() {
      feed.dispose();
      // Clears the selection, so that a pending `selectDrawing` stops.
      layer.set([]);
      panes.dispose();
      container.removeEventListener('pointerdown', lines.fold);
      interaction.stop();
      stopMenu();
      linked.stop();
      lines.dispose();
      chart.remove();
    },
  };
}

export type ChartEngine = ReturnType<typeof createEngine>;
