import type { PagedRows } from './paged-rows.ts';

/** What belongs to others, in the order of these: asked for one owner after the other. */
export class GroupedRows<Row extends object> {
  readonly #rows: PagedRows<Row>;
  readonly #ownerOf: (row: Row) => number;
  /** Rows of owners that were never asked for. */
  strangers = 0;

  constructor(rows: PagedRows<Row>, ownerOf: (row: Row) => number) {
    this.#rows = rows;
    this.#ownerOf = ownerOf;
  }

  /** The rows of one owner; owners come in ascending order. */
  async of(owner: number): Promise<Row[]> {
    for await (const _ of this.#rows.while((row) => this.#ownerOf(row) < owner)) this.strangers += 1;
    const own: Row[] = [];
    for await (const row of this.#rows.while((row) => this.#ownerOf(row) === owner)) own.push(row);
    return own;
  }

  /** After the last owner. */
  async finish(): Promise<void> {
    for await (const _ of this.#rows.all()) this.strangers += 1;
  }
}
