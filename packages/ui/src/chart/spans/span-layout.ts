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

/** Times that must be in view, with a margin of this share before the first and after the last. */
const MARGIN_SHARE = 0.06;

/** The part of the time axis that shows all spans, in bar indexes; undefined without any. */
export function rangeOfSpans(
  spans: readonly ChartSpan[],
  indexOf: (time: number) => number,
): { from: number; to: number } | undefined {
  if (spans.length === 0) return undefined;
  const from = Math.min(...spans.map((span) => indexOf(span.from)));
  const to = Math.max(...spans.map((span) => indexOf(span.to)));
  const margin = Math.max(2, (to - from) * MARGIN_SHARE);
  return { from: from - margin, to: to + margin };
}
