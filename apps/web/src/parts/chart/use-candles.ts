import type { Interval, TickInterval } from '@glasshouse/api/constants';
import type { ChartCandle } from '@glasshouse/ui/chart';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { addEarlier, seenTicks, watchTicks } from '../../live/seen-ticks.ts';
import { candlesQuery, fetchCandles, PAGE_CANDLES } from '../market/candles-query.ts';
import { followBar } from './follow-bar.ts';
import { INTERVAL_MS } from './intervals.ts';
import { barsOfTicks, type ChartInterval, isTickInterval, withTick } from './tick-bars.ts';

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

/** Asks once for the ticks of before; what comes meanwhile is seen. */
export const useRecentTicks = (code: string | undefined) =>
  useQuery({
    queryKey: ['ticks', code],
    queryFn: async ({ signal }) => {
      const ticks = await fetchResult('listRecentTicks', { query: { code: code ?? '' }, signal });
      addEarlier(
        code ?? '',
        ticks.map(([seq, at, price]) => ({ seq, at, price })),
      );
      return ticks.length;
    },
    enabled: code !== undefined,
    staleTime: INTERVAL_MS['1m'],
    retry: false,
  });

/** Bars of what this page has seen, for intervals that the server keeps no bars of. */
function useSeen(code: string, interval: TickInterval | undefined) {
  // From the start, so that there is something to see when a shorter interval is chosen.
  useEffect(() => watchTicks(code, () => {}), [code]);
  const { dataUpdatedAt, isFetching } = useRecentTicks(interval === undefined ? undefined : code);
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
    (listener: (candle: ChartCandle) => void) => followBar({ code, interval, last: candles?.at(-1), listener }),
    [code, interval, candles],
  );
  const loadOlder = useCallback(
    (before: number) => fetchCandles({ code, interval, to: before, limit: PAGE_CANDLES }),
    [code, interval],
  );
  return { query, candles, subscribe, loadOlder };
}
