import type { Pool } from './postgres.ts';

export interface PagesVerified {
  /** One sentence per difference; at most `FINDINGS_MAX`. */
  readonly findings: readonly string[];
  readonly checked: number;
}

const FINDINGS_MAX = 50;

/**
 * Reads rows in the order of their ids and asks of each what is wrong with it. `sql` gives the rows
 * after the id `$1`, by id, and no more than a page. Stops once there is enough to tell.
 */
export async function verifyPages<Row extends { readonly id: number }>(
  pool: Pool,
  check: {
    readonly sql: string;
    /** What a row is called in a finding. */
    readonly what: string;
    readonly problemOf: (row: Row) => string | undefined;
  },
): Promise<PagesVerified> {
  const findings: string[] = [];
  let checked = 0;
  for (let after = 0; findings.length < FINDINGS_MAX; ) {
    const { rows } = await pool.query<Row>(check.sql, [after]);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    checked += rows.length;
    for (const row of rows) {
      const problem = check.problemOf(row);
      if (problem !== undefined && findings.length < FINDINGS_MAX) findings.push(`${check.what} ${row.id}: ${problem}`);
    }
  }
  return { findings, checked };
}
