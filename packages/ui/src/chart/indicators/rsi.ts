import type { Indicator } from './indicator.ts';

/** A market that does not move shows neither strength nor weakness. */
const NEITHER = 50;

/**
 * Relative strength index after J. Welles Wilder (New Concepts in Technical Trading Systems, 1978):
 * the first averages of gains and losses are means of `period` changes, later ones weigh the
 * previous average by (period − 1) / period.
 */
export function createRsi(period: number): Indicator<number> {
  let changes = 0;
  let previous: number | undefined;
  let gain = 0;
  let loss = 0;

  const averaged = (average: number, change: number) =>
    changes < period ? average + change / period : (average * (period - 1) + change) / period;
  const step = (close: number) => {
    const change = close - (previous ?? close);
    return { gain: averaged(gain, Math.max(0, change)), loss: averaged(loss, Math.max(0, -change)) };
  };
  return {
    peek(close) {
      if (previous === undefined || changes < period - 1) return undefined;
      const next = step(close);
      if (next.loss === 0) return next.gain === 0 ? NEITHER : 100;
      return 100 - 100 / (1 + next.gain / next.loss);
    },
    push(close) {
      if (previous !== undefined) {
        ({ gain, loss } = step(close));
        changes += 1;
      }
      previous = close;
    },
  };
}
