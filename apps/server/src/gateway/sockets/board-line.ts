import type { BoardRow } from '../../core/bus.ts';

/** How a client wants its rows: `plain` for any client, the others for `glasshouse.v1`, `narrow` when it named codes. */
export type Dialect = 'plain' | 'broad' | 'narrow';

/** The newest row of one instrument as JSON, written once for all sockets, and the number of the board at which it last changed. */
export interface BoardLine {
  readonly code: string;
  readonly json: { readonly [Name in Dialect]: string };
  readonly seq: number;
}

/** Points to the number that charts draw: the double nearest to the decimal price, which prints as that decimal. */
export const priceNumber = (points: number, precision: number): number => points / 10 ** precision;

/** 24 hour change in percent, rounded half up to two places; 0 while there is nothing to compare with. */
export function changePercent(mid: number, reference: number): number {
  if (reference <= 0) return 0;
  return Math.round(((mid - reference) * 10_000) / reference) / 100;
}

/** The line after a row at number `seq`; the old line when nothing that anybody sees is different. */
export function nextLine(old: BoardLine | undefined, row: BoardRow, precision: number, seq: number): BoardLine {
  const { code, open, stale } = row;
  // Points are above 0; a row with 0 has no price yet.
  const hasPrice = 0 < row.mid;
  const price = hasPrice ? priceNumber(row.mid, precision) : null;
  const zdf = hasPrice ? changePercent(row.mid, row.reference24) : null;
  const bid = priceNumber(row.bid, precision);
  const ask = priceNumber(row.ask, precision);
  // A price may come from the candles of before: there is no tick behind it, and nobody has quoted.
  const detail = 0 < row.seq ? { bid, ask, tick: row.seq, at: row.at } : {};
  const narrow = JSON.stringify({ code, price, zdf, open, stale, ...detail });
  if (old !== undefined && old.json.narrow === narrow) return old;
  const broad = JSON.stringify({ code, price, zdf, open, stale });
  return { code, seq, json: { plain: JSON.stringify({ code, price, zdf }), broad, narrow } };
}
