import type { ResultOf } from '@glasshouse/api';
import { INTERVALS, type Interval } from '@glasshouse/api/constants';
import { readStored } from '@glasshouse/app/session/storage';
import type { ChartCandle } from '@glasshouse/ui/chart';
import { queryOptions } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';

/** Several phone screens. `boot.js` requests the same first page ahead of time. */
export const PAGE_CANDLES = 300;
/** Prevents the chart from refetching what was fetched ahead. */
const AHEAD_MS = 5_000;

export const isInterval = (text: string | undefined): text is Interval => INTERVALS.some((known) => known === text);

/** The last chosen interval. */
export function storedInterval(): Interval {
  const text = readStored('chartInterval');
  return isInterval(text) ? text : '1m';
}

const toCandle = ([time, open, high, low, close, volume]: ResultOf<'listCandles'>[number]): ChartCandle => ({
  time,
  open,
  high,
  low,
  close,
  volume,
});

export async function fetchCandles(query: {
  code: string;
  interval: Interval;
  to?: number;
  limit: number;
}): Promise<readonly ChartCandle[]> {
  return (await fetchResult('listCandles', { query })).map(toCandle);
}

/** The latest bars. They are dropped as soon as no chart shows them. */
export const candlesQuery = (code: string, interval: Interval) =>
  queryOptions({
    queryKey: ['candles', code, interval],
    queryFn: () => fetchCandles({ code, interval, limit: PAGE_CANDLES }),
    staleTime: AHEAD_MS,
    gcTime: 0,
  });
