import type { Bar } from '../../market-data/candles/candles.ts';
import type { FeedSettings } from '../../market-data/feeds/settings.ts';
import type { CandleQuery } from '../../market-data/history/history-source.ts';
import type { Instrument } from '../../market-data/instruments/instrument.ts';
import type { ProvenTick, RunQuery, TickQuery, TickRun } from '../../transparency/receipts.ts';

export interface HistoryWorkerData {
  readonly databaseUrl: string;
  readonly feeds: FeedSettings;
  readonly instruments: readonly Instrument[];
}

export type HistoryQuestion =
  | { readonly kind: 'candles'; readonly query: CandleQuery }
  | { readonly kind: 'tick'; readonly query: TickQuery }
  | { readonly kind: 'before'; readonly query: { readonly code: string; readonly at: number } }
  | { readonly kind: 'runs'; readonly query: RunQuery };

export type ToHistoryWorker = HistoryQuestion & { readonly ticket: number };

export type FromHistoryWorker = { readonly ticket: number } & (
  | { readonly kind: 'bars'; readonly bars: Float64Array<ArrayBuffer> }
  | { readonly kind: 'tick'; readonly tick: ProvenTick | undefined }
  | { readonly kind: 'before'; readonly seq: number | undefined }
  | { readonly kind: 'runs'; readonly runs: TickRun[] }
  /** What was asked for is no longer kept. */
  | { readonly kind: 'thinned'; readonly code: string }
  | { readonly kind: 'failed'; readonly reason: string }
);

const FIELDS = 6;

/** Six numbers a bar, one after the other: they move between threads without being copied. */
export function packBars(bars: readonly Bar[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(bars.length * FIELDS);
  let offset = 0;
  for (const { at, open, high, low, close, volume } of bars) {
    packed[offset] = at;
    packed[offset + 1] = open;
    packed[offset + 2] = high;
    packed[offset + 3] = low;
    packed[offset + 4] = close;
    packed[offset + 5] = volume;
    offset += FIELDS;
  }
  return packed;
}

export function unpackBars(packed: Float64Array): Bar[] {
  const bars: Bar[] = [];
  for (let offset = 0; offset < packed.length; offset += FIELDS) {
    bars.push({
      at: packed[offset]!,
      open: packed[offset + 1]!,
      high: packed[offset + 2]!,
      low: packed[offset + 3]!,
      close: packed[offset + 4]!,
      volume: packed[offset + 5]!,
    });
  }
  return bars;
}
