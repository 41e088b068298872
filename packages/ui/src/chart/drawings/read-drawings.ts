import { type ChartDrawing, type ChartPoint, DRAWINGS_MAX } from '../types.ts';

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isPoint = (value: unknown): value is ChartPoint =>
  typeof value === 'object' && value !== null && 'time' in value && isNumber(value.time) && isPrice(value);
const isPrice = (value: object): boolean => 'price' in value && isNumber(value.price) && 0 < value.price;

function isDrawing(value: unknown): value is ChartDrawing {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (!('id' in value) || typeof value.id !== 'string') return false;
  if (value.kind === 'horizontal') return isPrice(value);
  return value.kind === 'trend' && 'from' in value && isPoint(value.from) && 'to' in value && isPoint(value.to);
}

/** Drawings from storage, whatever it holds; invalid ones are dropped. */
export function readDrawings(stored: unknown): readonly ChartDrawing[] {
  return Array.isArray(stored) ? stored.filter(isDrawing).slice(-DRAWINGS_MAX) : [];
}
