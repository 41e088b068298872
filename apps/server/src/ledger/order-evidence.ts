import type { ResultOf } from '@glasshouse/api/calls';
import type { Pool } from '../platform/postgres.ts';

/** What the evidence of an order is told with, whatever the product. */
type OptionEvidence = NonNullable<ResultOf<'getOptionOrder'>['receipt']>;
export type ProvenTick = OptionEvidence['ticks'][number];
export type StatementLine = OptionEvidence['lines'][number];
export type LogLine = OptionEvidence['log'][number];

/**
 * The tick of this number, with its inclusion proof once its minute is closed; undefined when the tape has no such tick.
 * `at` helps to find it.
 */
export type FindTick = (of: { code: string; seq: number; at?: number }) => Promise<ProvenTick | undefined>;

/** Ledger lines of the user that belong to an order. */
export type LinesOf = (of: { userId: number; book: 'demo' | 'real'; ref: string }) => Promise<readonly StatementLine[]>;

/** Entries of the command log by their numbers, oldest first. */
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
