import type { Tick, TickHistory } from '../../kernel/core/types.ts';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import { decodeTicks } from './codec.ts';
import { unpackMinute } from './minute-block.ts';
import { TAPE_LOCK } from './restore.ts';

/**
 * Reads durable ticks back from the newest on, minute by minute, until each instrument has all that
 * came after its number.
 */
export const tickHistory =
  (pool: Pool): TickHistory =>
  (after) =>
    inTransaction(pool, async (client) => {
      // Waits for a minute that is being written, so that no tick is seen both in it and in the
      // journal.
      await client.query('select pg_advisory_xact_lock($1)', [TAPE_LOCK]);
      const found = new Map<string, Tick[]>([...after.keys()].map((code) => [code, []]));
      const missing = new Set(after.keys());
      const collect = (ticks: readonly Tick[]): void => {
        const firsts = new Set<string>();
        for (const { code, seq, bid, ask, mid, at } of ticks) {
          const from = after.get(code);
          if (from === undefined) continue;
          if (from < seq) found.get(code)?.push({ code, seq, bid, ask, mid, at });
          if (!firsts.has(code) && seq <= from + 1) missing.delete(code);
          firsts.add(code);
        }
      };
      const journal = await client.query('select ticks from tick_journal order by id');
      collect(journal.rows.flatMap(({ ticks }) => decodeTicks(ticks)));
      let before = Number.MAX_SAFE_INTEGER;
      while (0 < missing.size) {
        const minute = await minuteBefore(client, before);
        if (minute === undefined) break;
        collect(minute.ticks);
        before = minute.at;
      }
      return keep(new Map([...found].map(([code, ticks]) => [code, inOrder(ticks)])));
    });

async function minuteBefore(client: PoolClient, before: number) {
  const { rows } = await client.query(
    'select minute_at as at, block from tape_minutes where minute_at < $1 order by minute_at desc limit 1',
    [before],
  );
  const row = rows[0] as { at: number; block: Buffer } | undefined;
  return row === undefined ? undefined : { at: row.at, ticks: unpackMinute(row.block).ticks };
}

/** By number, each once: a journal row may hold ticks of a minute that is stored already. */
function inOrder(ticks: readonly Tick[]): Tick[] {
  const bySeq = new Map(ticks.map((tick) => [tick.seq, tick]));
  return [...bySeq.values()].sort((left, right) => left.seq - right.seq);
}
