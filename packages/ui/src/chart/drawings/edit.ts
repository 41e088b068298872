import { type ChartDrawing, type ChartDrawingKind, type ChartPoint, DRAWINGS_MAX } from '../types.ts';
import type { Grip } from './geometry.ts';

export const startDrawing = (kind: ChartDrawingKind, id: string, at: ChartPoint): ChartDrawing =>
  kind === 'horizontal' ? { id, kind, price: at.price } : { id, kind, from: at, to: at };

/** The drawing with its free end at a point. */
export const stretchDrawing = (drawing: ChartDrawing, to: ChartPoint): ChartDrawing =>
  drawing.kind === 'horizontal' ? { ...drawing, price: to.price } : { ...drawing, to };

/** A trend line of a single point is a click that went nowhere. */
export const isDrawn = (drawing: ChartDrawing): boolean =>
  drawing.kind === 'horizontal' || drawing.from.time !== drawing.to.time || drawing.from.price !== drawing.to.price;

export const withDrawing = (drawings: readonly ChartDrawing[], drawing: ChartDrawing): readonly ChartDrawing[] =>
  drawings.some(({ id }) => id === drawing.id)
    ? drawings.map((known) => (known.id === drawing.id ? drawing : known))
    : [...drawings, drawing].slice(-DRAWINGS_MAX);

export const withoutDrawing = (drawings: readonly ChartDrawing[], id: string): readonly ChartDrawing[] =>
  drawings.filter((drawing) => drawing.id !== id);

export interface Move {
  grip: Pick<Grip, 'part'>;
  /** Where the pointer is. */
  to: ChartPoint;
  /** Moves a point as far as the pointer moved: only the chart knows the spacing of bars. */
  shift: (point: ChartPoint) => ChartPoint;
}

/** The drawing after one of its parts was dragged. Prices stay positive. */
export function moveDrawing(drawing: ChartDrawing, { grip, to, shift }: Move): ChartDrawing {
  if (drawing.kind === 'horizontal') return { ...drawing, price: to.price };
  if (grip.part === 'from') return { ...drawing, from: to };
  if (grip.part === 'to') return { ...drawing, to };
  return shiftDrawing(drawing, shift);
}

/**
 * The drawing moved as a whole; unchanged if a price would drop to zero. Horizontal lines have no
 * time.
 */
export function shiftDrawing(drawing: ChartDrawing, shift: Move['shift']): ChartDrawing {
  if (drawing.kind === 'horizontal') {
    const { price } = shift({ time: 0, price: drawing.price });
    return price <= 0 || price === drawing.price ? drawing : { ...drawing, price };
  }
  const moved = { ...drawing, from: shift(drawing.from), to: shift(drawing.to) };
  return Math.min(moved.from.price, moved.to.price) <= 0 ? drawing : moved;
}
