import { type TickReceipt, toHex } from '@glasshouse/rules/receipt';
import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { MINUTE_MS, minuteOf } from '@glasshouse/rules/tick-hash';
import { LRUCache } from 'lru-cache';
import { decodeTicks, type TapeTick } from '../market-data/tape/codec.ts';
import { type UnpackedMinute, unpackMinute } from '../market-data/tape/minute-block.ts';
import { type LeafTree, leafTree, placesOf } from '../market-data/tape/minute-leaves.ts';
import { ThinnedTickError } from '../market-data/tape/thinned-tick-error.ts';
import type { Pool } from '../platform/postgres.ts';

/**
 * Unpacked minutes in the cache: each takes some megabytes, and the ticks of one order lie in one
 * or two.
 */
const MINUTES_KEPT_MAX = 6;

export interface TickQuery {
  readonly code: string;
  readonly seq: number;
  /** Time of the tick, if the caller knows it: that spares a search. */
  readonly at?: number;
}

/** All ticks of one instrument in one minute, with one path for all of them. */
export interface TickRun {
  readonly code: string;
  readonly precision: number;
  readonly minute: number;
  readonly tickCount: number;
  readonly index: number;
  readonly firstSeq: number;
  /** Bid, mid, ask, epoch ms. */
  readonly ticks: [number, number, number, number][];
  readonly left: string[];
  readonly right: string[];
  readonly root: string;
  readonly previousRootHash: string;
  readonly signature: string;
  readonly publicKey: string;
}

/** Minutes of the tape, by times within the first and the last. */
export interface RunQuery {
  readonly code: string;
  readonly from: number;
  readonly to: number;
}

/** A receipt's API maximum. */
const RUNS_MAX = 8;
/** One mark an hour. */
const MINUTES_BACK_MAX = 61;

/** `receipt` is null until the minute of the tick is closed, a few seconds after its end. */
export interface ProvenTick {
  readonly tick: HashedTick;
  readonly receipt: TickReceipt | null;
}

interface StoredMinute extends UnpackedMinute {
  /** Of the whole minute. */
  readonly tickCount: number;
  readonly root: Buffer;
  readonly previousRootHash: Buffer;
  readonly signature: Buffer;
  readonly publicKey: Buffer;
  tree: LeafTree | undefined;
}

const hasTickOf = ({ ticks }: StoredMinute, code: string): boolean => ticks.some((tick) => tick.code === code);
/** The minute may have had ticks of this instrument that it no longer has. */
const mayLack = (minute: StoredMinute, code: string): boolean =>
  minute.thinned !== undefined && !hasTickOf(minute, code);

/**
 * Finds ticks and proves them. Unpacking and hashing a minute takes up to 100 ms: not for a thread
 * that serves people.
 */
export class Receipts {
  readonly #pool: Pool;
  readonly #precisions: ReadonlyMap<string, number>;
  readonly #minutes = new LRUCache<number, StoredMinute>({ max: MINUTES_KEPT_MAX });

  constructor(pool: Pool, instruments: readonly { readonly code: string; readonly precision: number }[]) {
    this.#pool = pool;
    this.#precisions = new Map(instruments.map(({ code, precision }) => [code, precision]));
  }

  /** Undefined: there is no such tick. Throws `ThinnedTickError` for one that is no longer kept. */
  async find(query: TickQuery): Promise<ProvenTick | undefined> {
    const { minute: minuteAt, isThinned = false } =
      query.at === undefined ? await this.#search(query) : { minute: minuteOf(query.at) };
    const minute = minuteAt === undefined ? undefined : await this.#minute(minuteAt);
    const index = minute === undefined ? -1 : indexOf(minute.ticks, query);
    if (minute !== undefined && index !== -1) return this.#prove(minute, index);
    const journaled = await this.#journaled(query);
    const mayBeDropped = isThinned || (minute !== undefined && mayLack(minute, query.code));
    if (journaled === undefined && mayBeDropped && (await this.#wasOnTape(query)))
      throw new ThinnedTickError(query.code);
    return journaled;
  }

  async #wasOnTape({ code, seq }: TickQuery): Promise<boolean> {
    const { rows } = await this.#pool.query('select from tape_heads where code = $1 and $2 between 1 and seq', [
      code,
      seq,
    ]);
    return 0 < rows.length;
  }

  /**
   * The last tick of an instrument at or before a time; undefined when none is within an hour or
   * so: further back than one mark nobody looks. Throws `ThinnedTickError` where it cannot be told
   * because ticks are no longer kept.
   */
  async before({ code, at }: { readonly code: string; readonly at: number }): Promise<number | undefined> {
    const minuteAt = minuteOf(at);
    const mark = await this.#pool.query(
      'select minute_at from tape_marks where code = $1 and minute_at <= $2 order by first_seq desc limit 1',
      [code, minuteAt],
    );
    const open = await this.#journal();
    const openTick = open.filter((tick) => tick.code === code && tick.at <= at).at(-1);
    if (openTick !== undefined) return openTick.seq;
    if (mark.rows.length === 0) return undefined;
    const found = await this.#pool.query(
      'select minute_at from tape_minutes where minute_at >= $1 and minute_at <= $2 order by minute_at desc limit $3',
      [mark.rows[0].minute_at, minuteAt, MINUTES_BACK_MAX],
    );
    let isThinned = false;
    for (const row of found.rows) {
      const minute = await this.#minute(row.minute_at);
      const last = minute?.ticks.findLast((tick) => tick.code === code && tick.at <= at);
      if (last !== undefined) {
        if (isThinned) await this.#refuseHole({ code, seq: last.seq, at });
        return last.seq;
      }
      isThinned ||= minute !== undefined && mayLack(minute, code);
    }
    if (isThinned) throw new ThinnedTickError(code);
    return undefined;
  }

  /** Only the next tick shows that none was dropped between one and a time after it. */
  async #refuseHole({ code, seq, at }: { code: string; seq: number; at: number }): Promise<void> {
    const next = await this.find({ code, seq: seq + 1 });
    if (next !== undefined && next.tick.at <= at) throw new ThinnedTickError(code);
  }

  /**
   * All ticks of an instrument in these minutes, one run each; minutes still open are left out.
   * Throws `ThinnedTickError` where some are, or may be, no longer kept.
   */
  async runs({ code, from, to }: RunQuery): Promise<TickRun[]> {
    const runs: TickRun[] = [];
    let isThinned = false;
    for (let at = minuteOf(from); at <= minuteOf(to) && runs.length < RUNS_MAX; at += MINUTE_MS) {
      const minute = await this.#minute(at);
      if (minute === undefined) continue;
      isThinned ||= mayLack(minute, code);
      const first = minute.ticks.findIndex((tick) => tick.code === code);
      if (first === -1) continue;
      const last = minute.ticks.findLastIndex((tick) => tick.code === code);
      const run = this.#run(minute, first, last);
      const before = runs.at(-1);
      // Numbers without a hole show that nothing was between.
      if (isThinned && before !== undefined && before.firstSeq + before.ticks.length === run.firstSeq)
        isThinned = false;
      if (isThinned) throw new ThinnedTickError(code);
      runs.push(run);
    }
    if (isThinned) throw new ThinnedTickError(code);
    return runs;
  }

  #run(minute: StoredMinute, first: number, last: number): TickRun {
    const ticks = minute.ticks.slice(first, last + 1);
    const { code, seq, precision } = minute.ticks[first]!;
    const places = placesOf(minute);
    const index = places[first]!;
    const end = places[last]!;
    const path = this.#tree(minute).run(index, end);
    return {
      code,
      precision,
      minute: minute.minuteAt,
      tickCount: minute.tickCount,
      index,
      firstSeq: seq,
      ticks: ticks.map(({ bid, mid, ask, at }) => [bid, mid, ask, at]),
      left: path.left.map(toHex),
      right: path.right.map(toHex),
      root: toHex(minute.root),
      previousRootHash: toHex(minute.previousRootHash),
      signature: toHex(minute.signature),
      publicKey: toHex(minute.publicKey),
    };
  }

  #tree(minute: StoredMinute): LeafTree {
    minute.tree ??= leafTree(minute, minute.tickCount);
    if (minute.tree === undefined) throw new Error(`minute ${minute.minuteAt} of the tape is damaged`);
    return minute.tree;
  }

  #prove(minute: StoredMinute, number: number): ProvenTick {
    const tree = this.#tree(minute);
    const tick = minute.ticks[number]!;
    const index = placesOf(minute)[number]!;
    return {
      tick,
      receipt: {
        version: 1,
        tick,
        minute: minute.minuteAt,
        tickCount: minute.tickCount,
        index,
        path: tree.path(index).map(toHex),
        root: toHex(minute.root),
        previousRootHash: toHex(minute.previousRootHash),
        signature: toHex(minute.signature),
        publicKey: toHex(minute.publicKey),
      },
    };
  }

  /**
   * The minute that holds the sequence: between the mark before it and the next mark, at most an
   * hour apart, by halving. `isThinned`: it may have been in one that no longer has it.
   */
  async #search({ code, seq }: TickQuery): Promise<{ readonly minute?: number; readonly isThinned?: boolean }> {
    const mark = await this.#pool.query(
      'select minute_at, hour_at from tape_marks where code = $1 and first_seq <= $2 order by first_seq desc limit 1',
      [code, seq],
    );
    if (mark.rows.length === 0) return {};
    const { minute_at: from, hour_at: hour } = mark.rows[0];
    const found = await this.#pool.query(
      'select minute_at from tape_minutes where minute_at >= $1 and minute_at < $2 order by minute_at',
      [from, hour + 3_600_000],
    );
    let minutes: number[] = found.rows.map((row) => row.minute_at);
    let isThinned = false;
    while (0 < minutes.length) {
      const middle = Math.floor(minutes.length / 2);
      const minute = await this.#minute(minutes[middle]!);
      const own = minute?.ticks.filter((tick) => tick.code === code) ?? [];
      const first = own[0];
      const last = own.at(-1);
      // A minute without a tick of this instrument does not show the direction: skip it.
      if (first === undefined || last === undefined) {
        isThinned ||= minute?.thinned !== undefined;
        minutes = minutes.filter((_, index) => index !== middle);
      } else if (seq < first.seq) minutes = minutes.slice(0, middle);
      else if (last.seq < seq) minutes = minutes.slice(middle + 1);
      else return { minute: minutes[middle]! };
    }
    return { isThinned };
  }

  async #minute(minuteAt: number): Promise<StoredMinute | undefined> {
    const cached = this.#minutes.get(minuteAt);
    if (cached !== undefined) return cached;
    const { rows } = await this.#pool.query(
      `select tick_count, block, root, previous_root_hash, signature, public_key
         from tape_minutes join tape_keys using (key_id) where minute_at = $1`,
      [minuteAt],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const minute: StoredMinute = {
      ...unpackMinute(row.block),
      tickCount: row.tick_count,
      root: row.root,
      previousRootHash: row.previous_root_hash,
      signature: row.signature,
      publicKey: row.public_key,
      tree: undefined,
    };
    this.#minutes.set(minuteAt, minute);
    return minute;
  }

  /** Ticks of the minutes that are still open: one or two minutes of journal rows. */
  async #journaled({ code, seq }: TickQuery): Promise<ProvenTick | undefined> {
    const precision = this.#precisions.get(code);
    if (precision === undefined) return undefined;
    const tick = (await this.#journal()).find((item) => item.code === code && item.seq === seq);
    if (tick === undefined) return undefined;
    const { bid, ask, mid, at } = tick;
    return { tick: { code, seq, bid, ask, mid, precision, at }, receipt: null };
  }

  async #journal(): Promise<TapeTick[]> {
    const { rows } = await this.#pool.query('select ticks from tick_journal order by id');
    return rows.flatMap((row) => decodeTicks(row.ticks));
  }
}

/** Ticks are in order of code and sequence, and a code's sequence has no holes. */
function indexOf(ticks: readonly HashedTick[], { code, seq }: TickQuery): number {
  const first = ticks.findIndex((tick) => tick.code === code);
  if (first === -1) return -1;
  const index = first + seq - ticks[first]!.seq;
  const tick = ticks[index];
  return tick?.code === code && tick.seq === seq ? index : -1;
}

export interface TapePublicKey {
  readonly keyId: string;
  readonly algorithm: 'ed25519';
  /** Raw, hex. */
  readonly publicKey: string;
  /** Epoch ms. */
  readonly validFrom: number;
  /** Epoch ms of the next key's first use; null for the one in use. */
  readonly validTo: number | null;
}

/** Every key that ever signed a minute, oldest first. At most `limit`. */
export async function listTapeKeys(pool: Pool, limit = 100): Promise<TapePublicKey[]> {
  const { rows } = await pool.query(
    'select key_id, public_key, first_used from tape_keys order by first_used, key_id limit $1',
    [limit],
  );
  return rows.map((row, index) => ({
    keyId: row.key_id,
    algorithm: 'ed25519',
    publicKey: toHex(row.public_key),
    validFrom: row.first_used,
    validTo: rows[index + 1]?.first_used ?? null,
  }));
}
