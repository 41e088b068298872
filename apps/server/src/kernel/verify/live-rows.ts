import type { CoreModule, RowChange, TableSpec } from '../core/types.ts';
import { belongsTo, liveCondition } from './live-condition.ts';
import type { Leaf } from './state-root.ts';

type IsLive = (row: RowChange['row']) => boolean;

interface LiveTable {
  readonly spec: TableSpec;
  readonly isLive: IsLive;
  readonly leaves: Map<string, Leaf>;
}

/** Rows that live as long as the row of another table that they belong to. */
interface Belonging {
  readonly column: string;
  readonly owners: Map<string, Leaf>;
  readonly leaves: Map<string, Map<string, Leaf>>;
}

export const rowKeyOf = (spec: TableSpec, row: RowChange['row']): string =>
  spec.key.map((column) => String(row[column])).join('\u0000');

/** Leaves of the rows that a start would load, kept while a log is replayed. */
export class LiveRows {
  readonly #kept = new Map<string, LiveTable>();
  readonly #belonging = new Map<string, Belonging>();
  readonly #specs = new Map<string, TableSpec>();

  constructor(modules: readonly CoreModule[]) {
    const specs = modules.flatMap((module) => module.tables);
    for (const spec of specs) {
      this.#specs.set(spec.table, spec);
      if (belongsTo(spec.live) !== undefined) continue;
      this.#kept.set(spec.table, { spec, isLive: liveCondition(spec.live), leaves: new Map() });
    }
    for (const spec of specs) {
      const owner = belongsTo(spec.live);
      if (owner === undefined) continue;
      const owners = this.#kept.get(owner.table)?.leaves;
      if (owners === undefined) throw new Error(`${spec.table} belongs to ${owner.table}, which nobody has`);
      this.#belonging.set(spec.table, { column: owner.column, owners, leaves: new Map() });
    }
  }

  put({ table, row }: RowChange, leaf: Leaf): void {
    const liveTable = this.#kept.get(table);
    if (liveTable !== undefined) {
      const key = rowKeyOf(liveTable.spec, row);
      if (liveTable.isLive(row)) liveTable.leaves.set(key, leaf);
      else liveTable.leaves.delete(key);
      return;
    }
    const belonging = this.#belonging.get(table);
    const spec = this.#specs.get(table);
    if (belonging === undefined || spec === undefined) throw new Error(`no module owns table ${table}`);
    const owner = String(row[belonging.column]);
    const own = belonging.leaves.get(owner);
    if (own === undefined) belonging.leaves.set(owner, new Map([[rowKeyOf(spec, row), leaf]]));
    else own.set(rowKeyOf(spec, row), leaf);
  }

  /** Drops what belongs to rows that are no longer live. Between commands only. */
  prune(): void {
    for (const { owners, leaves } of this.#belonging.values()) {
      for (const owner of leaves.keys()) if (!owners.has(owner)) leaves.delete(owner);
    }
  }

  *leaves(): Iterable<Leaf> {
    this.prune();
    for (const { leaves } of this.#kept.values()) yield* leaves.values();
    for (const { leaves } of this.#belonging.values()) for (const own of leaves.values()) yield* own.values();
  }
}
