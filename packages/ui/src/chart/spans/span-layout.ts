import type { ChartSpan } from '../types.ts';

interface Scales {
  /** Pixel of a time, extrapolated beyond the bars. */
  readonly toX: (time: number) => number | undefined;
  readonly toY: (price: number) => number | undefined;
  readonly size: { readonly width: number; readonly height: number };
}

/** Where a span lies in the pane; undefined while it is out of it. */
export interface SpanBox {
  readonly left: number;
  readonly right: number;
  /** Of the vertical line at its end; undefined when that is out of the pane. */
  readonly end: number | undefined;
  readonly barrier: number;
  /** The side on which the span wins. */
  readonly winning: { readonly top: number; readonly height: number };
  readonly mark: { readonly x: number; readonly y: number } | undefined;
}

/** A span in pixels: from its start to its end, cut at the pane. */
export function layOutSpan(span: ChartSpan, { toX, toY, size }: Scales): SpanBox | undefined {
  const from = toX(span.from);
  const to = toX(span.to);
  const y = toY(span.price);
  if (from === undefined || to === undefined || y === undefined) return undefined;
  if (to < 0 || size.width < from) return undefined;
  const barrier = Math.min(size.height, Math.max(0, y));
  const markX = span.mark === undefined ? undefined : toX(span.mark.time);
  const markY = span.mark === undefined ? undefined : toY(span.mark.price);
  return {
    left: Math.max(0, from),
    right: Math.min(size.width, to),
    end: to <= size.width ? to : undefined,
    barrier,
    winning: span.side === 'above' ? { top: 0, height: barrier } : { top: barrier, height: size.height - barrier },
    mark: markX === undefined || markY === undefined ? undefined : { x: markX, y: markY },
  };
}

/** Margin after the last end, as a share of the view. */
const MARGIN_SHARE = 0.04;
/** Prices from this long before the first entry are in view. */
const BEFORE_MS = 60_000;
/** The price line takes at least the rest of the width. */
const FUTURE_SHARE = 0.35;
/** The few ticks of a market that has just started do not fill the view alone. */
const BARS_MIN = 30;

interface Bars {
  readonly indexOf: (time: number) => number;
  /** Index of the newest bar. */
  readonly last: number;
}

/**
 * The part of the time axis to show while there are spans, in bar indexes: from before the first
 * entry to as much of the time ahead as leaves most of the width to the prices. Undefined without
 * any.
 */
export function rangeOfSpans(
  spans: readonly ChartSpan[],
  { indexOf, last }: Bars,
): { from: number; to: number } | undefined {
  if (spans.length === 0) return undefined;
  const before = Math.min(...spans.map((span) => indexOf(span.from - BEFORE_MS)));
  const from = Math.min(Math.max(0, before), last - BARS_MIN);
  const end = Math.max(last, ...spans.map((span) => indexOf(span.to)));
  const most = last + ((last - from) * FUTURE_SHARE) / (1 - FUTURE_SHARE);
  return { from, to: Math.min(most, end + (end - from) * MARGIN_SHARE) };
}

/** The least height of the view, as a share of the price: single ticks are no cliffs. */
const HEIGHT_SHARE = 0.0002;

/** Prices to keep in view with these: the barriers. */
export function pricesOfSpans(
  spans: readonly ChartSpan[],
  { low, high }: { readonly low: number; readonly high: number },
): { minValue: number; maxValue: number } | undefined {
  if (spans.length === 0) return undefined;
  const prices = spans.map(({ price }) => price);
  const minValue = Math.min(low, ...prices);
  const maxValue = Math.max(high, ...prices);
  const missing = Math.max(0, maxValue * HEIGHT_SHARE - (maxValue - minValue)) / 2;
  return { minValue: minValue - missing, maxValue: maxValue + missing };
}
