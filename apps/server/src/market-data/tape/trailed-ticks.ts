import { rateOf } from '@glasshouse/rules/money';
import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { isActive, isFurther, type TrailSide } from '@glasshouse/rules/trailing';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import type { Tick } from '../../kernel/core/types.ts';
import type { PagedRows } from '../../platform/paged-rows.ts';
import { type PriceOf, TrailingStops } from '../../trading/trailing-stops.ts';
import type { TapeCheck } from './tape-check.ts';
import type { TapeWalk } from './tape-walk.ts';

const FINDINGS_MAX = 50;

/**
 * A trailing stop, from the tick where it begins to follow up to the last one that is known of it.
 */
export interface TrailRow {
  readonly order_id: number;
  readonly side: TrailSide;
  /** How far it stays behind: one of the two. */
  readonly points: number | null;
  readonly rate: string | null;
  readonly activation: number | null;
  readonly start: Tick;
  /** The best tick as its row says, of one that fired. */
  readonly peak: Tick | null;
  /** The last tick that the row speaks of, which is the one that fired it where `fired`. */
  readonly until: number;
  readonly fired: boolean;
  /** Ticks at which it does not fire although they reach it: those in the lead of a change. */
  readonly held: readonly HeldTicks[];
}

/** Ticks that came after one, up to a time. */
export interface HeldTicks {
  readonly after: number;
  readonly until: number;
}

/** Trailing stops of one instrument and side. */
interface Track {
  readonly stops: TrailingStops;
  readonly rows: Map<number, TrailRow>;
  readonly inactive: Map<number, TrailRow>;
  /** Orders by the last tick that is known of them. */
  readonly ends: MinHeap;
}

/**
 * Trailing stops, in order of the time of their first tick, followed along the signed tape as it is
 * read: between that tick and the one that fired them none was better than their best, and none
 * reached the stop before.
 */
export class TrailedTicks implements TapeCheck {
  readonly #rows: PagedRows<TrailRow>;
  readonly #who: (id: number) => string;
  readonly #prices: Readonly<Record<TrailSide, PriceOf>>;
  readonly #tracks = new Map<string, Readonly<Record<TrailSide, Track>>>();
  readonly #findings: string[] = [];

  /** `who` begins the sentence of a finding; `prices`: what they follow on each side. */
  constructor(
    rows: PagedRows<TrailRow>,
    accessors: { readonly who: (id: number) => string; readonly prices: Readonly<Record<TrailSide, PriceOf>> },
  ) {
    this.#rows = rows;
    this.#who = accessors.who;
    this.#prices = accessors.prices;
  }

  async minute(walk: TapeWalk): Promise<void> {
    const begun = new Map<string, TrailRow[]>();
    for await (const row of this.#rows.while(({ start }) => start.at < walk.closedTo)) {
      const own = begun.get(row.start.code);
      if (own === undefined) begun.set(row.start.code, [row]);
      else own.push(row);
    }
    for (const code of new Set([...this.#tracks.keys(), ...begun.keys()])) {
      const begins = Map.groupBy(begun.get(code) ?? [], ({ start }) => start.seq);
      for (const tick of walk.ticksOf(code)) {
        this.#follow(code, tick);
        for (const row of begins.get(tick.seq) ?? []) this.#begin(row, tick);
        begins.delete(tick.seq);
      }
      for (const row of [...begins.values()].flat())
        this.#find(row, `its first tick ${row.start.seq} is not on the tape`);
    }
  }

  /** What follows ticks of minutes that are not closed yet is for the next time. */
  async finish(): Promise<readonly string[]> {
    return this.#findings;
  }

  #begin(row: TrailRow, tick: HashedTick): void {
    if (!isSame(row.start, tick)) {
      this.#find(row, `its first tick ${tick.seq} differs from the tape`);
      return;
    }
    if (row.until <= row.start.seq) return;
    const track = this.#track(row.start.code)[row.side];
    track.rows.set(row.order_id, row);
    track.ends.push(row.until, row.order_id);
    if (isActive(row.side, this.#prices[row.side](tick), row.activation)) this.#activate(track, row, tick);
    else track.inactive.set(row.order_id, row);
  }

  #follow(code: string, tick: HashedTick): void {
    const tracks = this.#tracks.get(code);
    if (tracks === undefined) return;
    for (const [side, track] of Object.entries(tracks) as [TrailSide, Track][]) {
      track.stops.follow(tick);
      const price = this.#prices[side](tick);
      for (const row of track.inactive.values()) {
        if (row.activation !== null && isFurther(side, row.activation, price)) continue;
        track.inactive.delete(row.order_id);
        this.#activate(track, row, tick);
      }
      const isHeld = (id: number): boolean =>
        track.rows.get(id)?.held.some(({ after, until }) => after < tick.seq && tick.at < until) === true;
      const met = track.stops.take(tick, isHeld);
      for (const { peak, ids } of met) for (const id of ids) this.#fired(track, id, { tick, peak });
      while (track.ends.peekKey() <= tick.seq) {
        const row = track.rows.get(track.ends.pop() as number);
        if (row !== undefined) this.#end(track, row, tick);
      }
    }
    if (Object.values(tracks).every(({ rows }) => rows.size === 0)) this.#tracks.delete(code);
  }

  #activate(track: Track, { order_id: id, points, rate }: TrailRow, peak: HashedTick): void {
    const distance = points === null ? { rate: rateOf(rate ?? '0') } : { points };
    track.stops.add({ id, distance, peak });
  }

  #fired(track: Track, id: number, { tick, peak }: { tick: HashedTick; peak: Tick }): void {
    const row = track.rows.get(id);
    if (row === undefined) return;
    track.rows.delete(id);
    if (!row.fired || row.until !== tick.seq)
      this.#find(row, `tick ${tick.seq} reaches its trailing stop, and it went on`);
    else if (row.peak === null || !isSame(row.peak, peak)) this.#find(row, `tick ${peak.seq} was its best`);
  }

  /** Nothing is known of it after this tick. */
  #end(track: Track, row: TrailRow, tick: HashedTick): void {
    track.rows.delete(row.order_id);
    track.inactive.delete(row.order_id);
    track.stops.remove(row.order_id);
    if (row.fired) this.#find(row, `tick ${tick.seq} does not reach its trailing stop`);
  }

  #track(code: string): Readonly<Record<TrailSide, Track>> {
    let track = this.#tracks.get(code);
    if (track === undefined) {
      const trackOf = (side: TrailSide): Track => ({
        stops: new TrailingStops(side, this.#prices[side]),
        rows: new Map(),
        inactive: new Map(),
        ends: new MinHeap(4),
      });
      track = { buy: trackOf('buy'), sell: trackOf('sell') };
      this.#tracks.set(code, track);
    }
    return track;
  }

  #find({ order_id }: TrailRow, what: string): void {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(`${this.#who(order_id)}: ${what}`);
  }
}

const isSame = (row: Tick, tick: Tick): boolean =>
  row.seq === tick.seq && row.bid === tick.bid && row.ask === tick.ask && row.mid === tick.mid && row.at === tick.at;
