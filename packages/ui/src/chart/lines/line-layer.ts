import type { ISeriesPrimitiveAxisView } from 'lightweight-charts';
import { formatRemaining } from '../../figures/remaining.ts';
import type { ChartPalette } from '../palette.ts';
import { createLayer, inPixels, inPoints, type PriceSeries, type Target } from '../primitive.ts';
import { toneColours } from '../tones.ts';
import type { ChartLine } from '../types.ts';
import { createDrag } from './drag.ts';
import { hasLabel, isDraggable, isHeld, type LineEntry, priceOf } from './entry.ts';
import { createHandles } from './handles.ts';
import { drawLabel, labelWidth, STROKES } from './label.ts';
import { stackLabels } from './stack.ts';

/** More lines than this at once cannot be told apart on a chart; the newest are drawn. */
const LINES_MAX = 24;
/** Between the labels and the axis, and between two labels. */
const EDGE_PX = 6;
const BETWEEN_PX = { fine: 3, coarse: 6 };
/** Below this width the lines carry their short labels, which stay clear of the legend above them. */
const NARROW_PX = 520;
const LEGEND_PX = 44;
/** And clear of the name of the drawing library below them, which reaches under them there. */
const CREDIT_PX = 18;
/** A label that had to make way is joined to its line over this width. */
const JOINT_PX = 14;
/** How far from a line a mouse takes hold of it. A finger has the label: on the bars it means to move the view. */
const REACH_PX = 4;
/** Keys move by about this many pixels, so that the step is worth seeing at every zoom. */
const KEY_PX = new Map([
  ['ArrowUp', 2],
  ['ArrowDown', -2],
  ['PageUp', 20],
  ['PageDown', -20],
]);
/** Lines no further beyond the visible bars than this share of their range are brought into view. */
const SCALE_SHARE = 0.5;

export interface LineLayerOptions {
  overlay: HTMLElement;
  now: () => number;
  /** Of the pane of prices, in pixels. */
  size: () => { width: number; height: number };
  step: number;
  places: number;
  rtl: boolean;
  hint: string;
  formatPrice: (price: number) => string;
  /** The lowest and the highest price of the bars in view. */
  rangeOf: (from: number, to: number) => { low: number; high: number } | undefined;
  /** Before each drawing of the pane. */
  onLayout: () => void;
  onGrab: (entry: LineEntry, event: PointerEvent) => void;
}

/** Lines with their labels: drawn on the canvas, taken hold of through elements above it. */
export function createLineLayer(options: LineLayerOptions) {
  const coarse = matchMedia('(pointer: coarse)').matches;
  // The smallest that may be asked of anybody to press.
  const height = 24;
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  let palette: ChartPalette | undefined;
  let narrow = false;
  let entries: LineEntry[] = [];
  let labels: readonly ISeriesPrimitiveAxisView[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => ({ palette: palette as ChartPalette, rtl: options.rtl, height });

  const layer = createLayer({ layout, draw, drawAbove, axisLabels: () => labels, hover, scale });
  const handles = createHandles(options.overlay, {
    hint: options.hint,
    formatPrice: options.formatPrice,
    onGrab: options.onGrab,
    onKey: pressKey,
    onHover: (entry, over) => {
      entry.hovered = over;
      layer.redraw();
    },
  });

  const wordsOf = ({ label, shortLabel, endsAt }: ChartLine): string => {
    const words = narrow ? (shortLabel ?? label) : label;
    return endsAt === undefined ? words : `${words}  ${formatRemaining(endsAt - options.now())}`;
  };

  function layout() {
    const series = layer.series();
    if (series === undefined || palette === undefined) return;
    const size = options.size();
    options.onLayout();
    if (size.width < NARROW_PX !== narrow) {
      narrow = !narrow;
      for (const entry of entries) entry.words = wordsOf(entry.line);
    }
    const first = (narrow ? LEGEND_PX : 0) + height / 2 + 1;
    const last = size.height - (narrow ? CREDIT_PX : 0) - height / 2 - 1;
    for (const entry of entries) {
      const y = series.priceToCoordinate(priceOf(entry)) ?? undefined;
      entry.y = y;
      entry.beyond = y === undefined || (0 <= y && y <= size.height) ? undefined : y < 0 ? 'above' : 'below';
    }
    // The one in the hand stays with its line, over the others.
    const labelled = entries.filter((entry) => hasLabel(entry) && !isHeld(entry));
    const placed = stackLabels(
      labelled.map(({ y }) => Math.max(first, Math.min(last, Math.round(y ?? first)))),
      { gap: height + (coarse ? BETWEEN_PX.coarse : BETWEEN_PX.fine), top: first, bottom: last },
    );
    for (const [index, entry] of labelled.entries()) put(entry, placed[index] as number, size.width);
    for (const entry of entries) {
      if (isHeld(entry)) put(entry, Math.max(first, Math.min(last, entry.y ?? first)), size.width);
    }
    for (const entry of entries) handles.place(entry);
  }

  function put(entry: LineEntry, middle: number, right: number) {
    const width = labelWidth(pen, entry, look());
    const left = Math.max(0, Math.floor(right - EDGE_PX - width));
    entry.box = { left, top: Math.round(middle - height / 2), width, height };
  }

  function draw(target: Target) {
    inPixels(target, ({ context, bitmapSize, horizontalPixelRatio, verticalPixelRatio }) => {
      for (const entry of entries) {
        if (entry.y === undefined || entry.beyond !== undefined) continue;
        const { line, hovered, box } = entry;
        const active = hovered || isHeld(entry);
        const wide = Math.max(1, Math.floor(verticalPixelRatio)) * (active ? 2 : 1);
        const y = Math.round(entry.y * verticalPixelRatio) + (wide % 2) / 2;
        const middle = Math.round((box.top + height / 2) * verticalPixelRatio) + (wide % 2) / 2;
        const joint = (box.left - JOINT_PX) * horizontalPixelRatio;
        const makesWay = height / 2 < Math.abs(box.top + height / 2 - entry.y);
        context.save();
        context.strokeStyle = toneColours(palette as ChartPalette, line.tone).line;
        context.lineWidth = wide;
        context.setLineDash(dashOf(STROKES[line.stroke ?? 'dashed']).map((part) => part * horizontalPixelRatio));
        context.beginPath();
        context.moveTo(0, y);
        context.lineTo(bitmapSize.width, y);
        context.stroke();
        if (makesWay) {
          context.setLineDash([]);
          context.beginPath();
          context.moveTo(joint, y);
          context.lineTo(box.left * horizontalPixelRatio, middle);
          context.stroke();
        }
        context.restore();
      }
    });
  }

  function drawAbove(target: Target) {
    inPoints(target, ({ context }) => {
      const inFront = (entry: LineEntry) => Number(entry.hovered) + 2 * Number(isHeld(entry));
      const order = [...entries].sort((left, right) => inFront(left) - inFront(right));
      for (const entry of order) if (hasLabel(entry)) drawLabel(context, entry, look());
    });
  }

  function hover(x: number, y: number) {
    return at({ x, y }) === undefined ? null : { externalId: 'line', cursorStyle: 'ns-resize', zOrder: 'top' as const };
  }

  function scale(from: number, to: number) {
    const range = options.rangeOf(from, to);
    if (range === undefined || entries.length === 0) return null;
    const reach = (range.high - range.low) * SCALE_SHARE;
    // Where the list says, not where the hand is: a scale that moved under the hand would run away with it.
    const near = entries
      .map(({ line }) => line.price)
      .filter((price) => range.low - reach <= price && price <= range.high + reach);
    if (near.length === 0) return null;
    return { priceRange: { minValue: Math.min(...near), maxValue: Math.max(...near) } };
  }

  function at({ x, y }: { x: number; y: number }): LineEntry | undefined {
    const { width, height: depth } = options.size();
    if (coarse || width < x || depth < y) return undefined;
    return entries.find((entry) => isDraggable(entry) && entry.y !== undefined && Math.abs(entry.y - y) <= REACH_PX);
  }

  function pressKey(entry: LineEntry, { key, shiftKey }: KeyboardEvent): boolean {
    const pixels = KEY_PX.get(key);
    const series = layer.series();
    if (pixels !== undefined && series !== undefined) {
      const top = series.coordinateToPrice(0) ?? 0;
      const step = shiftKey
        ? options.step
        : Math.max(options.step, top - (series.coordinateToPrice(Math.abs(pixels)) ?? top));
      entry.drag.move(priceOf(entry) + Math.sign(pixels) * step);
    } else if (key === 'Enter') void entry.drag.release();
    else if (key === 'Escape' && isHeld(entry)) entry.drag.cancel();
    else return false;
    return true;
  }

  function makeEntry(line: ChartLine): LineEntry {
    const entry: LineEntry = {
      line,
      drag: createDrag(() => entry.line, {
        step: options.step,
        places: options.places,
        onChange: () => {
          handles.describe(entry);
          layer.redraw();
        },
      }),
      value: undefined,
      words: wordsOf(line),
      measured: undefined,
      hovered: false,
      y: undefined,
      beyond: undefined,
      box: { left: 0, top: 0, width: 0, height },
    };
    return entry;
  }

  function axisLabel(entry: LineEntry): ISeriesPrimitiveAxisView {
    let written = { price: Number.NaN, text: '' };
    const tone = () => toneColours(palette as ChartPalette, entry.line.tone);
    return {
      coordinate: () => entry.y ?? -100,
      text: () => {
        const price = priceOf(entry);
        if (written.price !== price) written = { price, text: options.formatPrice(price) };
        return written.text;
      },
      textColor: () => tone().onSolid,
      backColor: () => tone().solid,
      visible: () => entry.y !== undefined && entry.beyond === undefined,
      tickVisible: () => false,
    };
  }

  function keepTime() {
    clearInterval(timer);
    timer = undefined;
    if (entries.every(({ line }) => line.endsAt === undefined)) return;
    timer = setInterval(refreshWords, 1000);
  }

  function refreshWords() {
    for (const entry of entries) entry.words = wordsOf(entry.line);
    layer.redraw();
  }

  return {
    set(next: readonly ChartLine[]) {
      const known = new Map(entries.map((entry) => [entry.line.id, entry]));
      entries = next.slice(-LINES_MAX).map((line) => {
        const entry = known.get(line.id) ?? makeEntry(line);
        known.delete(line.id);
        entry.line = line;
        entry.measured = undefined;
        if (line.value === undefined) entry.value = undefined;
        entry.drag.listed();
        handles.describe(entry);
        return entry;
      });
      for (const gone of known.values()) {
        gone.drag.dispose();
        handles.remove(gone);
      }
      labels = entries.map(axisLabel);
      keepTime();
      refreshWords();
    },
    /** A new price: figures that live on it are asked for again. */
    tick(last: number) {
      let changed = false;
      for (const entry of entries) {
        if (entry.line.value === undefined) continue;
        const value = entry.line.value(last);
        if (value?.text === entry.value?.text && value?.tone === entry.value?.tone) continue;
        entry.value = value;
        changed = true;
      }
      if (changed) layer.redraw();
    },
    /** The line that a pointer at this place would take hold of. */
    at,
    focus: handles.focus,
    /** Width that the widest label needs. */
    room: (): number =>
      palette === undefined ? 0 : Math.max(0, ...entries.map((entry) => labelWidth(pen, entry, look()))),
    attach: (series: PriceSeries) => layer.attach(series),
    detach: () => layer.detach(),
    paint(colours: ChartPalette) {
      palette = colours;
      for (const entry of entries) entry.measured = undefined;
      layer.redraw();
    },
    dispose() {
      clearInterval(timer);
      for (const { drag } of entries) drag.dispose();
      handles.dispose();
    },
  };
}

export type LineLayer = ReturnType<typeof createLineLayer>;

/** As the library draws them, so that all lines of a chart are of one kind. */
const dashOf = (stroke: number): number[] =>
  stroke === STROKES.solid ? [] : stroke === STROKES.dotted ? [1, 3] : [5, 4];
