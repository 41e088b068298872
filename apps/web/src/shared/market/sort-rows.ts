import type { MarketRow, Quote } from '../../live/market.ts';

export type SortColumn = 'default' | 'name' | 'change' | 'price';
export interface MarketSort {
  readonly column: SortColumn;
  readonly direction: 'ascending' | 'descending';
}
export const CATALOGUE_ORDER: MarketSort = { column: 'default', direction: 'ascending' };

/** The next sort when a header is pressed: largest first for figures, then the other way, then as in the catalogue. */
export function nextSort(sort: MarketSort, column: Exclude<SortColumn, 'default'>): MarketSort {
  const first = column === 'name' ? 'ascending' : 'descending';
  if (sort.column !== column) return { column, direction: first };
  if (sort.direction === first) return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
  return CATALOGUE_ORDER;
}

/**
 * Rows that match, in order. It is computed when the reader asks, from the prices of that moment, and not again with
 * every tick: a row must not move away under a finger.
 */
export function arrangeRows(
  rows: readonly MarketRow[],
  options: { search: string; sort: MarketSort; quote: (code: string) => Quote },
): readonly MarketRow[] {
  const needle = options.search.trim().toLowerCase();
  const found = needle === '' ? rows : rows.filter((row) => matches(row, needle));
  const { column, direction } = options.sort;
  if (column === 'default') return found;
  const sign = direction === 'ascending' ? 1 : -1;
  if (column === 'name') return found.toSorted((left, right) => sign * left.appName.localeCompare(right.appName));
  const figure = (row: MarketRow): number => Number(options.quote(row.code)[column] ?? Number.NaN);
  return found.toSorted((left, right) => {
    const [first, second] = [figure(left), figure(right)];
    // Rows without a price stay at the end either way.
    if (Number.isNaN(first) || Number.isNaN(second)) return Number(Number.isNaN(first)) - Number(Number.isNaN(second));
    return sign * (first - second);
  });
}

/** The rows of these codes, in their order; what is no longer in the catalogue is left out. */
export function chosenRows(rows: readonly MarketRow[], codes: readonly string[]): readonly MarketRow[] {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  return codes.flatMap((code) => byCode.get(code) ?? []);
}

const matches = (row: MarketRow, needle: string): boolean =>
  row.code.toLowerCase().includes(needle) || row.appName.toLowerCase().includes(needle);
