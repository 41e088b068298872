import type { PoolClient } from './postgres.ts';

/** Rows in memory at a time, of each query. */
const ROWS_PER_PAGE = 2_000;

/** A connection, which has to be within a transaction. */
export type Reader = Pick<PoolClient, 'query'>;

let cursors = 0;

/**
 * The rows of a query, a page at a time, in the order that it gives them: PostgreSQL sorts on its
 * disk, and this side holds one page however many there are. Several may be read side by side on
 * one connection.
 */
export class PagedRows<Row extends object> {
  readonly #reader: Reader;
  readonly #text: string;
  readonly #pageRows: number;
  readonly #name: string;
  #page: readonly Row[] = [];
  #next = 0;
  #state: 'new' | 'open' | 'read' = 'new';

  constructor(reader: Reader, text: string, pageRows = ROWS_PER_PAGE) {
    this.#reader = reader;
    this.#text = text;
    this.#pageRows = pageRows;
    cursors += 1;
    this.#name = `paged_${cursors}`;
  }

  /** The next row, which stays the next one; undefined after the last. */
  async peek(): Promise<Row | undefined> {
    if (this.#page.length <= this.#next && this.#state !== 'read') await this.#fetch();
    return this.#page[this.#next];
  }

  /** The rows from here on as long as they are wanted; the first unwanted one is the next. */
  async *while(isWanted: (row: Row) => boolean): AsyncGenerator<Row> {
    for (let row = await this.peek(); row !== undefined && isWanted(row); row = await this.peek()) {
      this.#next += 1;
      yield row;
    }
  }

  /** All that are left. */
  all(): AsyncGenerator<Row> {
    return this.while(() => true);
  }

  async #fetch(): Promise<void> {
    if (this.#state === 'new') {
      await this.#reader.query(`declare ${this.#name} no scroll cursor for ${this.#text}`);
      this.#state = 'open';
    }
    const { rows } = await this.#reader.query(`fetch ${this.#pageRows} from ${this.#name}`);
    this.#page = rows as readonly Row[];
    this.#next = 0;
    if (rows.length === this.#pageRows) return;
    this.#state = 'read';
    await this.#reader.query(`close ${this.#name}`);
  }
}
