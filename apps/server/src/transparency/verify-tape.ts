import { compareTicks, type HashedTick, minuteBytes, minuteOf } from '@glasshouse/rules/tick-hash';
import { signatureHolds } from '../market-data/tape/keys.ts';
import { type UnpackedMinute, unpackMinute } from '../market-data/tape/minute-block.ts';
import { leafTree } from '../market-data/tape/minute-leaves.ts';
import { nodeSha256 } from '../market-data/tape/minute-store.ts';
import type { Pool } from '../platform/postgres.ts';

const MINUTES_PER_READ = 20;
/** More faults than this add nothing. */
export const TAPE_FAULTS_MAX = 100;

export interface TapeReport {
  readonly minutes: number;
  /** Signed, also those that are no longer kept. */
  readonly ticks: number;
  /** Minutes that are signed and no longer whole, and the ticks that they lack. */
  readonly thinned: { readonly minutes: number; readonly ticks: number };
  /** What is wrong, in words; empty when everything holds. */
  readonly faults: readonly string[];
}

interface Row {
  readonly minute_at: number;
  readonly tick_count: number;
  readonly kept_ticks: number | null;
  readonly block: Buffer;
  readonly root: Buffer;
  readonly previous_root_hash: Buffer;
  readonly root_hash: Buffer;
  readonly signature: Buffer;
  readonly public_key: Buffer;
}

/**
 * Recomputes every minute from its ticks: roots, chain, signatures, sequences without holes, times
 * that never fall. What is left of a thinned minute must lead to its root as well, and a sequence
 * has a hole only where a minute without that instrument lies. `onMinute` sees the ticks of each
 * readable minute, in order, so that others can compare what they kept with them.
 */
export async function verifyTape(pool: Pick<Pool, 'query'>, onMinute: OnMinute = () => {}): Promise<TapeReport> {
  const faults: string[] = [];
  const find = (fault: string): void => {
    if (faults.length < TAPE_FAULTS_MAX) faults.push(fault);
  };
  const walk: Walk = {
    previous: Buffer.alloc(32),
    heads: new Map(),
    onMinute,
    number: 0,
    lastThinned: -1,
    thinnedMinutes: 0,
    droppedTicks: 0,
    missingTicks: 0,
  };
  let after = -1;
  let ticks = 0;
  for (;;) {
    const { rows } = await pool.query<Row>(
      `select minute_at, tick_count, kept_ticks, block, root, previous_root_hash, root_hash, signature, public_key
         from tape_minutes join tape_keys using (key_id) where minute_at > $1 order by minute_at limit $2`,
      [after, MINUTES_PER_READ],
    );
    for (const row of rows) {
      for await (const fault of minuteFaults(row, walk))
        find(`minute ${new Date(row.minute_at).toISOString()}: ${fault}`);
      walk.previous = row.root_hash;
      walk.number += 1;
      after = row.minute_at;
      ticks += row.tick_count;
    }
    if (rows.length < MINUTES_PER_READ) break;
  }
  const { number: minutes, thinnedMinutes, droppedTicks, missingTicks } = walk;
  if (droppedTicks < missingTicks)
    find(`${missingTicks} ticks are missing, and minutes were thinned by ${droppedTicks}`);
  return { minutes, ticks, thinned: { minutes: thinnedMinutes, ticks: droppedTicks }, faults };
}

/** `isThinned`: these are not all ticks of the minute, but all of the instruments among them. */
type OnMinute = (minuteAt: number, ticks: readonly HashedTick[], isThinned: boolean) => void | Promise<void>;

interface Walk {
  previous: Buffer;
  /** The last tick of each instrument, and the number of its minute. */
  readonly heads: Map<string, { readonly tick: HashedTick; readonly number: number }>;
  readonly onMinute: OnMinute;
  /** Of the minute that is read. */
  number: number;
  /** Number of the last thinned minute before it; -1: none. */
  lastThinned: number;
  thinnedMinutes: number;
  droppedTicks: number;
  /** Ticks that sequences skip. */
  missingTicks: number;
}

async function* minuteFaults(row: Row, walk: Walk): AsyncGenerator<string> {
  if (!walk.previous.equals(row.previous_root_hash)) yield 'it does not follow the minute before it';
  const header = minuteBytes({
    at: row.minute_at,
    tickCount: row.tick_count,
    root: row.root,
    previousHash: row.previous_root_hash,
  });
  if (!row.root_hash.equals(nodeSha256(header))) yield 'its hash is not that of its header';
  if (!signatureHolds(row.public_key, header, row.signature)) yield 'its signature does not hold';
  let minute: UnpackedMinute;
  try {
    minute = unpackMinute(row.block);
  } catch (error) {
    yield `its block cannot be read: ${(error as Error).message}`;
    return;
  }
  const { ticks, thinned } = minute;
  await walk.onMinute(row.minute_at, ticks, thinned !== undefined);
  if (row.kept_ticks !== null && row.kept_ticks !== ticks.length)
    yield `it holds ${ticks.length} ticks, and says that ${row.kept_ticks} were kept`;
  if (thinned === undefined && ticks.length !== row.tick_count)
    yield `it holds ${ticks.length} ticks instead of ${row.tick_count}`;
  // Without any tick there is nothing to lead to the root, which is signed all the same.
  const isEmpty = thinned !== undefined && ticks.length === 0;
  if (!isEmpty && !row.root.equals(leafTree(minute, row.tick_count)?.root ?? NO_ROOT))
    yield thinned === undefined
      ? 'its root is not that of its ticks'
      : 'the ticks that were kept do not lead to its root';
  yield* tickFaults(row.minute_at, ticks, walk);
  if (thinned === undefined) return;
  walk.lastThinned = walk.number;
  walk.thinnedMinutes += 1;
  walk.droppedTicks += row.tick_count - ticks.length;
}

const NO_ROOT = Buffer.alloc(0);

function* tickFaults(minuteAt: number, ticks: readonly HashedTick[], walk: Walk): Generator<string> {
  for (const [index, tick] of ticks.entries()) {
    const name = `${tick.code} ${tick.seq}`;
    if (minuteOf(tick.at) !== minuteAt) yield `${name} is of another minute`;
    if (0 < index && 0 <= compareTicks(ticks[index - 1]!, tick)) yield `${name} is out of order`;
    const before = walk.heads.get(tick.code);
    const skipped = tick.seq - (before?.tick.seq ?? 0) - 1;
    // A thinned minute has either all ticks of an instrument or none.
    const maySkip = 0 < skipped && (before?.number ?? -1) < walk.lastThinned;
    if (skipped !== 0 && !maySkip) yield `${name} follows ${before?.tick.seq ?? 0}`;
    if (maySkip) walk.missingTicks += skipped;
    if (before !== undefined && tick.at < before.tick.at) yield `${name} is before the tick before it`;
    walk.heads.set(tick.code, { tick, number: walk.number });
  }
}
