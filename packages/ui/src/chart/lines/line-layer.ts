import type { ISeriesPrimitiveAxisView } from 'lightweight-charts';
import { formatRemaining } from '../../figures/remaining.ts';
import type { ChartPalette } from '../palette.ts';
import { createLayer, type PriceSeries } from '../primitive.ts';
import type { ChartLine } from '../types.ts';
import { createDocks } from './docks.ts';
import { axisLabelOf, drawLabels, drawLines } from './draw-lines.ts';
import { type Edge, isDraggable, type LineEntry, priceOf } from './entry.ts';
import { createHandles } from './handles.ts';
import { labelWidth } from './label.ts';
import { pressLineKey } from './line-keys.ts';
import { LABEL_PX, layOutLines, SHORT_PX } from './line-layout.ts';
import { createLineList } from './line-list.ts';

/** Hit distance for a mouse. Touch uses the label, because a touch on the bars pans the view. */
const REACH_PX = 4;
/** Lines within this share of the visible range beyond it are scaled into view. */
const SCALE_SHARE = 0.5;

interface LineLayerOptions {
  overlay: HTMLElement;
  now: () => number;
  /** Size of the price pane in pixels. */
  size: () => { width: number; height: number };
  step: number;
  places: number;
  rtl: boolean;
  hint: string;
  /** Names the button of the lines above or below. */
  dockName: (edge: Edge, count: number) => string;
  /** Horizontal position of the newest price. */
  newest: () => number | undefined;
  formatPrice: (price: number) => string;
  /** Lowest and highest visible price. */
  rangeOf: (from: number, to: number) => { low: number; high: number } | undefined;
  /** Before each repaint of the pane. */
  onLayout: () => void;
  onGrab: (entry: LineEntry, event: PointerEvent) => void;
  /** A line's button was pressed. */
  onPress: (entry: LineEntry, event: MouseEvent) => void;
}

/** Lines with their labels: drawn on the canvas, interactive through elements above it. */
export function createLineLayer(options: LineLayerOptions) {
  const coarse = matchMedia('(pointer: coarse)').matches;
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  let palette: ChartPalette | undefined;
  let narrow = false;
  let labels: readonly ISeriesPrimitiveAxisView[] = [];
  let labelled: readonly LineEntry[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  const { rtl, formatPrice } = options;
  const labelStyle = () => ({ palette: palette as ChartPalette, rtl, height: LABEL_PX, formatPrice, narrow });
  const widthOf = (entry: LineEntry): number => labelWidth(context, entry, labelStyle());

  const layer = createLayer({
    layout,
    draw: (target) => drawLines(target, list.entries(), palette as ChartPalette),
    drawAbove: (target) => drawLabels(target, list.entries(), labelStyle()),
    axisLabels,
    hover: (x, y) =>
      at({ x, y }) === undefined ? null : { externalId: 'line', cursorStyle: 'ns-resize', zOrder: 'top' as const },
    scale,
  });
  const list = createLineList({
    step: options.step,
    places: options.places,
    textOf,
    onChange: (entry) => {
      handles.describe(entry);
      layer.redraw();
    },
    onRemoved: (entry) => {
      handles.remove(entry);
      layer.redraw();
    },
  });
  const handles = createHandles(options.overlay, {
    hint: options.hint,
    formatPrice,
    onGrab: options.onGrab,
    onPress: options.onPress,
    onKey: (entry, event) => pressLineKey(entry, event, { step: options.step, pixelsToPrice }),
    onHover: (entry, over) => {
      entry.hovered = over;
      layer.redraw();
    },
  });

  const docks = createDocks(options.overlay, { nameOf: options.dockName, onToggle: () => layer.redraw() });

  function textOf({ label, shortLabel, endsAt }: ChartLine): string {
    const text = narrow ? (shortLabel ?? label) : label;
    return endsAt === undefined ? text : `${text}  ${formatRemaining(endsAt - options.now())}`;
  }

  function pixelsToPrice(pixels: number): number {
    const top = layer.series()?.coordinateToPrice(0) ?? 0;
    return top - (layer.series()?.coordinateToPrice(pixels) ?? top);
  }

  function layout() {
    const series = layer.series();
    if (series === undefined || palette === undefined) return;
    const size = options.size();
    options.onLayout();
    if (size.width < SHORT_PX !== narrow) {
      narrow = !narrow;
      refreshTexts();
    }
    const entries = list.entries();
    const { isOpen } = docks;
    docks.place(layOutLines(entries, { series, size, newest: options.newest(), coarse, isOpen, widthOf }));
    for (const entry of entries) handles.place(entry);
  }

  /** Same array while the lines are the same: the library compares by identity. */
  function axisLabels(): readonly ISeriesPrimitiveAxisView[] {
    const entries = list.entries();
    if (labelled !== entries) {
      labelled = entries;
      labels = entries.map((entry) => axisLabelOf(entry, { palette: () => palette as ChartPalette, formatPrice }));
    }
    return labels;
  }

  function scale(from: number, to: number) {
    const range = options.rangeOf(from, to);
    if (range === undefined) return null;
    const reach = (range.high - range.low) * SCALE_SHARE;
    // The listed price, not the dragged one: a scale that followed the pointer would run away from
    // it.
    const near = list
      .entries()
      .filter(({ unlisted, line }) => !unlisted && range.low - reach <= line.price && line.price <= range.high + reach)
      .map(({ line }) => line.price);
    if (near.length === 0) return null;
    return { priceRange: { minValue: Math.min(...near), maxValue: Math.max(...near) } };
  }

  function at({ x, y }: { x: number; y: number }): LineEntry | undefined {
    const { width, height } = options.size();
    if (coarse || width < x || height < y) return undefined;
    return list
      .entries()
      .find((entry) => isDraggable(entry) && entry.y !== undefined && Math.abs(entry.y - y) <= REACH_PX);
  }

  function refreshTexts() {
    for (const entry of list.entries()) entry.text = textOf(entry.line);
  }

  function restartTimer() {
    clearInterval(timer);
    timer = undefined;
    if (list.entries().every(({ line }) => line.endsAt === undefined)) return;
    timer = setInterval(() => {
      refreshTexts();
      layer.redraw();
    }, 1000);
  }

  return {
    set(next: readonly ChartLine[]) {
      list.set(next);
      restartTimer();
      layer.redraw();
    },
    /** A new price: updates the live figures. */
    tick(last: number) {
      let changed = false;
      for (const entry of list.entries()) {
        if (entry.line.value === undefined) continue;
        const value = entry.line.value(last);
        if (value?.text === entry.value?.text && value?.tone === entry.value?.tone) continue;
        entry.value = value;
        changed = true;
      }
      if (changed) layer.redraw();
    },
    /** Where a line is, also while it is being dragged. */
    priceOf(id: string): number | undefined {
      const found = list.entries().find(({ line }) => line.id === id);
      return found && priceOf(found);
    },
    /** The line that a pointer here would grab. */
    at,
    pull: list.pull,
    releasePulled: list.releasePulled,
    cancelPulled: list.cancelPulled,
    focus: handles.focus,
    /** The user turned to the prices: unfolded labels fold again. */
    fold: docks.fold,
    /** Width of the widest label beside the newest prices. */
    widestLabel(): number {
      if (palette === undefined) return 0;
      const beside = list.entries().filter(({ offscreen }) => offscreen === undefined);
      return Math.max(0, ...beside.map(widthOf));
    },
    attach: (series: PriceSeries) => layer.attach(series),
    detach: () => layer.detach(),
    paint(colours: ChartPalette) {
      palette = colours;
      for (const entry of list.entries()) entry.measured = undefined;
      layer.redraw();
    },
    dispose() {
      clearInterval(timer);
      list.dispose();
      docks.dispose();
      handles.dispose();
    },
  };
}

export type LineLayer = ReturnType<typeof createLineLayer>;
