import type { MarketFrame, SnapshotRow } from '../../kernel/bus.ts';
import type { Tick } from '../../kernel/types.ts';
import type { Bar } from '../candles/candles.ts';
import { RECENT_MINUTES_MAX } from '../candles/recent-bars.ts';
import type { Instrument } from '../instruments/instrument.ts';
import { DayWindow } from './day-window.ts';

export const FRAME_MS = 250;
/** Rows with `recent` in one frame: the last minute of all instruments goes out over the next few frames. */
const RECENT_ROWS_PER_FRAME_MAX = 150;
/** Calendars are asked this often whether an instrument is open. */
const OPEN_CHECK_MS = 1_000;

/** Opening time of a minute and its close. */
interface MinuteClose {
  readonly at: number;
  readonly close: number;
}

interface Line {
  readonly instrument: Instrument;
  readonly day: DayWindow;
  /** The last minutes, oldest first. */
  readonly recent: MinuteClose[];
  tick: Tick | undefined;
  open: boolean;
  stale: boolean;
}

export interface BoardOptions {
  readonly instruments: readonly Instrument[];
  readonly isOpen: (position: number, at: number) => boolean;
  readonly now: number;
  /** The board that this one takes over from: what it knows of the past is durable and stays true. */
  readonly before: Board | undefined;
}

/** What the market list shows, made of published ticks only. Gives frames of what changed. */
export class Board {
  readonly #options: BoardOptions;
  readonly #lines: readonly Line[];
  readonly #changed = new Set<number>();
  readonly #recentDue = new Set<number>();
  #seq: number;
  #lastFrameAt = 0;
  #openCheckedAt = 0;
  #isFirst = true;

  constructor(options: BoardOptions) {
    this.#options = options;
    const { before, instruments } = options;
    const past = before === undefined ? undefined : before.#past();
    this.#lines = instruments.map((instrument, position) => ({
      instrument,
      day: past?.lines[position]?.day ?? new DayWindow(instrument.calendar !== 'always'),
      recent: past?.lines[position]?.recent ?? [],
      tick: undefined,
      open: false,
      stale: false,
    }));
    // Numbers of frames go on rising over restarts: there are never more than four a second.
    this.#seq = Math.max(past?.seq ?? 0, Math.floor(options.now / FRAME_MS));
  }

  #past(): { lines: readonly Line[]; seq: number } {
    // Ticks since the last closed minute are published again from the journal.
    for (const line of this.#lines) line.day.forgetLive();
    return { lines: this.#lines, seq: this.#seq };
  }

  tick(position: number, tick: Tick & { readonly volume?: number }): void {
    const line = this.#lines[position]!;
    line.tick = tick;
    line.day.tick(tick.mid, tick.volume ?? 0, tick.at);
    this.#changed.add(position);
  }

  /** A bar of any interval is closed; minutes feed the sparkline, five minutes the day. */
  barClosed({ instrument, interval, bar }: { instrument: number; interval: number; bar: Bar }): void {
    const line = this.#lines[instrument]!;
    if (interval === 0) {
      // A minute that was closed, but not yet stored when the tape was read again, closes twice.
      if (bar.at <= (line.recent.at(-1)?.at ?? 0)) return;
      line.recent.push({ at: bar.at, close: bar.close });
      if (RECENT_MINUTES_MAX < line.recent.length) line.recent.shift();
      this.#recentDue.add(instrument);
    } else if (interval === 1) {
      line.day.push(bar);
    }
  }

  /**
   * What was before the tape began: closed bars of five minutes for the day, and of minutes, oldest first. A live source may
   * fill in the same time again when it has more of it; what the tape closed itself stays.
   */
  fill(position: number, past: { readonly fives: readonly Bar[]; readonly minutes: readonly Bar[] }): void {
    const line = this.#lines[position]!;
    line.day.fill(past.fives);
    const known = new Set(line.recent.map(({ at }) => at));
    line.recent.push(...past.minutes.filter(({ at }) => !known.has(at)).map(({ at, close }) => ({ at, close })));
    line.recent.sort((left, right) => left.at - right.at);
    line.recent.splice(0, Math.max(0, line.recent.length - RECENT_MINUTES_MAX));
    this.#changed.add(position);
    this.#recentDue.add(position);
  }

  minuteClosed(): void {
    for (const line of this.#lines) line.day.roll();
  }

  frame(now: number): MarketFrame | undefined {
    if (now - this.#lastFrameAt < FRAME_MS) return undefined;
    this.#watch(now);
    const full = this.#isFirst;
    const positions = full ? this.#lines.keys() : this.#take();
    const rows: SnapshotRow[] = [];
    for (const position of positions) rows.push(this.#row(position, full));
    this.#changed.clear();
    if (rows.length === 0) return undefined;
    this.#lastFrameAt = now;
    this.#isFirst = false;
    this.#seq = Math.max(this.#seq + 1, Math.floor(now / FRAME_MS));
    return { seq: this.#seq, at: now, full, rows };
  }

  /** Changed rows and a share of those whose sparkline is due. */
  #take(): Set<number> {
    const positions = new Set(this.#changed);
    let due = RECENT_ROWS_PER_FRAME_MAX;
    for (const position of this.#recentDue) {
      if (due === 0) break;
      positions.add(position);
      due -= 1;
    }
    return positions;
  }

  #row(position: number, full: boolean): SnapshotRow {
    const line = this.#lines[position]!;
    const { tick } = line;
    const day = line.day.figures();
    const isDue = this.#recentDue.delete(position);
    return {
      code: line.instrument.code,
      seq: tick?.seq ?? 0,
      at: tick?.at ?? 0,
      // Before the first tick the source's last close is shown; nothing can be traded on it.
      mid: tick?.mid ?? line.day.lastClose ?? 0,
      bid: tick?.bid ?? 0,
      ask: tick?.ask ?? 0,
      reference24: day.reference,
      high24: day.high,
      low24: day.low,
      volume24: day.volume,
      open: line.open,
      stale: line.stale,
      ...(full || isDue ? { recent: line.recent.map(({ close }) => close) } : {}),
    };
  }

  /** Opening, closing and going stale change a row although no tick came. */
  #watch(now: number): void {
    const checksOpen = OPEN_CHECK_MS <= now - this.#openCheckedAt;
    if (checksOpen) this.#openCheckedAt = now;
    for (const [position, line] of this.#lines.entries()) {
      const open = checksOpen ? this.#options.isOpen(position, now) : line.open;
      const age = line.tick === undefined ? Number.POSITIVE_INFINITY : now - line.tick.at;
      const stale = open && line.instrument.stalenessMs < age;
      if (open === line.open && stale === line.stale) continue;
      line.open = open;
      line.stale = stale;
      this.#changed.add(position);
    }
  }
}
