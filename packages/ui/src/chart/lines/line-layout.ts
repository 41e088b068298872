import type { PriceSeries } from '../primitive.ts';
import { hasLabel, isDragging, type LineEntry, priceOf } from './entry.ts';
import { stackLabels } from './stack.ts';

/** Label height: the minimum target size. */
export const LABEL_PX = 24;
/** Below this width, lines use their short labels and stay clear of the legend above. */
export const NARROW_PX = 520;
const LEGEND_PX = 44;
/** Clearance for the charting library's credit below. */
const CREDIT_PX = 18;
/** Between labels and axis, and between two labels. */
const EDGE_PX = 6;
const BETWEEN_PX = { fine: 3, coarse: 6 };
/** Offset of a label dragged by touch, so that the finger does not cover it. */
const LIFT_PX = 46;

interface LayoutFrame {
  series: PriceSeries;
  /** Size of the price pane in pixels. */
  size: { width: number; height: number };
  coarse: boolean;
  widthOf: (entry: LineEntry) => number;
}

/**
 * Lays out lines and labels: each label at its line, spread apart where they collide, the dragged
 * one on top.
 */
export function layOutLines(entries: readonly LineEntry[], { series, size, coarse, widthOf }: LayoutFrame): void {
  const narrow = size.width < NARROW_PX;
  const first = (narrow ? LEGEND_PX : 0) + LABEL_PX / 2 + 1;
  const last = size.height - (narrow ? CREDIT_PX : 0) - LABEL_PX / 2 - 1;
  const within = (y: number): number => Math.max(first, Math.min(last, y));
  const put = (entry: LineEntry, middle: number) => {
    const width = widthOf(entry);
    const left = Math.max(0, Math.floor(size.width - EDGE_PX - width));
    entry.box = { left, top: Math.round(middle - LABEL_PX / 2), width, height: LABEL_PX };
  };
  for (const entry of entries) {
    const y = series.priceToCoordinate(priceOf(entry)) ?? undefined;
    entry.y = y;
    entry.offscreen = y === undefined || (0 <= y && y <= size.height) ? undefined : y < 0 ? 'above' : 'below';
  }
  const labelled = entries.filter((entry) => hasLabel(entry) && !isDragging(entry));
  const placed = stackLabels(
    labelled.map(({ y }) => within(Math.round(y ?? first))),
    { gap: LABEL_PX + (coarse ? BETWEEN_PX.coarse : BETWEEN_PX.fine), top: first, bottom: last },
  );
  for (const [index, entry] of labelled.entries()) put(entry, placed[index] as number);
  for (const entry of entries) {
    if (!isDragging(entry)) continue;
    const y = entry.y ?? first;
    const lift = coarse ? (y - LIFT_PX < first ? LIFT_PX : -LIFT_PX) : 0;
    put(entry, within(y + lift));
  }
}
