import { unpackMinute } from '../market-data/tape/minute-block.ts';
import { thinMinute, wholeTree } from '../market-data/tape/minute-leaves.ts';
import type { Pool } from '../platform/postgres.ts';
import { NAMED_LATER_MS, NeededSpans, type Period, ValuedMoments } from './needed-spans.ts';
import { TAPE_DAYS_MIN } from './tape-days.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface ThinningDeps {
  readonly pool: Pool;
  readonly now: () => number;
  /** For how many days every tick is kept; `TAPE_DAYS_MIN` at least. */
  readonly days: number;
}

export interface ThinnedStep {
  /** Minutes that were looked at. */
  readonly minutes: number;
  readonly thinned: number;
  readonly droppedTicks: number;
}

const NOTHING: ThinnedStep = { minutes: 0, thinned: 0, droppedTicks: 0 };

interface StoredBlock {
  readonly minute_at: number;
  readonly tick_count: number;
  readonly root: Buffer;
  readonly block: Buffer;
}

/** Where an instrument had ticks around a minute: starts of minutes. */
interface Neighbours {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/**
 * Drops ticks that nothing needs from minutes that are old enough
 * (docs/decisions/data-retention.md), an hour of the tape at a time and each minute by itself. Days
 * are thinned once they are over, in their order; a run that is interrupted continues where it
 * ended.
 */
export class TapeThinning {
  readonly #pool: Pool;
  readonly #now: () => number;
  readonly #days: number;
  /** Of the day that is being thinned. It is old: what was needed then does not change any more. */
  #needs: { readonly day: number; readonly spans: NeededSpans; readonly valued: ValuedMoments } | undefined;

  constructor({ pool, now, days }: ThinningDeps) {
    if (days < TAPE_DAYS_MIN) throw new RangeError(`every tick is kept for ${TAPE_DAYS_MIN} days at least`);
    this.#pool = pool;
    this.#now = now;
    this.#days = days;
  }

  /** The next hour that is due; `minutes` is 0 when none is. */
  async step(isStopping: () => boolean = () => false): Promise<ThinnedStep> {
    const due = Math.floor((this.#now() - this.#days * DAY_MS) / DAY_MS) * DAY_MS;
    const first = await this.#firstWhole();
    if (first === undefined || due <= first) return NOTHING;
    const hour = first - (first % HOUR_MS);
    const times = await this.#minutesOf({ from: first, to: Math.min(hour + HOUR_MS, due) - 1 });
    const present = await this.#presentIn(times);
    const before = await this.#marks(hour, 'before');
    const after = await this.#marks(hour, 'after');
    const needs = await this.#needsOf(hour);
    const done = { minutes: 0, thinned: 0, droppedTicks: 0 };
    for (const [index, at] of times.entries()) {
      if (isStopping()) break;
      const isKept = (code: string): boolean => {
        const holds = (time: number): boolean => present.get(time)?.has(code) === true;
        // Of the hours around it, the first minute that had any: the one before is not further.
        const around = {
          before: times.slice(0, index).findLast(holds) ?? before.get(code),
          after: times.slice(index + 1).find(holds) ?? after.get(code),
        };
        return isNeeded(needs, { code, at, ...around });
      };
      const dropped = await this.#thin(at, isKept);
      done.minutes += 1;
      if (0 < dropped) done.thinned += 1;
      done.droppedTicks += dropped;
    }
    return done;
  }

  /** The first minute that nobody has looked at, of those whose log entries are in the database. */
  async #firstWhole(): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ at: number | null }>(
      `select min(minute_at) as at from tape_minutes
        where minute_at > coalesce((select max(minute_at) from tape_minutes where kept_ticks is not null), -1)
          and minute_at >= coalesce((
            select (extract(epoch from at) * 1000)::bigint + ${NAMED_LATER_MS} from command_log
             where seq > (select max(last_seq) from log_archives) order by seq limit 1), 0)`,
    );
    return rows[0]?.at ?? undefined;
  }

  async #minutesOf({ from, to }: Period): Promise<readonly number[]> {
    const { rows } = await this.#pool.query<{ at: number }>(
      'select minute_at as at from tape_minutes where minute_at between $1 and $2 order by minute_at',
      [from, to],
    );
    return rows.map(({ at }) => at);
  }

  /** Which instruments had ticks in which minute. An hour of ticks would not fit into memory. */
  async #presentIn(times: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
    const present = new Map<number, ReadonlySet<string>>();
    for (const at of times) {
      const stored = await this.#stored(at);
      if (stored !== undefined) present.set(at, new Set(unpackMinute(stored.block).ticks.map(({ code }) => code)));
    }
    return present;
  }

  async #stored(at: number): Promise<StoredBlock | undefined> {
    const { rows } = await this.#pool.query<StoredBlock>(
      'select minute_at, tick_count, root, block from tape_minutes where minute_at = $1 and kept_ticks is null',
      [at],
    );
    return rows[0];
  }

  /** Of each instrument the first minute with ticks of the nearest hour before or after one. */
  async #marks(hour: number, side: 'before' | 'after'): Promise<ReadonlyMap<string, number>> {
    const where = side === 'before' ? 'hour_at < $1 order by hour_at desc' : 'hour_at > $1 order by hour_at';
    const { rows } = await this.#pool.query<{ code: string; at: number }>(
      `select h.code, m.minute_at as at from tape_heads h,
              lateral (select minute_at from tape_marks t where t.code = h.code and ${where} limit 1) m`,
      [hour],
    );
    return new Map(rows.map(({ code, at }) => [code, at]));
  }

  async #needsOf(hour: number) {
    const day = hour - (hour % DAY_MS);
    if (this.#needs?.day === day) return this.#needs;
    const period = { from: day - NAMED_LATER_MS, to: day + DAY_MS + NAMED_LATER_MS };
    const spans = await NeededSpans.read(this.#pool, period, true);
    this.#needs = { day, spans, valued: await ValuedMoments.read(this.#pool, period) };
    return this.#needs;
  }

  /** Returns how many ticks were dropped. */
  async #thin(at: number, isKept: (code: string) => boolean): Promise<number> {
    const stored = await this.#stored(at);
    if (stored === undefined) return 0;
    const { tick_count: tickCount, block } = stored;
    const minute = unpackMinute(block);
    const tree = wholeTree(minute.ticks);
    // Of a minute that is not what was signed everything stays, for `verify` to find.
    const isSound = minute.ticks.length === tickCount && stored.root.equals(tree.root);
    const thinned = isSound ? thinMinute({ ...minute, tree, size: block.length }, isKept) : undefined;
    await this.#pool.query(
      `update tape_minutes set kept_ticks = $2, block = coalesce($3, block) where minute_at = $1 and kept_ticks is null`,
      [at, thinned?.keptTicks ?? tickCount, thinned?.block ?? null],
    );
    return thinned === undefined ? 0 : tickCount - thinned.keptTicks;
  }
}

interface Needs {
  readonly spans: NeededSpans;
  readonly valued: ValuedMoments;
}

/**
 * Whether a minute of an instrument stays: something needed it then, or it has the last tick before
 * a need or the first one after it. What needs no tick of a hole needs none of the two minutes
 * around it either, so that numbers without a hole prove that nothing is missing.
 */
function isNeeded(needs: Needs, { code, at, before, after }: Neighbours & { code: string; at: number }): boolean {
  // The first tick of an instrument and the last one so far, and those around a silence of days:
  // what needs them may lie further away than is looked for.
  if (before === undefined || NAMED_LATER_MS < at - before) return true;
  if (after === undefined || NAMED_LATER_MS < after - at) return true;
  const from = before;
  if (needs.spans.meets(code, { from, to: after + MINUTE_MS - 1 })) return true;
  return needs.valued.meets(code, { from, to: after - 1 });
}
