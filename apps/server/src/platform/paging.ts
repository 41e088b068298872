import { code } from '@glasshouse/api/codes';
import { PAGE_LIMIT_DEFAULT } from '@glasshouse/api/constants';
import { type CallAnswer, refuse } from './call.ts';

/** The query of every list, as the contract's schemas let it through. */
export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface PageRequest {
  /** The numbers of the last item of the page before, in order; undefined on the first page. */
  readonly after: readonly number[] | undefined;
  readonly limit: number;
  readonly from: Date | null;
  readonly to: Date | null;
}

/**
 * A cursor is the place of the last item: `120_3_1`. Refuses (11017, 11018) what we did not write
 * and ranges that are none.
 */
export function readPage(query: PageQuery, cursorParts: number): PageRequest | CallAnswer<never> {
  const after = query.cursor?.split('_').map((part) => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN));
  if (after !== undefined && (after.length !== cursorParts || !after.every(Number.isSafeInteger))) {
    return refuse(code.cursorInvalid, 'cursor');
  }
  const from = query.from === undefined ? null : new Date(query.from);
  const to = query.to === undefined ? null : new Date(query.to);
  if (from !== null && Number.isNaN(from.getTime())) return refuse(code.timeRangeInvalid, 'from');
  if (to !== null && Number.isNaN(to.getTime())) return refuse(code.timeRangeInvalid, 'to');
  if (from !== null && to !== null && to <= from) return refuse(code.timeRangeInvalid, 'from', 'to');
  return { after, limit: query.limit ?? PAGE_LIMIT_DEFAULT, from, to };
}

export const isRefusal = (page: PageRequest | CallAnswer<never>): page is CallAnswer<never> => 'ok' in page;

/** Cuts the row that was read in excess: it says that there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
  place: (row: Row) => readonly number[],
): { items: Item[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = shown.length < rows.length && last !== undefined;
  return { items: shown.map(item), next: more ? place(last).join('_') : null };
}
