/** The lane between the bars and the price axis, in pixels. */
export const LANE_PX = 132;
/** Panes narrower than this have no lane: handles at the edge, and a chip for the selected one. */
export const LANE_FROM_PX = 560;
export const CHIP_PX = { width: 120, height: 22 } as const;
export const HANDLE_PX = { width: 9, height: 16 } as const;
export const INSET_PX = { width: 120, height: 84 } as const;
/** Between a chip and the edges of the lane. */
export const LANE_PAD_PX = (LANE_PX - CHIP_PX.width) / 2;
/** Prices nearer than this make one chip, or one handle. */
export const NEAR_PX = { lane: 24, edge: 18 } as const;
/** Height of the count of lines that are out of view. */
export const COUNT_PX = 26;

/** Indexes of heights that are nearer to each other than `near`, from the top. */
export function clusters(heights: readonly number[], near: number): readonly (readonly number[])[] {
  const order = [...heights.keys()].toSorted((left, right) => at(heights, left) - at(heights, right) || left - right);
  const found: number[][] = [];
  for (const index of order) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && at(heights, index) - at(heights, before) < near) last.push(index);
    else found.push([index]);
  }
  return found;
}

const at = (heights: readonly number[], index: number): number => heights[index] ?? 0;

export interface Span {
  readonly top: number;
  readonly bottom: number;
}

const GAP_PX = 4;

const isFree = (span: Span, occupied: readonly Span[]): boolean =>
  occupied.every(({ top, bottom }) => span.bottom + GAP_PX <= top || bottom + GAP_PX <= span.top);

interface InsetFrame {
  /** What the chips take. */
  readonly occupied: readonly Span[];
  readonly within: Span;
  readonly height: number;
  /** Where it has been until now: it stays while that is free. */
  readonly before: number | undefined;
}

/** The top of an inset at the start of the largest gap; undefined where none is large enough. */
export function insetTop({ occupied, within, height, before }: InsetFrame): number | undefined {
  if (before !== undefined && within.top <= before && before + height <= within.bottom) {
    if (isFree({ top: before, bottom: before + height }, occupied)) return before;
  }
  let from = within.top;
  let best: Span | undefined;
  for (const span of [...occupied].toSorted((left, right) => left.top - right.top)) {
    best = larger(best, { top: from, bottom: span.top });
    from = Math.max(from, span.bottom);
  }
  best = larger(best, { top: from, bottom: within.bottom });
  return height + 2 * GAP_PX <= best.bottom - best.top ? best.top + GAP_PX : undefined;
}

const larger = (known: Span | undefined, next: Span): Span =>
  known !== undefined && next.bottom - next.top <= known.bottom - known.top ? known : next;

/** The tops of chips that stand below each other around a height. */
export function stackTops(count: number, { middle, within }: { middle: number; within: Span }): readonly number[] {
  const step = CHIP_PX.height + 2;
  const whole = count * step - 2;
  const top = Math.max(within.top, Math.min(within.bottom - whole, middle - whole / 2));
  return Array.from({ length: count }, (_, index) => Math.round(top + index * step));
}
