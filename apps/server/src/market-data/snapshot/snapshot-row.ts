import type { QuoteFigures, ShownFigures, SnapshotRow } from '@glasshouse/api/schemas/market-row';
import type { Tick } from '../../kernel/core/types.ts';
import { changePercent, priceNumber } from '../instruments/price-figures.ts';
import type { DayFigures } from './day-window.ts';

export interface SnapshotRowSource {
  readonly code: string;
  readonly tick: Tick | undefined;
  readonly day: DayFigures;
  /** Shown before the first tick; nothing can be traded on it. */
  readonly lastClose: number | undefined;
  readonly open: boolean;
  readonly stale: boolean;
}

/** The core's row of an instrument, in points. */
export const snapshotRow = ({ code, tick, day, lastClose, open, stale }: SnapshotRowSource): SnapshotRow => ({
  code,
  seq: tick?.seq ?? 0,
  at: tick?.at ?? 0,
  mid: tick?.mid ?? lastClose ?? 0,
  bid: tick?.bid ?? 0,
  ask: tick?.ask ?? 0,
  reference24: day.reference,
  high24: day.high,
  low24: day.low,
  volume24: day.volume,
  open,
  stale,
});

type FigureInputs = Pick<SnapshotRow, 'mid' | 'reference24' | 'open' | 'stale'>;

/**
 * What the list and every socket show of a row; undefined is an instrument that no frame has named
 * yet.
 */
export function shownFigures(row: FigureInputs | undefined, precision: number): ShownFigures {
  const hasPrice = row !== undefined && 0 < row.mid;
  return {
    price: hasPrice ? priceNumber(row.mid, precision) : null,
    zdf: hasPrice ? changePercent(row.mid, row.reference24) : null,
    open: row?.open ?? false,
    stale: row?.stale ?? true,
  };
}

/**
 * A price may be the last close of before: then there is no tick behind it, and nobody has quoted.
 */
export const quoteFigures = (
  { seq, at, bid, ask }: Pick<SnapshotRow, 'seq' | 'at' | 'bid' | 'ask'>,
  precision: number,
): QuoteFigures | undefined =>
  seq === 0 ? undefined : { bid: priceNumber(bid, precision), ask: priceNumber(ask, precision), tick: seq, at };
