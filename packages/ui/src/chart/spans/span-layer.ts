import type { ISeriesPrimitiveAxisView } from 'lightweight-charts';
import { indexAt, meanStepOf } from '../drawings/time-anchor.ts';
import { type ChartPalette, withAlpha } from '../palette.ts';
import { createLayer, inPixels, inPoints, type PriceSeries, type Target } from '../primitive.ts';
import { isolated } from '../tabular.ts';
import { toneColours } from '../tones.ts';
import type { ChartCandle, ChartSpan } from '../types.ts';
import { layOutSpan, pricesOfSpans, rangeOfSpans } from './span-layout.ts';

const MINUTE_MS = 60_000;
const SHADE_ALPHA = 0.1;
const MARK_PX = 5;
const OUTSIDE_PX = -1_000;
/** As wide as any label of an end. */
const END_PX = 120;

const isClear = (x: number, neighbour: number | undefined): boolean =>
  neighbour === undefined || END_PX <= Math.abs(x - neighbour);

interface SpanLayerOptions {
  candles: () => readonly ChartCandle[];
  size: () => { width: number; height: number };
  /** Pixel of a whole bar index; the library knows no others. */
  toX: (index: number) => number | null;
  /** Lowest and highest visible price. */
  rangeOf: (from: number, to: number) => { low: number; high: number } | undefined;
  /** Shows this part of the time axis, in bar indexes. */
  show: (range: { from: number; to: number }) => void;
}

/** Spans of time with a barrier: live options, from their entry to their expiry. */
export function createSpanLayer({ candles, size, rangeOf, toX, show }: SpanLayerOptions) {
  let spans: readonly ChartSpan[] = [];
  let palette: ChartPalette | undefined;
  let ends: readonly ISeriesPrimitiveAxisView[] = [];
  /** Until the user moves the chart. */
  let following = true;
  const layer = createLayer({
    layout: () => {},
    draw: (target) => draw(target),
    drawAbove: (target) => drawMarks(target),
    axisLabels: () => [],
    timeLabels: () => ends,
    hover: () => null,
    scale,
  });

  function indexOf(time: number): number {
    const bars = candles();
    return indexAt(bars, time, meanStepOf(bars));
  }

  /** Between the pixels of the bars around it. */
  function pixelOf(time: number): number | undefined {
    const index = indexOf(time);
    const whole = Math.floor(index);
    const left = toX(whole);
    const right = toX(whole + 1);
    return left === null || right === null ? undefined : left + (index - whole) * (right - left);
  }

  function boxesOf() {
    const series = layer.series();
    const colours = palette;
    if (series === undefined || colours === undefined || candles().length === 0) return [];
    const toY = (price: number): number | undefined => series.priceToCoordinate(price) ?? undefined;
    return spans.map((span) => ({
      span,
      tone: toneColours(colours, span.tone),
      box: layOutSpan(span, { toX: pixelOf, toY, size: size() }),
    }));
  }

  function draw(target: Target) {
    const boxes = boxesOf();
    inPixels(target, ({ context, horizontalPixelRatio: wide, verticalPixelRatio: tall, bitmapSize }) => {
      for (const { tone, box } of boxes) {
        if (box === undefined) continue;
        context.save();
        context.fillStyle = withAlpha(tone.line, SHADE_ALPHA);
        context.fillRect(
          box.left * wide,
          box.winning.top * tall,
          (box.right - box.left) * wide,
          box.winning.height * tall,
        );
        if (box.end !== undefined) {
          context.strokeStyle = tone.line;
          context.lineWidth = Math.max(1, Math.floor(wide));
          context.setLineDash([4 * tall, 4 * tall]);
          context.beginPath();
          context.moveTo(Math.round(box.end * wide) + 0.5, 0);
          context.lineTo(Math.round(box.end * wide) + 0.5, bitmapSize.height);
          context.stroke();
        }
        context.restore();
      }
    });
  }

  function drawMarks(target: Target) {
    inPoints(target, ({ context }) => {
      for (const { tone, box } of boxesOf()) {
        if (box?.mark === undefined) continue;
        context.beginPath();
        context.arc(box.mark.x, box.mark.y, MARK_PX, 0, 2 * Math.PI);
        context.fillStyle = tone.solid;
        context.fill();
        context.strokeStyle = tone.onSolid;
        context.lineWidth = 2;
        context.stroke();
      }
    });
  }

  /**
   * On the time axis, where nothing else is covered. One without room beside a sooner one is left
   * out.
   */
  function endsOf(): ISeriesPrimitiveAxisView[] {
    const named = spans.filter(({ endLabel }) => endLabel !== undefined).toSorted((left, right) => left.to - right.to);
    return named.map(({ endLabel = '', to, tone }, index) => ({
      coordinate: () => pixelOf(to) ?? OUTSIDE_PX,
      text: () => isolated(endLabel),
      textColor: () => (palette === undefined ? '' : toneColours(palette, tone).onSolid),
      backColor: () => (palette === undefined ? '' : toneColours(palette, tone).solid),
      visible: () => {
        const x = inView(to);
        return x !== undefined && named.slice(0, index).every((sooner) => isClear(x, inView(sooner.to)));
      },
    }));
  }

  function inView(time: number): number | undefined {
    const x = pixelOf(time);
    return x === undefined || x < 0 || size().width < x ? undefined : x;
  }

  // On longer bars an option of a minute would fill the chart with two of them.
  const isFollowing = (): boolean => following && 0 < candles().length && meanStepOf(candles()) < MINUTE_MS;

  function scale(from: number, to: number) {
    const range = isFollowing() ? rangeOf(from, to) : undefined;
    const priceRange = range && pricesOfSpans(spans, range);
    return priceRange === undefined ? null : { priceRange };
  }

  /** Keeps the spans in view while the prices go on. */
  function follow() {
    const range = isFollowing() ? rangeOfSpans(spans, { indexOf, last: candles().length - 1 }) : undefined;
    if (range !== undefined) show(range);
  }

  return {
    set(next: readonly ChartSpan[]) {
      const known = new Set(spans.map(({ id }) => id));
      if (next.some(({ id }) => !known.has(id))) following = true;
      spans = next;
      ends = endsOf();
      follow();
      layer.redraw();
    },
    follow,
    /** The user looks elsewhere. */
    letGo() {
      following = false;
    },
    attach: (series: PriceSeries) => layer.attach(series),
    detach: () => layer.detach(),
    paint(colours: ChartPalette) {
      palette = colours;
      layer.redraw();
    },
  };
}
