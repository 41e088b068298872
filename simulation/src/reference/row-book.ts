import { textOf, unitsOf } from './figures.ts';
import type { Findings } from './findings.ts';
import type { Prediction } from './prediction.ts';
import type { StoredRow } from './stored.ts';

/** The expected rows of all product tables, kept as text. */
export class RowBook {
  readonly #expected = new Map<string, string>();
  /** Rows changed since they were last compared. */
  readonly #unseen = new Set<string>();
  /** Key columns by table. */
  readonly #keys: ReadonlyMap<string, readonly string[]>;
  readonly #findings: Findings;

  constructor(keys: ReadonlyMap<string, readonly string[]>, findings: Findings) {
    this.#keys = keys;
    this.#findings = findings;
  }

  expect({ rows = [] }: Prediction): void {
    for (const { table, row } of rows) {
      const name = this.#nameOf(table, row);
      this.#expected.set(name, normal(row));
      this.#unseen.add(name);
    }
  }

  check(rows: Iterable<StoredRow>, { whole }: { whole: boolean }): void {
    let count = 0;
    for (const { table, row } of rows) {
      const name = this.#nameOf(table, row);
      const expected = this.#expected.get(name);
      count += 1;
      this.#unseen.delete(name);
      const found = normal(row);
      if (found !== expected) this.#findings.add(`row ${name}: found ${found}, expected ${expected ?? 'none'}`);
    }
    if (whole) this.#findings.equal('number of rows', count, this.#expected.size);
    for (const name of this.#unseen) this.#findings.add(`row ${name} changed, but the store does not have the change`);
    this.#unseen.clear();
  }

  #nameOf(table: string, row: Readonly<Record<string, unknown>>): string {
    const key = (this.#keys.get(table) ?? []).map((column) => String(row[column]));
    return `${table} ${key.join('/')}`;
  }
}

/** Columns sorted, decimals without trailing zeros, whatever the database returns. */
function normal(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') {
      const units = inner.includes('.') ? unitsOf(inner) : undefined;
      return units === undefined ? inner : textOf(units);
    }
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}
