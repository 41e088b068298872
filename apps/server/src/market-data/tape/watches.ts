import type { Pool } from '../../platform/postgres.ts';

/**
 * A start, or a state that was read again: bars that were open between the end of the last signed
 * minute and the next full minute were not watched from their beginning, and are the source's own.
 */
export type Watch = {
  readonly closedTo: number;
  readonly watchedFrom: number;
};

/** Oldest first. */
export interface Watches {
  /** Entries of the log, from the first start on that was logged. */
  readonly logged: readonly Watch[];
  /** From before starts were in the log: nothing proves them. */
  readonly unlogged: readonly Watch[];
}

type Row = { readonly closed_to: number; readonly watched_from: number };
const watchOf = ({ closed_to, watched_from }: Row): Watch => ({ closedTo: closed_to, watchedFrom: watched_from });

export async function watchesOf(pool: Pick<Pool, 'query'>): Promise<Watches> {
  const logged = await pool.query<Row>('select closed_to, watched_from from tape_starts order by seq');
  const unlogged = await pool.query<Row>(
    'select closed_to, watched_from from tape_watches order by watched_from, closed_to',
  );
  return { logged: logged.rows.map(watchOf), unlogged: unlogged.rows.map(watchOf) };
}
