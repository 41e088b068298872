/** Extra rows around the visible ones, so that fast scrolling shows no blanks. */
export const OVERSCAN_ROWS = 5;

export interface Range {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Which of `count` rows of equal height to render. `top` is how far the start of the list is above
 * the top of the window or pane, negative if below it; lengths in px.
 */
export function visibleRange(options: { count: number; rowHeight: number; top: number; viewport: number }): Range {
  const { count, rowHeight, top, viewport } = options;
  const first = Math.floor(top / rowHeight) - OVERSCAN_ROWS;
  const end = Math.ceil((top + viewport) / rowHeight) + OVERSCAN_ROWS;
  const start = Math.min(Math.max(0, first), count);
  return { first: start, end: Math.min(Math.max(start, end), count) };
}

/** The rows of a range in order, plus one before or after it. */
export function withRow({ first, end }: Range, row: number): readonly number[] {
  const rows = Array.from({ length: end - first }, (_, offset) => first + offset);
  if (row < 0 || (first <= row && row < end)) return rows;
  return row < first ? [row, ...rows] : [...rows, row];
}
