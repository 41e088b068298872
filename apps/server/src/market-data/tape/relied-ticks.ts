import type { HashedTick } from '@glasshouse/rules/tick-hash';
import type { PagedRows } from '../../platform/paged-rows.ts';
import type { TapeCheck } from './tape-check.ts';
import type { TapeWalk } from './tape-walk.ts';

const FINDINGS_MAX = 50;

/** SQL of the columns that every relied tick has, by the names of the columns that hold it. */
export const tickColumns = (prefix: string): string =>
  `${['seq', 'bid', 'ask', 'mid'].map((part) => `${prefix}_${part} as ${part}`).join(', ')},
   (extract(epoch from ${prefix}_at) * 1000)::bigint as at`;

/**
 * Ticks that orders relied on, in order of time, compared with the signed tape as it is read.
 * Whoever owns the database could rewrite the command log, but not the tape's chain of signatures.
 */
export class ReliedTicks<Row extends HashedTick> implements TapeCheck {
  readonly #rows: PagedRows<Row>;
  readonly #who: (row: Row) => string;
  readonly #findings: string[] = [];

  /** `who` begins the sentence of a finding: `contracts: order 7: its opening tick`. */
  constructor(rows: PagedRows<Row>, who: (row: Row) => string) {
    this.#rows = rows;
    this.#who = who;
  }

  async minute(walk: TapeWalk): Promise<void> {
    for await (const row of this.#rows.while(({ at }) => at < walk.closedTo)) {
      const tick = walk.tick(row.code, row.seq);
      if (tick === undefined) this.#find(row, 'is not on the tape');
      else if (!isSame(row, tick)) this.#find(row, 'differs from the tape');
    }
  }

  /** Those of minutes that are not closed yet cannot be numbered like earlier ones. */
  async finish(walk: TapeWalk): Promise<readonly string[]> {
    for await (const row of this.#rows.all())
      if (row.seq <= walk.headOf(row.code)) this.#find(row, 'differs from the tape');
    return this.#findings;
  }

  #find(row: Row, what: string): void {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(`${this.#who(row)} ${row.seq} ${what}`);
  }
}

const isSame = (left: HashedTick, right: HashedTick): boolean =>
  left.bid === right.bid &&
  left.ask === right.ask &&
  left.mid === right.mid &&
  left.at === right.at &&
  left.precision === right.precision;
