import { sameJson } from '../core/canonical-json.ts';
import type { TableSpec } from '../core/types.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Throws when a change touches a fixed column: the database would not write it, and a test store
 * that did would hide the bug.
 */
export function mustKeepFixed({ table, fixed = [] }: TableSpec, before: Row, row: Row): void {
  const changed = fixed.find((column) => !sameJson(row[column], before[column]));
  if (changed !== undefined) throw new Error(`a change of ${table} in ${changed}, which is fixed, is not written`);
}
