import { hash } from 'node:crypto';
import { MerkleTree, type Sha256 } from '@glasshouse/rules/merkle';
import { type HashedTick, minuteBytes, tickHash } from '@glasshouse/rules/tick-hash';
import { packText, plainArray, unpackText } from '../../kernel/core/sql-arrays.ts';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import { isSound, minutesOf } from '../candles/candles.ts';
import { barStart, INTERVALS } from '../candles/intervals.ts';
import { publishKey, type TapeKey } from './keys.ts';
import { type BlockInstruments, orderedTicks, packMinute } from './minute-block.ts';
import type { ClosedMinute } from './open-minute.ts';
import { TAPE_LOCK } from './restore.ts';
import { flatSilences } from './silences.ts';

export const nodeSha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');
const FIRST_PREVIOUS = Buffer.alloc(32);

export interface MinuteStoreOptions {
  readonly pool: Pool;
  readonly key: TapeKey;
  readonly instruments: BlockInstruments;
  /**
   * The shard's epoch of this process; a newer one in the database means that another process has
   * taken over.
   */
  readonly epoch: number | undefined;
}

/** Another process owns the tape now. */
export class TapeFencedError extends Error {
  override readonly name = 'TapeFencedError';
}

interface Sealed {
  readonly ticks: readonly HashedTick[];
  readonly root: Buffer;
  readonly block: Buffer;
  /** Codes whose ticks are left out, since they are no ticks. */
  readonly broken: readonly string[];
}

/** Hashes and packs a minute: about 100 ms for 30,000 ticks, so never on the core's thread. */
export function sealMinute(minute: Pick<ClosedMinute, 'at' | 'ticks'>, instruments: BlockInstruments): Sealed {
  const all = orderedTicks(minute.ticks, instruments);
  const broken = new Set(all.filter((tick) => !isWhole(tick)).map(({ code }) => code));
  const ticks = broken.size === 0 ? all : all.filter(({ code }) => !broken.has(code));
  const tree = new MerkleTree(
    ticks.map((tick) => tickHash(tick, nodeSha256)),
    nodeSha256,
  );
  return { ticks, root: Buffer.from(tree.root), block: packMinute(minute.at, ticks), broken: [...broken] };
}

const isWhole = ({ seq, bid, ask, mid, at }: HashedTick): boolean =>
  [seq, bid, ask, mid, at].every((value) => Number.isSafeInteger(value) && 0 < value);

/**
 * Stores a closed minute: its signed block, its bars, where each instrument stands; and drops the
 * journal rows that are no longer needed. All in one transaction. Writing the same minute twice
 * (the answer to the first commit was lost) changes nothing. Minutes must come in ascending order.
 */
export async function storeMinute(options: MinuteStoreOptions, minute: ClosedMinute): Promise<StoredMinute> {
  const tried = minute.ticks.count === 0 ? undefined : sealMinute(minute, options.instruments);
  const broken = new Set(tried?.broken);
  // Nothing of it can be signed: what waits behind it must not wait for that.
  const sealed = tried?.ticks.length === 0 ? undefined : tried;
  for (const { instrument, bar } of minute.bars) if (!isSound(bar)) broken.add(options.instruments.codes[instrument]!);
  await inTransaction(options.pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [TAPE_LOCK]);
    await refuseWhenFenced(client, options.epoch);
    if (sealed !== undefined) {
      if (await isStored(client, minute.at, sealed.root)) return keep(undefined);
      await insertMinute(client, options.key, minute.at, sealed);
      await insertMarks(client, minute.at, sealed.ticks);
      await upsertHeads(client, sealed.ticks);
      await updateSilences(client, minute, options.instruments);
      // A row that also holds ticks of a later minute stays; loading skips the part that is stored.
      await client.query('delete from tick_journal where last_at < $1', [minute.at + 60_000]);
    }
    await upsertBars(client, minute, options.instruments);
    return keep(undefined);
  });
  return { broken: [...broken] };
}

/** Instruments with ticks or bars that cannot be stored; those of all others are. */
export interface StoredMinute {
  readonly broken: readonly string[];
}

async function refuseWhenFenced(client: PoolClient, epoch: number | undefined): Promise<void> {
  if (epoch === undefined) return;
  const shard = await client.query('select epoch from shards where id = 0');
  if (shard.rows[0]?.epoch !== epoch) throw new TapeFencedError('another process writes the tape');
}

async function isStored(client: PoolClient, at: number, root: Buffer): Promise<boolean> {
  const stored = await client.query('select root from tape_minutes where minute_at = $1', [at]);
  if (stored.rows.length === 0) return false;
  if (!root.equals(stored.rows[0].root)) throw new Error(`minute ${at} is stored with other ticks`);
  return true;
}

async function insertMinute(client: PoolClient, key: TapeKey, at: number, sealed: Sealed): Promise<void> {
  const last = await client.query('select minute_at, root_hash from tape_minutes order by minute_at desc limit 1');
  if (last.rows.length === 1 && at <= last.rows[0].minute_at) throw new Error(`minute ${at} comes too late`);
  const previousHash: Buffer = last.rows[0]?.root_hash ?? FIRST_PREVIOUS;
  const header = minuteBytes({ at, tickCount: sealed.ticks.length, root: sealed.root, previousHash });
  await publishKey(client, key);
  await client.query(
    `insert into tape_minutes (minute_at, tick_count, block, root, previous_root_hash, root_hash, signature, key_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [at, sealed.ticks.length, sealed.block, sealed.root, previousHash, nodeSha256(header), key.sign(header), key.keyId],
  );
}

async function upsertHeads(client: PoolClient, ticks: readonly HashedTick[]): Promise<void> {
  const heads = [...new Map(ticks.map((tick) => [tick.code, tick])).values()];
  await client.query(
    `insert into tape_heads (code, seq, bid, ask, mid, at)
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
     on conflict (code) do update set seq = excluded.seq, bid = excluded.bid, ask = excluded.ask, mid = excluded.mid,
       at = excluded.at`,
    [
      plainArray(heads.map((head) => head.code)),
      plainArray(heads.map((head) => head.seq)),
      plainArray(heads.map((head) => head.bid)),
      plainArray(heads.map((head) => head.ask)),
      plainArray(heads.map((head) => head.mid)),
      plainArray(heads.map((head) => head.at)),
    ],
  );
}

async function updateSilences(
  client: PoolClient,
  { silences }: ClosedMinute,
  { codes }: BlockInstruments,
): Promise<void> {
  if (silences.length === 0) return;
  await client.query(
    `update tape_heads set silences = changed.silences::bigint[]
       from unnest($1::text[], ${unpackText('$2::text')}) as changed(code, silences)
      where tape_heads.code = changed.code`,
    [
      plainArray(silences.map(([position]) => codes[position]!)),
      packText(silences.map(([, list]) => plainArray(flatSilences(list)))),
    ],
  );
}

async function insertMarks(client: PoolClient, minuteAt: number, ticks: readonly HashedTick[]): Promise<void> {
  const firsts: HashedTick[] = [];
  for (const tick of ticks) if (tick.code !== firsts.at(-1)?.code) firsts.push(tick);
  await client.query(
    `insert into tape_marks (code, hour_at, minute_at, first_seq)
     select code, $3, $4, seq from unnest($1::text[], $2::bigint[]) as first(code, seq)
     on conflict (code, hour_at) do nothing`,
    [
      plainArray(firsts.map((tick) => tick.code)),
      plainArray(firsts.map((tick) => tick.seq)),
      barStart('1h', minuteAt),
      minuteAt,
    ],
  );
}

async function upsertBars(client: PoolClient, minute: ClosedMinute, { codes }: BlockInstruments): Promise<void> {
  // One statement must not meet the same bar twice; of two, the later one counts.
  const bars = [
    ...new Map(
      minute.bars
        .filter(({ bar }) => isSound(bar))
        .map((closed) => [`${closed.instrument} ${closed.interval} ${closed.bar.at}`, closed]),
    ).values(),
  ];
  if (bars.length === 0) return;
  await client.query(
    `insert into candles (code, minutes, at, open, high, low, close, volume)
     select * from unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                          $8::numeric[])
     on conflict (code, minutes, at) do update set open = excluded.open, high = excluded.high, low = excluded.low,
       close = excluded.close, volume = excluded.volume`,
    [
      plainArray(bars.map(({ instrument }) => codes[instrument]!)),
      plainArray(bars.map(({ interval }) => minutesOf(INTERVALS[interval]!))),
      plainArray(bars.map(({ bar }) => bar.at)),
      plainArray(bars.map(({ bar }) => bar.open)),
      plainArray(bars.map(({ bar }) => bar.high)),
      plainArray(bars.map(({ bar }) => bar.low)),
      plainArray(bars.map(({ bar }) => bar.close)),
      plainArray(bars.map(({ bar }) => bar.volume)),
    ],
  );
}
