import type { SnapshotRow } from '../../kernel/bus.ts';

/** What the sockets process is told of an instrument: the quote in points, and how many decimals those have. */
export type SocketRow = Pick<
  SnapshotRow,
  'code' | 'seq' | 'at' | 'mid' | 'bid' | 'ask' | 'reference24' | 'open' | 'stale'
> & { readonly precision: number };

/**
 * A frame on its way from main. `seq` is the core's and starts again with it. The rows travel as columns: as objects they are taken apart and
 * put together again name by name, which takes both processes ten times as long.
 */
export interface SocketFrame {
  readonly seq: number;
  readonly at: number;
  readonly codes: readonly string[];
  /** `FIELDS` numbers for each code. */
  readonly numbers: Float64Array;
}

const FIELDS = 8;
const OPEN = 1;
const STALE = 2;

/** Rows as a frame. */
export function packFrame(
  { seq, at }: { readonly seq: number; readonly at: number },
  rows: Iterable<SnapshotRow>,
  precisionOf: (code: string) => number,
): SocketFrame {
  const list = [...rows];
  const numbers = new Float64Array(list.length * FIELDS);
  for (const [index, row] of list.entries()) {
    const flags = (row.open ? OPEN : 0) | (row.stale ? STALE : 0);
    const { mid, bid, ask, reference24 } = row;
    numbers.set([row.seq, row.at, mid, bid, ask, reference24, flags, precisionOf(row.code)], index * FIELDS);
  }
  return { seq, at, codes: list.map(({ code }) => code), numbers };
}

/** The row with this place in the frame. */
export function rowAt({ codes, numbers }: SocketFrame, index: number): SocketRow {
  const number = (field: number): number => numbers[index * FIELDS + field] as number;
  const flags = number(6);
  return {
    code: codes[index] as string,
    seq: number(0),
    at: number(1),
    mid: number(2),
    bid: number(3),
    ask: number(4),
    reference24: number(5),
    open: (flags & OPEN) !== 0,
    stale: (flags & STALE) !== 0,
    precision: number(7),
  };
}
