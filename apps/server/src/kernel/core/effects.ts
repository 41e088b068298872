import type { Effects, Row, RowChange, TableSpec } from './types.ts';

/** A row of one table as a module's effects carry it. */
export const changeOf = <Values extends Row>(spec: TableSpec<Values>, row: Values): RowChange => ({
  table: spec.table,
  row,
});

/** Effects of several parts of one command, in order. */
export const mergeEffects = (parts: readonly Effects[]): Effects => ({
  postings: parts.flatMap((part) => part.postings),
  rows: parts.flatMap((part) => part.rows),
  events: parts.flatMap((part) => part.events),
});

/**
 * For the default branch of a module's `reduce`: the compiler sees that every table has its case.
 * A module with one table passes the name, since only unions of changes narrow to `never`.
 */
export function notOwned(module: string, change: never): never {
  const unowned: RowChange | string = change;
  throw new Error(`${module} does not own ${typeof unowned === 'string' ? unowned : (unowned as RowChange).table}`);
}
