import type { Interval } from '@glasshouse/api/constants';
import type { ChartCandle } from '@glasshouse/ui/chart';
import { seenTicks, watchTicks } from '../../live/seen-ticks.ts';
import { fetchCandles } from '../market/candles-query.ts';
import { INTERVAL_MS } from './intervals.ts';
import { withPrice } from './live-candle.ts';

/** How long the server gets to store a bar that has just closed. */
const SETTLE_MS = 1500;
/** Bars refetched when one closes: the closed one and the current one. */
const CORRECTED_CANDLES = 3;

interface Follow {
  readonly code: string;
  readonly interval: Interval;
  readonly last: ChartCandle | undefined;
  readonly listener: (candle: ChartCandle) => void;
}

/**
 * The current bar, as ticks move it. Each counts in the bar of its own time and not of the clock's:
 * a row comes without a tick too, as when a market closes, and closed hours have no bar.
 */
export function followBar({ code, interval, last, listener }: Follow): () => void {
  let bar = last;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const correct = async () => {
    try {
      const recorded = await fetchCandles({ code, interval, limit: CORRECTED_CANDLES });
      for (const candle of recorded) {
        // The current bar stays as drawn: the stream has moved on since the response.
        if (bar !== undefined && candle.time < bar.time) listener(candle);
      }
      if (bar !== undefined) listener(bar);
    } catch {
      // The drawn bar stays; the next close retries.
    }
  };
  // What was seen before is in the recorded bar, or older than it.
  let seen = seenTicks(code).at(-1)?.seq ?? -1;
  const stop = watchTicks(code, ({ seq, price, at }) => {
    if (bar === undefined || seq <= seen) return;
    seen = seq;
    const next = withPrice(bar, { price, at, stepMs: INTERVAL_MS[interval] });
    if (next === undefined) return;
    if (bar.time < next.time) {
      clearTimeout(timer);
      timer = setTimeout(() => void correct(), SETTLE_MS);
    }
    bar = next;
    listener(next);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
