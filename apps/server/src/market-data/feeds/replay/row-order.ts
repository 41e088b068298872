import type { RawBar } from './csv.ts';

/** Beyond this share of the rows out of order, a file is shuffled rather than misdated. */
const SHUFFLED_ONE_IN = 10;
/** A few rows never make a file shuffled, however short it is. */
const MISDATED_MAX = 3;

export interface RowOrder {
  /** Ascending. */
  readonly kept: readonly RawBar[];
  readonly repeated: readonly RawBar[];
  readonly misdated: readonly RawBar[];
  /** At the ends, taken far away from the others by a wrong date. */
  readonly stray: readonly RawBar[];
}

type Split = Omit<RowOrder, 'stray'>;

/**
 * The rows of a file in order of time. Files that begin with the newest row are turned, shuffled
 * ones are sorted. Otherwise the rows that have to go are the fewest without which the others
 * ascend: a row dated a year too late goes itself, and not the year that follows it.
 */
export function orderRows(rows: readonly RawBar[]): RowOrder {
  const found = orderOf(rows);
  const stray = strayRows(found.kept);
  if (stray.size === 0) return { ...found, stray: [] };
  // A stray row may have taken the place of a neighbour that is right.
  return { ...orderOf(rows.filter((row) => !stray.has(row))), stray: [...stray] };
}

function orderOf(rows: readonly RawBar[]): Split {
  const oldestFirst = countFalls(rows) * 2 <= rows.length - 1 ? rows : rows.toReversed();
  const found = splitRows(oldestFirst);
  const isShuffled = Math.max(MISDATED_MAX, rows.length / SHUFFLED_ONE_IN) < found.misdated.length;
  return isShuffled ? splitRows(rows.toSorted((left, right) => left.at - right.at)) : found;
}

const countFalls = (rows: readonly RawBar[]): number =>
  rows.filter(({ at }, index) => 0 < index && at < rows[index - 1]!.at).length;

function splitRows(rows: readonly RawBar[]): Split {
  const isKept = longestAscent(rows);
  const ordered: RawBar[] = [];
  const repeated: RawBar[] = [];
  const misdated: RawBar[] = [];
  for (const [index, row] of rows.entries()) {
    if (isKept.has(index)) ordered.push(row);
    else (row.at === ordered.at(-1)?.at ? repeated : misdated).push(row);
  }
  return { kept: ordered, repeated, misdated };
}

/** Indexes of a longest strictly ascending subsequence; of equal times the first. */
function longestAscent(rows: readonly RawBar[]): ReadonlySet<number> {
  /** By length, the row with the earliest time that ends an ascent of it. */
  const ends: number[] = [];
  const before = new Int32Array(rows.length).fill(-1);
  for (const [index, { at }] of rows.entries()) {
    let low = 0;
    let high = ends.length;
    // Most rows follow the last one.
    if (0 < high && rows[ends[high - 1]!]!.at < at) low = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[ends[middle]!]!.at < at) low = middle + 1;
      else high = middle;
    }
    if (0 < low) before[index] = ends[low - 1]!;
    if (rows[ends[low] ?? -1]?.at !== at) ends[low] = index;
  }
  const ascent = new Set<number>();
  for (let index = ends.at(-1) ?? -1; 0 <= index; index = before[index]!) ascent.add(index);
  return ascent;
}

/** Rows this few at an end of a recording, this far from the others, are misdated. */
const STRAY_MAX = 3;
const STRAY_MS = 31 * 24 * 3_600_000;
/** A recording of few rows may be made of such stretches. */
const STRAY_ONE_IN = 10;

function strayRows(rows: readonly RawBar[]): ReadonlySet<RawBar> {
  let [first, end] = [0, rows.length];
  const most = Math.min(STRAY_MAX, Math.floor(rows.length / STRAY_ONE_IN));
  for (let count = 1; count <= most; count += 1) {
    if (STRAY_MS < rows[count]!.at - rows[count - 1]!.at) first = count;
    if (STRAY_MS < rows[rows.length - count]!.at - rows[rows.length - count - 1]!.at) end = rows.length - count;
  }
  return new Set([...rows.slice(0, first), ...rows.slice(end)]);
}
