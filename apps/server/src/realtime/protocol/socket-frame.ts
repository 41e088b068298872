import { SNAPSHOT_FLAGS, SNAPSHOT_NUMBERS, type SnapshotRow } from '@glasshouse/api/schemas/market-row';

/**
 * What the sockets process is told of an instrument: its row in points, and how many decimals those
 * have.
 */
export type SocketRow = Omit<SnapshotRow, 'recent' | 'day'> & { readonly precision: number };

/**
 * A frame on its way from main. `seq` is the core's and starts again with it. The rows travel as
 * columns: as objects they are taken apart and put together again name by name, which takes both
 * processes ten times as long.
 */
export interface SocketFrame {
  readonly seq: number;
  readonly at: number;
  readonly codes: readonly string[];
  /** `FIELDS` numbers for each code: those of the row, its flags as bits, the precision. */
  readonly numbers: Float64Array;
}

const FLAGS_FIELD = SNAPSHOT_NUMBERS.length;
const PRECISION_FIELD = FLAGS_FIELD + 1;
const FIELDS = PRECISION_FIELD + 1;

/** Rows as a frame. */
export function packFrame(
  { seq, at }: { readonly seq: number; readonly at: number },
  rows: Iterable<SnapshotRow>,
  precisionOf: (code: string) => number,
): SocketFrame {
  const list = [...rows];
  const numbers = new Float64Array(list.length * FIELDS);
  for (const [index, row] of list.entries()) {
    const start = index * FIELDS;
    for (const [field, name] of SNAPSHOT_NUMBERS.entries()) numbers[start + field] = row[name];
    let flags = 0;
    for (const [bit, name] of SNAPSHOT_FLAGS.entries()) if (row[name]) flags |= 1 << bit;
    numbers[start + FLAGS_FIELD] = flags;
    numbers[start + PRECISION_FIELD] = precisionOf(row.code);
  }
  return { seq, at, codes: list.map(({ code }) => code), numbers };
}

/** The row with this place in the frame. */
export function rowAt({ codes, numbers }: SocketFrame, index: number): SocketRow {
  const start = index * FIELDS;
  const flags = numbers[start + FLAGS_FIELD] as number;
  const row: Record<string, string | number | boolean> = {
    code: codes[index] as string,
    precision: numbers[start + PRECISION_FIELD] as number,
  };
  for (const [field, name] of SNAPSHOT_NUMBERS.entries()) row[name] = numbers[start + field] as number;
  for (const [bit, name] of SNAPSHOT_FLAGS.entries()) row[name] = (flags & (1 << bit)) !== 0;
  return row as unknown as SocketRow;
}
