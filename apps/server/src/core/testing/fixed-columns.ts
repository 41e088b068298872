import type { RowChange, TableSpec } from '../types.ts';

/** Throws when a change of a row touches what its table calls fixed: the database would not write it, and a store that did would hide that. */
export function mustKeepFixed({ table, fixed = [] }: TableSpec, before: RowChange['row'], row: RowChange['row']): void {
  const changed = fixed.find((column) => row[column] !== before[column]);
  if (changed !== undefined) throw new Error(`a change of ${table} in ${changed}, which is fixed, is not written`);
}
