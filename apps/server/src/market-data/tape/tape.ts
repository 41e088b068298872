import { MINUTE_MS, minuteOf } from '@glasshouse/rules/tick-hash';
import type { DoubtedPrice, HeldBy, MarketView, Tick } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type Bar, isSound } from '../candles/candles.ts';
import { INTERVAL_MS, INTERVALS } from '../candles/intervals.ts';
import type { Feed, FeedTick } from '../feeds/types.ts';
import { sessionAt } from '../instruments/calendar.ts';
import type { Instrument } from '../instruments/instrument.ts';
import { Acceptance, type DropCounts, isSplittable } from './acceptance.ts';
import { CandleBuilder, type ClosedBar } from './candle-builder.ts';
import type { TapeTick } from './codec.ts';
import { INSTRUMENTS_MAX } from './minute-columns.ts';
import { type ClosedMinute, OpenMinute } from './open-minute.ts';
import type { HeldNow } from './price-alarms.ts';
import { NO_CHANGES, type PriceChanges } from './price-changes.ts';
import { readStoredTape, type StoredTape } from './restore.ts';
import { gapEndedAt, type Silence, silencesAfter } from './silences.ts';
import { TriangleMonitor } from './triangle-monitor.ts';
import type { Watch } from './watches.ts';

/** A minute closes this long after its end, so that updates still in flight find it open. */
export const CLOSE_GRACE_MS = 2_000;
/**
 * Bars asked of a source in one call, so that closing never holds the core for long. A day costs a
 * simulated market as much as many minutes.
 */
const REPAIRS_PER_CALL_MAX = 64;
const REPAIRS_FOR_A_DAY = 8;

/**
 * A feed may know its own sessions better than the calendar (a recording that was moved in time).
 */
interface FeedSessions {
  sessionEndsAt?(code: string, at: number): number | undefined;
}

export interface TapeOptions {
  readonly pool: Pool;
  readonly instruments: readonly Instrument[];
  readonly feeds: readonly (Feed & FeedSessions)[];
  /** Corporate actions and what two persons decided about held prices. */
  readonly changes?: PriceChanges;
}

interface Head {
  tick: Tick | undefined;
  silences: readonly Silence[];
}

interface Closing {
  readonly at: number;
  readonly bars: ClosedBar[];
  next: number;
}

/** All that is lost and read again when a flush fails. */
interface State {
  readonly acceptance: Acceptance;
  /** As the sequencer sees it, by code: ahead of what is published. */
  readonly sequenced: Map<string, Head>;
  /** Instruments whose price is held, until the tick that resolves it is sequenced. */
  readonly held: Map<string, HeldBy>;
  readonly triangles: TriangleMonitor;
  /** The last published tick and the silences until it, by position. */
  readonly published: (Head | undefined)[];
  readonly builders: readonly CandleBuilder[];
  readonly open: Map<number, OpenMinute>;
  /** Accepted ticks that are not published yet, by minute. */
  readonly pending: Map<number, number>;
  /** Bars that were open at the start were not watched from their beginning. */
  watch: Watch;
  closedTo: number;
  closing: Closing | undefined;
}

/**
 * See README.md beside this file for what it promises. Lives in the core worker; the sequencer and
 * the pump call it.
 */
export class Tape implements MarketView {
  readonly #options: TapeOptions;
  readonly #positions = new Map<string, number>();
  readonly #feedOf: readonly ((Feed & FeedSessions) | undefined)[];
  #state: State;
  #restored: TapeTick[] = [];
  #unstored: ReadonlySet<string> | 'all' = new Set();

  /** Reads the tape from the database. No minute may be under way then (`MinuteWriter.reset`). */
  static async load(options: TapeOptions, now: number): Promise<Tape> {
    if (INSTRUMENTS_MAX < options.instruments.length) throw new RangeError('too many instruments');
    return new Tape(options, await readStoredTape(options.pool, codesOf(options)), now);
  }

  private constructor(options: TapeOptions, stored: StoredTape, now: number) {
    this.#options = options;
    this.#feedOf = options.instruments.map(({ code }) => options.feeds.find((feed) => feed.codes.has(code)));
    for (const [position, { code }] of options.instruments.entries()) this.#positions.set(code, position);
    this.#state = this.#restore(stored, now);
  }

  /** Drops all state and reads the tape again, in place: holders of this object need not know. */
  async reload(now: number): Promise<void> {
    const stored = await readStoredTape(this.#options.pool, codesOf(this.#options));
    this.#state = this.#restore(stored, now);
  }

  /** What the last load or reload fell into: for the log. */
  get watch(): Watch {
    return this.#state.watch;
  }

  /**
   * No price is taken from here on, until `resume`; every tick before it is in closed minutes.
   * Bars that are open now and end meanwhile become the source's own.
   */
  pause(): void {
    this.#state.watch = { closedTo: this.#state.closedTo, watchedFrom: Number.POSITIVE_INFINITY };
  }

  /** Prices are taken again, as after a start: the watch that begins is for the log. */
  resume(now: number): Watch {
    const { closedTo } = this.#state.watch;
    this.#state.watch = { closedTo, watchedFrom: Math.ceil(now / MINUTE_MS) * MINUTE_MS };
    return this.#state.watch;
  }

  get instruments(): readonly Instrument[] {
    return this.#options.instruments;
  }

  /** Updates that did not become ticks since the tape was loaded, by reason. */
  get dropped(): Readonly<DropCounts> {
    return this.#state.acceptance.dropped;
  }

  /** Everything before this time is in closed minutes. */
  get closedTo(): number {
    return this.#state.closedTo;
  }

  /**
   * Turns updates of feeds into numbered ticks, for the sequencer. They count only once they were
   * published.
   */
  accept(updates: readonly FeedTick[], now: number): TapeTick[] {
    const { acceptance, held, pending, triangles } = this.#state;
    const ticks = acceptance.accept(updates, now);
    for (const { code } of updates) {
      const reason = acceptance.heldBy(code);
      if (reason !== undefined) held.set(code, reason);
    }
    for (const tick of ticks) {
      triangles.see(tick);
      const minute = minuteOf(tick.at);
      pending.set(minute, (pending.get(minute) ?? 0) + 1);
    }
    return ticks;
  }

  /** The sequencer has taken this tick into its order; it is not durable yet. */
  sequenced(tick: Tick): void {
    advance(this.#headOf(this.#state, tick.code), tick);
    // Orders queued before the tick must not trade at the price that it replaces.
    const { acceptance, held } = this.#state;
    if (held.size !== 0 && acceptance.heldBy(tick.code) === undefined) held.delete(tick.code);
  }

  heldBy(code: string, at?: number): HeldBy | undefined {
    const { held, triangles, sequenced } = this.#state;
    if (this.#unstored === 'all' || this.#unstored.has(code)) return 'unstored';
    const last = sequenced.get(code)?.tick;
    if (at !== undefined && last !== undefined) {
      const changes = this.#options.changes ?? NO_CHANGES;
      if (changes.hasEnded(code, at)) return 'ended';
      // The last price is one of before, whatever it would be worth now.
      if (changes.changesBetween(code, last.at, at)) return 'action';
    }
    return held.get(code) ?? (triangles.isHeld(code) ? 'drift' : undefined);
  }

  doubtedPrice(code: string): DoubtedPrice | undefined {
    const price = this.#state.acceptance.doubtedPrice(code);
    return price === undefined ? undefined : { points: price.mid, at: price.at };
  }

  /** What is held now, by reason: `heldBy` of every instrument. */
  get heldNow(): HeldNow {
    const found = new Map<HeldBy, string[]>();
    const { held, triangles } = this.#state;
    if (this.#unstored !== 'all' && this.#unstored.size === 0 && held.size === 0 && triangles.drifting.length === 0)
      return found;
    for (const { code } of this.#options.instruments) {
      const reason = this.heldBy(code);
      if (reason !== undefined) found.set(reason, [...(found.get(reason) ?? []), code]);
    }
    return found;
  }

  /** Crosses that contradict their legs now. */
  get drifting(): readonly string[] {
    return this.#state.triangles.drifting;
  }

  /** Minutes cannot be stored: nothing is traded on prices that nobody could prove. */
  holdUnstored(): void {
    this.#unstored = 'all';
  }

  /** Minutes are stored again, except the prices of these instruments. */
  releaseStored(except: readonly string[]): void {
    this.#unstored = new Set(except);
  }

  /** These ticks are durable, in the order of the sequencer: people may see them. */
  published(ticks: readonly (Tick & { readonly volume?: number })[]): void {
    const { pending } = this.#state;
    for (const tick of ticks) {
      this.#publish(this.#state, { ...tick, volume: tick.volume ?? 0 });
      const minute = minuteOf(tick.at);
      const left = (pending.get(minute) ?? 0) - 1;
      if (0 < left) pending.set(minute, left);
      else pending.delete(minute);
    }
  }

  lastTick(code: string): Tick | undefined {
    return this.#state.sequenced.get(code)?.tick;
  }

  lastGapEndedAt(code: string, limitMs: number): number {
    return gapEndedAt(this.#state.sequenced.get(code)?.silences ?? [], limitMs);
  }

  sessionEndsAt(code: string, at: number): number | undefined {
    const position = this.#positions.get(code);
    if (position === undefined) return undefined;
    const feed = this.#feedOf[position];
    // It is not on offer: no price comes.
    if (feed === undefined) return undefined;
    if (feed.sessionEndsAt !== undefined) return feed.sessionEndsAt(code, at);
    const { calendar } = this.#options.instruments[position]!;
    return calendar === 'always' ? Number.POSITIVE_INFINITY : sessionAt(calendar, at)?.endsAt;
  }

  /** A live source may be slow; what is older than its instrument allows is no tick any more. */
  lateMs(code: string): number {
    const position = this.#positions.get(code);
    if (position === undefined || this.#feedOf[position]?.keepsPast !== false) return 0;
    return this.#options.instruments[position]!.stalenessMs;
  }

  /**
   * Published ticks that the last load or reload read from the database, once: the last one of each
   * instrument in the closed minutes, then all since. Whatever shows prices starts from them.
   */
  takeRestored(): readonly TapeTick[] {
    return this.#restored.splice(0);
  }

  /**
   * Closes minutes that are over and whose every tick is durable, the oldest first; call it several
   * times a second. A minute that needs many bars of a source is closed over several calls.
   */
  closeMinutes(now: number): ClosedMinute[] {
    const state = this.#state;
    state.closing ??= this.#beginClosing(state, now);
    const { closing } = state;
    if (closing === undefined) return [];
    if (!this.#closeSome(state, closing)) return [];
    state.closing = undefined;
    state.closedTo = closing.at + MINUTE_MS;
    const minute = state.open.get(closing.at) ?? new OpenMinute(closing.at);
    state.open.delete(closing.at);
    if (minute.buffer.count === 0 && closing.bars.length === 0) return [];
    return [{ at: closing.at, ticks: minute.buffer.take(), bars: closing.bars, silences: [...minute.silences] }];
  }

  #beginClosing(state: State, now: number): Closing | undefined {
    const newest = minuteOf(now - CLOSE_GRACE_MS) - MINUTE_MS;
    state.acceptance.closeBefore(newest + MINUTE_MS);
    const oldest = Math.min(newest, ...state.open.keys(), ...state.pending.keys());
    if (oldest < state.closedTo || state.pending.has(oldest)) return undefined;
    return { at: oldest, bars: [], next: 0 };
  }

  /** Continues where the last call stopped; true once every instrument is done. */
  #closeSome(state: State, closing: Closing): boolean {
    let repairs = 0;
    const repair = (position: number, interval: number, at: number): Bar | undefined => {
      repairs += isLong[interval] ? REPAIRS_FOR_A_DAY : 1;
      const range = { from: at, to: at + 1, limit: 1 };
      const code = this.#options.instruments[position]!.code;
      const bar = this.#feedOf[position]?.bars(code, INTERVALS[interval]!, range)[0];
      return bar !== undefined && isSound(bar) ? bar : undefined;
    };
    const watch = { from: state.watch.watchedFrom, repair };
    const minute = state.open.get(closing.at);
    while (closing.next < state.builders.length && repairs < REPAIRS_PER_CALL_MAX) {
      const builder = state.builders[closing.next]!;
      // Longer bars may have ended during the minutes without any tick.
      if (state.closedTo < closing.at) builder.closeMinute(closing.at, undefined, watch, closing.bars);
      builder.closeMinute(closing.at + MINUTE_MS, minute?.bars[closing.next], watch, closing.bars);
      closing.next += 1;
    }
    return closing.next === state.builders.length;
  }

  #restore(stored: StoredTape, now: number): State {
    const { instruments } = this.#options;
    this.#restored = [];
    const state: State = {
      acceptance: this.#acceptance(),
      sequenced: new Map(),
      held: new Map(),
      triangles: new TriangleMonitor(instruments),
      published: [],
      builders: instruments.map((_, position) => new CandleBuilder(position)),
      open: new Map(),
      pending: new Map(),
      watch: { closedTo: stored.closedTo, watchedFrom: Math.ceil(now / MINUTE_MS) * MINUTE_MS },
      closedTo: stored.closedTo,
      closing: undefined,
    };
    state.acceptance.closeBefore(stored.closedTo);
    for (const [position, { code }] of instruments.entries()) {
      for (const [interval, bar] of stored.running.get(code) ?? []) state.builders[position]!.restore(interval, bar);
      const head = stored.heads.get(code);
      if (head === undefined) continue;
      state.sequenced.set(code, { ...head });
      state.published[position] = { ...head };
      state.acceptance.restore(head.tick);
      this.#restored.push({ ...head.tick, volume: 0 });
    }
    for (const tick of stored.ticks) {
      // The instrument has left the catalogue since: its last minute cannot be shown any more.
      if (!this.#positions.has(tick.code)) continue;
      advance(this.#headOf(state, tick.code), tick);
      this.#publish(state, tick);
      this.#restored.push(tick);
      state.acceptance.restore(tick);
    }
    return state;
  }

  /** What is simulated or recorded jumps where it was not watched; nothing of that is a split. */
  #acceptance(): Acceptance {
    const { instruments, changes = NO_CHANGES } = this.#options;
    const isLive = ({ code }: Instrument): boolean => {
      const position = this.#positions.get(code);
      return position !== undefined && this.#feedOf[position]?.keepsPast === false;
    };
    return new Acceptance(instruments, {
      changes,
      confirmsItself: (instrument) => !isSplittable(instrument) || !isLive(instrument),
    });
  }

  #publish(state: State, tick: TapeTick): void {
    const position = this.#positions.get(tick.code);
    if (position === undefined) throw new RangeError(`no instrument ${tick.code}`);
    const head = state.published[position];
    const at = minuteOf(tick.at);
    let minute = state.open.get(at);
    if (minute === undefined) {
      minute = new OpenMinute(at);
      state.open.set(at, minute);
    }
    minute.push(position, tick);
    const silences = head?.tick === undefined ? [] : silencesAfter(head.silences, head.tick, tick);
    if (0 < silences.length && silences !== head?.silences) minute.silences.set(position, silences);
    state.published[position] = { tick, silences };
  }

  #headOf(state: State, code: string): Head {
    let head = state.sequenced.get(code);
    if (head === undefined) {
      head = { tick: undefined, silences: [] };
      state.sequenced.set(code, head);
    }
    return head;
  }
}

const isLong = INTERVALS.map((interval) => INTERVAL_MS['1d'] <= INTERVAL_MS[interval]);

const codesOf = (options: TapeOptions): string[] => options.instruments.map(({ code }) => code);

function advance(head: Head, tick: Tick): void {
  const before = head.tick;
  if (tick.seq !== (before?.seq ?? 0) + 1) throw new RangeError(`${tick.code} misses a tick before ${tick.seq}`);
  if (before !== undefined) head.silences = silencesAfter(head.silences, before, tick);
  head.tick = tick;
}
