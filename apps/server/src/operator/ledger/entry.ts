import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { formatPoints } from '@glasshouse/rules/money';
import { chainHash, parseEntry } from '../../kernel/core/log-entry.ts';
import type { Tick } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';
import { ticksIn } from '../../transparency/ticks-in.ts';
import { postingsOfEntry } from './postings.ts';

export type EntryView = OperatorResultOf<'getLedgerEntry'>;

/** Ticks shown of one entry. */
const TICKS_MAX = 50;
/** Before the first entry. */
const NOTHING = Buffer.alloc(32);
const MINUTE_MS = 60_000;

interface EntryRow {
  readonly seq: number;
  readonly command_id: string;
  readonly user_id: number;
  readonly type: string;
  readonly code: number;
  readonly at: number;
  readonly entry: string;
  readonly hash: Buffer;
}

/**
 * A command of the log with its place in the chain: its hash is computed here and now from the
 * stored text and the stored hash before it.
 */
export async function entryOf(
  pool: Pool,
  seq: number,
  precisionOf: (code: string) => number | undefined,
): Promise<EntryView | undefined> {
  const { rows } = await pool.query<EntryRow>(
    `select seq, command_id, user_id, type, code, at, entry, hash from command_log where seq in ($1 - 1, $1) order by seq desc`,
    [seq],
  );
  const [row, before] = rows;
  if (row === undefined || row.seq !== seq) return undefined;
  const previous = before?.hash ?? NOTHING;
  const computed = chainHash(previous, row.entry);
  const ticks = ticksIn(parseEntry(row.entry), TICKS_MAX);
  const [postings, closed, last] = await Promise.all([
    postingsOfEntry(pool, seq),
    closedMinutes(pool, ticks),
    pool.query<{ last: number }>('select max(seq) as last from command_log'),
  ]);
  return {
    seq,
    commandId: row.command_id,
    userId: row.user_id,
    type: row.type,
    code: row.code,
    at: new Date(row.at).toISOString(),
    text: row.entry,
    previousHash: previous.toString('hex'),
    hash: row.hash.toString('hex'),
    computedHash: computed.toString('hex'),
    intact: computed.equals(row.hash),
    last: last.rows[0]?.last ?? seq,
    postings,
    ticks: ticks.map(({ code, bid, ask, mid, at, ...tick }) => {
      const price = (points: number): string => formatPoints(points, precisionOf(code) ?? 0);
      return {
        code,
        seq: tick.seq,
        bid: price(bid),
        ask: price(ask),
        mid: price(mid),
        at: new Date(at).toISOString(),
        receipt: closed.has(minuteOf(at)),
      };
    }),
  };
}

const minuteOf = (at: number): number => at - (at % MINUTE_MS);

async function closedMinutes(pool: Pool, ticks: readonly Tick[]): Promise<Set<number>> {
  const minutes = [...new Set(ticks.map(({ at }) => minuteOf(at)))];
  if (minutes.length === 0) return new Set();
  const { rows } = await pool.query<{ minute_at: number }>(
    'select minute_at from tape_minutes where minute_at = any($1::bigint[])',
    [minutes],
  );
  return new Set(rows.map(({ minute_at }) => minute_at));
}
