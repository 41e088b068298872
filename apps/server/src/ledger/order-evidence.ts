import type { ResultOf } from '@glasshouse/api/calls';
import type { Pool } from '../platform/postgres.ts';

/** Parts of an order's evidence common to all products. */
type OptionEvidence = NonNullable<ResultOf<'getOptionOrder'>['receipt']>;
export type ProvenTick = OptionEvidence['ticks'][number];
export type StatementLine = OptionEvidence['lines'][number];
export type LogLine = OptionEvidence['log'][number];

/**
 * The tick with this number, with its inclusion proof once its minute is closed; undefined when it
 * is not on the tape. `at` speeds up the search.
 */
export type FindTick = (of: { code: string; seq: number; at?: number }) => Promise<ProvenTick | undefined>;

/** Ledger lines of the user that belong to an order. */
export type LinesOf = (of: { userId: number; book: 'demo' | 'real'; ref: string }) => Promise<readonly StatementLine[]>;

/** Command log entries by number, oldest first. */
export async function logLinesOf(pool: Pool, seqs: readonly number[]): Promise<LogLine[]> {
  const { rows } = await pool.query<{ seq: number; type: string; at: number; hash: Buffer }>(
    'select seq, type, at, hash from command_log where seq = any($1::bigint[]) order by seq',
    [seqs],
  );
  return rows.map(({ seq, type, at, hash }) => ({
    seq,
    type,
    at: new Date(at).toISOString(),
    hash: hash.toString('hex'),
  }));
}
