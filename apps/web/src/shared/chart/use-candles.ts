import type { Interval, TickInterval } from '@glasshouse/api/constants';
import type { ChartCandle } from '@glasshouse/ui/chart';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { fetchResult } from '../../api/queries.ts';
import { serverNow } from '../../live/clock.ts';
import { marketSnapshot } from '../../live/market.ts';
import { addEarlier, seenTicks, watchTicks } from '../../live/seen-ticks.ts';
import { candlesQuery, fetchCandles, PAGE_CANDLES } from '../market/candles-query.ts';
import { INTERVAL_MS } from './intervals.ts';
import { withPrice } from './live-candle.ts';
import { barsOfTicks, type ChartInterval, isTickInterval, withTick } from './tick-bars.ts';

/** How long the server gets to store a bar that has just closed. */
const SETTLE_MS = 1500;
/** Bars refetched when one closes: the closed one and the current one. */
const CORRECTED_CANDLES = 3;

/**
 * Bars of one instrument: the latest page, older pages on demand, and the current bar built from
 * the stream. The stream is throttled to four prices a second, so a closed bar is replaced by the
 * recorded one.
 */
export function useCandles(code: string, interval: ChartInterval) {
  const recorded = useRecorded(code, isTickInterval(interval) ? undefined : interval);
  const seen = useSeen(code, isTickInterval(interval) ? interval : undefined);
  return seen === undefined ? recorded : { ...recorded, ...seen };
}

/** Bars of what this page has seen, for intervals that the server keeps no bars of. */
function useSeen(code: string, interval: TickInterval | undefined) {
  // From the start, so that there is something to see when a shorter interval is chosen.
  useEffect(() => watchTicks(code, () => {}), [code]);
  const { dataUpdatedAt, isFetching } = useQuery({
    queryKey: ['ticks', code],
    queryFn: async ({ signal }) => {
      const ticks = await fetchResult('listRecentTicks', { query: { code }, signal });
      addEarlier(
        code,
        ticks.map(([seq, at, price]) => ({ seq, at, price })),
      );
      return ticks.length;
    },
    enabled: interval !== undefined,
    // What comes meanwhile is seen.
    staleTime: INTERVAL_MS['1m'],
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ticks of before have come.
  const candles = useMemo(
    () => (interval === undefined ? [] : barsOfTicks(seenTicks(code), interval)),
    [code, interval, dataUpdatedAt],
  );
  const subscribe = useCallback(
    (listener: (candle: ChartCandle) => void) => {
      if (interval === undefined) return () => {};
      let bar = barsOfTicks(seenTicks(code), interval).at(-1);
      if (bar !== undefined) listener(bar);
      return watchTicks(code, (tick) => {
        bar = withTick(bar, tick, interval) ?? bar;
        if (bar !== undefined) listener(bar);
      });
    },
    [code, interval],
  );
  const isAwaited = isFetching && candles.length === 0;
  return useMemo(
    () =>
      interval === undefined
        ? undefined
        : { candles: isAwaited ? undefined : candles, subscribe, loadOlder: nothingOlder },
    [interval, candles, isAwaited, subscribe],
  );
}

const nothingOlder = async (): Promise<readonly ChartCandle[]> => [];

function useRecorded(code: string, chosen: Interval | undefined) {
  const interval = chosen ?? '1m';
  const query = useQuery({ ...candlesQuery(code, interval), enabled: chosen !== undefined });
  const candles = query.data;

  const subscribe = useCallback(
    (listener: (candle: ChartCandle) => void) => follow({ code, interval, last: candles?.at(-1), listener }),
    [code, interval, candles],
  );
  const loadOlder = useCallback(
    (before: number) => fetchCandles({ code, interval, to: before, limit: PAGE_CANDLES }),
    [code, interval],
  );
  return { query, candles, subscribe, loadOlder };
}

interface Follow {
  readonly code: string;
  readonly interval: Interval;
  readonly last: ChartCandle | undefined;
  readonly listener: (candle: ChartCandle) => void;
}

function follow({ code, interval, last, listener }: Follow): () => void {
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
  const stop = marketSnapshot.subscribe(code, () => {
    const price = Number(marketSnapshot.quote(code).price);
    if (bar === undefined || !Number.isFinite(price)) return;
    const next = withPrice(bar, { price, at: serverNow(), stepMs: INTERVAL_MS[interval] });
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
