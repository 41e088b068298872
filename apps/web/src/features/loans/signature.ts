import type { BodyOf } from '@glasshouse/api';

export type Signature = NonNullable<BodyOf<'requestLoan'>['signature']>;
export type Strokes = NonNullable<Signature['strokes']>;

const STROKES_MAX = 60;
const POINTS_MAX = 400;
const THOUSANDTHS = 1_000;

interface Drawn {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Strokes in thousandths of the pad's width, so that they look the same on every screen. */
export function strokesOf(drawn: readonly Drawn[], width: number): Strokes {
  const scale = (value: number): number => Math.round((value / Math.max(1, width)) * THOUSANDTHS);
  return drawn.slice(0, STROKES_MAX).map(({ points }) => {
    const every = Math.ceil(points.length / POINTS_MAX);
    return points
      .filter((_point, index) => index % every === 0)
      .map(({ x, y }) => ({ x: inRange(scale(x)), y: inRange(scale(y)) }));
  });
}

/** As far as a pointer that was pressed on the pad may stray from it. */
const STRAY_MAX = 2_000;
const inRange = (value: number): number => Math.min(STRAY_MAX, Math.max(-STRAY_MAX, value));
