import type { MarketRow, Quote } from '../../live/market.ts';

/** The catalogue's order, the name, or any live value. */
export type SortColumn = 'default' | 'name' | keyof Quote;
export interface MarketSort {
  readonly column: SortColumn;
  readonly direction: 'ascending' | 'descending';
}
export const CATALOGUE_ORDER: MarketSort = { column: 'default', direction: 'ascending' };

/**
 * The next sort when a header is pressed: descending for figures, then reversed, then the
 * catalogue.
 */
export function nextSort(sort: MarketSort, column: Exclude<SortColumn, 'default'>): MarketSort {
  const first = column === 'name' ? 'ascending' : 'descending';
  if (sort.column !== column) return { column, direction: first };
  if (sort.direction === first) return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
  return CATALOGUE_ORDER;
}

/**
 * The matching rows, sorted. Computed on user action with the current prices, not on every tick: a
 * row must not move away under a finger.
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
    const first = figure(left);
    const second = figure(right);
    // Rows without a price stay last in both directions.
    if (Number.isNaN(first) || Number.isNaN(second)) return Number(Number.isNaN(first)) - Number(Number.isNaN(second));
    return sign * (first - second);
  });
}

/** The rows of these codes, in their order, without delisted ones. */
export function chosenRows(rows: readonly MarketRow[], codes: readonly string[]): readonly MarketRow[] {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  return codes.flatMap((code) => byCode.get(code) ?? []);
}

const matches = (row: MarketRow, needle: string): boolean =>
  row.code.toLowerCase().includes(needle) || row.appName.toLowerCase().includes(needle);
