import type { ChartEngine } from './engine.ts';

/** Bars per key press. */
const MOVES = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['PageUp', -10],
  ['PageDown', 10],
]);
const ZOOMS = new Map([
  ['+', 1.25],
  ['=', 1.25],
  ['-', 0.8],
]);

/** Handles a key on the chart; false when it has no meaning there. */
export function pressChartKey(engine: ChartEngine, key: string): boolean {
  const bars = MOVES.get(key);
  const factor = ZOOMS.get(key);
  if (bars !== undefined) engine.moveBars(bars);
  else if (factor !== undefined) engine.zoom(factor);
  else if (key === 'End') engine.scrollToLatest();
  else if (key === 'ArrowUp') return engine.movePrice(1);
  else if (key === 'ArrowDown') return engine.movePrice(-1);
  else if (key === 'Enter') return engine.placePoint();
  else if (key === 'Escape') return engine.cancel();
  else return false;
  return true;
}
