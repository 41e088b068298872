import { MerkleTree } from '@glasshouse/rules/merkle';
import { compareTicks, type HashedTick, minuteBytes, minuteOf, tickHash } from '@glasshouse/rules/tick-hash';
import { signatureHolds } from '../market-data/tape/keys.ts';
import { unpackMinute } from '../market-data/tape/minute-block.ts';
import { nodeSha256 } from '../market-data/tape/minute-store.ts';
import type { Pool } from '../platform/postgres.ts';

const MINUTES_PER_READ = 20;
/** More faults than this add nothing. */
export const TAPE_FAULTS_MAX = 100;

export interface TapeReport {
  readonly minutes: number;
  readonly ticks: number;
  /** What is wrong, in words; empty when everything holds. */
  readonly faults: readonly string[];
}

interface Row {
  readonly minute_at: number;
  readonly tick_count: number;
  readonly block: Buffer;
  readonly root: Buffer;
  readonly previous_root_hash: Buffer;
  readonly root_hash: Buffer;
  readonly signature: Buffer;
  readonly public_key: Buffer;
}

/**
 * Recomputes every minute from its ticks: roots, chain, signatures, sequences without holes, times
 * that never fall. `onMinute` sees the ticks of each readable minute, in order, so that others can
 * compare what they kept with them.
 */
export async function verifyTape(pool: Pick<Pool, 'query'>, onMinute: OnMinute = () => {}): Promise<TapeReport> {
  const faults: string[] = [];
  const heads = new Map<string, HashedTick>();
  let previous: Buffer = Buffer.alloc(32);
  let after = -1;
  let minutes = 0;
  let ticks = 0;
  for (;;) {
    const { rows } = await pool.query<Row>(
      `select minute_at, tick_count, block, root, previous_root_hash, root_hash, signature, public_key
         from tape_minutes join tape_keys using (key_id) where minute_at > $1 order by minute_at limit $2`,
      [after, MINUTES_PER_READ],
    );
    for (const row of rows) {
      for await (const fault of minuteFaults(row, { previous, heads, onMinute })) {
        if (faults.length < TAPE_FAULTS_MAX) faults.push(`minute ${new Date(row.minute_at).toISOString()}: ${fault}`);
      }
      previous = row.root_hash;
      after = row.minute_at;
      minutes += 1;
      ticks += row.tick_count;
    }
    if (rows.length < MINUTES_PER_READ) break;
  }
  return { minutes, ticks, faults };
}

type OnMinute = (minuteAt: number, ticks: readonly HashedTick[]) => void | Promise<void>;

interface Walk {
  readonly previous: Buffer;
  readonly heads: Map<string, HashedTick>;
  readonly onMinute: OnMinute;
}

async function* minuteFaults(row: Row, { previous, heads, onMinute }: Walk): AsyncGenerator<string> {
  if (!previous.equals(row.previous_root_hash)) yield 'it does not follow the minute before it';
  const header = minuteBytes({
    at: row.minute_at,
    tickCount: row.tick_count,
    root: row.root,
    previousHash: row.previous_root_hash,
  });
  if (!row.root_hash.equals(nodeSha256(header))) yield 'its hash is not that of its header';
  if (!signatureHolds(row.public_key, header, row.signature)) yield 'its signature does not hold';
  let ticks: readonly HashedTick[];
  try {
    ticks = unpackMinute(row.block).ticks;
  } catch (error) {
    yield `its block cannot be read: ${(error as Error).message}`;
    return;
  }
  await onMinute(row.minute_at, ticks);
  if (ticks.length !== row.tick_count) yield `it holds ${ticks.length} ticks instead of ${row.tick_count}`;
  const tree = new MerkleTree(
    ticks.map((tick) => tickHash(tick, nodeSha256)),
    nodeSha256,
  );
  if (!row.root.equals(tree.root)) yield 'its root is not that of its ticks';
  for (const [index, tick] of ticks.entries()) {
    const name = `${tick.code} ${tick.seq}`;
    if (minuteOf(tick.at) !== row.minute_at) yield `${name} is of another minute`;
    if (0 < index && 0 <= compareTicks(ticks[index - 1]!, tick)) yield `${name} is out of order`;
    const before = heads.get(tick.code);
    if (tick.seq !== (before?.seq ?? 0) + 1) yield `${name} follows ${before?.seq ?? 0}`;
    if (before !== undefined && tick.at < before.at) yield `${name} is before the tick before it`;
    heads.set(tick.code, tick);
  }
}
