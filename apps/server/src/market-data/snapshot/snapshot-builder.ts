import type { SnapshotRow } from '@glasshouse/api/schemas/market-row';
import type { Ratio } from '@glasshouse/rules/corporate-actions';
import type { MarketFrame } from '../../kernel/core/bus.ts';
import type { Tick } from '../../kernel/core/types.ts';
import type { Bar } from '../candles/candles.ts';
import { INTERVAL_MS, INTERVALS } from '../candles/intervals.ts';
import { RECENT_MINUTES_MAX, type RecentBars } from '../candles/recent-bars.ts';
import { splitBar } from '../candles/split-bar.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { ClosedBar } from '../tape/candle-builder.ts';
import { NO_CHANGES, type PriceChanges } from '../tape/price-changes.ts';
import { DayWindow } from './day-window.ts';
import { snapshotRow } from './snapshot-row.ts';

export const FRAME_MS = 250;
/**
 * Rows with `recent` in one frame: the last minute of all instruments goes out over the next few
 * frames.
 */
const RECENT_ROWS_PER_FRAME_MAX = 150;
/** Calendars are asked this often whether an instrument is open. */
const OPEN_CHECK_MS = 1_000;
const MINUTE = INTERVALS.indexOf('1m');
const FIVE_MINUTES = INTERVALS.indexOf('5m');

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

export interface SnapshotBuilderOptions {
  /** The first ones of the tape, in its order: closed bars name an instrument by its position. */
  readonly instruments: readonly Instrument[];
  readonly isOpen: (code: string, at: number) => boolean;
  readonly now: number;
  /** Splits: what was before one is shown as after it. */
  readonly changes?: PriceChanges;
}

const FIVE_MINUTES_MS = INTERVAL_MS['5m'];

function rescale(line: Line, ratio: Ratio): void {
  line.day.rescale(ratio);
  for (const [index, { at, close }] of line.recent.entries()) {
    line.recent[index] = { at, close: Math.max(1, Math.round((close * ratio.denominator) / ratio.numerator)) };
  }
}

type PublishedTick = Tick & { readonly volume?: number };

/** Builds the market snapshot out of published ticks, and frames of what changed in it. */
export class SnapshotBuilder {
  readonly #changes: PriceChanges;
  readonly #isOpen: SnapshotBuilderOptions['isOpen'];
  readonly #lines: readonly Line[];
  readonly #positions: ReadonlyMap<string, number>;
  readonly #changed = new Set<number>();
  readonly #recentDue = new Set<number>();
  #seq: number;
  #lastFrameAt = 0;
  #openCheckedAt = 0;
  #isFirst = true;

  constructor({ instruments, isOpen, now, changes = NO_CHANGES }: SnapshotBuilderOptions) {
    this.#changes = changes;
    this.#isOpen = isOpen;
    this.#lines = instruments.map((instrument) => ({
      instrument,
      day: new DayWindow(instrument.calendar !== 'always'),
      recent: [],
      tick: undefined,
      open: false,
      stale: false,
    }));
    this.#positions = new Map(instruments.map(({ code }, position) => [code, position]));
    // Frames keep rising over restarts: there are never more than four a second.
    this.#seq = Math.floor(now / FRAME_MS);
  }

  /**
   * Starts from the ticks that the tape read from the database, at the start and again after the
   * database failed. Bars that were closed before then are durable and stay; the next frame is
   * full.
   */
  restart(ticks: readonly PublishedTick[]): void {
    for (const line of this.#lines) {
      line.day.forgetLive();
      line.tick = undefined;
      line.open = false;
      line.stale = false;
    }
    this.#changed.clear();
    this.#recentDue.clear();
    this.#lastFrameAt = 0;
    this.#openCheckedAt = 0;
    this.#isFirst = true;
    this.publish(ticks);
  }

  publish(ticks: readonly PublishedTick[]): void {
    for (const tick of ticks) {
      const position = this.#positions.get(tick.code);
      if (position === undefined) continue;
      const line = this.#lines[position]!;
      const ratio = line.tick === undefined ? undefined : this.#changes.ratioBetween(tick.code, line.tick.at, tick.at);
      if (ratio !== undefined) rescale(line, ratio);
      line.tick = tick;
      line.day.tick(tick.mid, tick.volume ?? 0, tick.at);
      this.#changed.add(position);
    }
  }

  /**
   * A minute is closed, and with it these bars; minutes feed the sparkline, five minutes the day.
   */
  closeMinute(bars: readonly ClosedBar[]): void {
    for (const { instrument: position, interval, bar } of bars) {
      // The tape records more instruments than are shown; those that are come first.
      const line = this.#lines[position];
      if (line === undefined) continue;
      if (interval === FIVE_MINUTES) line.day.push(this.#afterSplit(line, bar));
      // A minute that was closed, but not yet stored when the tape was read again, closes twice.
      if (interval !== MINUTE || bar.at <= (line.recent.at(-1)?.at ?? 0)) continue;
      line.recent.push({ at: bar.at, close: bar.close });
      if (RECENT_MINUTES_MAX < line.recent.length) line.recent.shift();
      this.#recentDue.add(position);
    }
    for (const line of this.#lines) line.day.roll();
  }

  /**
   * Bars from before the tape began. A live source may fill in the same time again when it has more
   * of it; what the tape closed itself stays.
   */
  fill(code: string, { fives, minutes }: RecentBars): void {
    const position = this.#positions.get(code);
    if (position === undefined) return;
    const line = this.#lines[position]!;
    line.day.fill(fives.map((bar) => this.#afterSplit(line, bar)));
    const known = new Set(line.recent.map(({ at }) => at));
    const shown = minutes.map((bar) => this.#afterSplit(line, bar));
    line.recent.push(...shown.filter(({ at }) => !known.has(at)).map(({ at, close }) => ({ at, close })));
    line.recent.sort((left, right) => left.at - right.at);
    line.recent.splice(0, Math.max(0, line.recent.length - RECENT_MINUTES_MAX));
    this.#changed.add(position);
    this.#recentDue.add(position);
  }

  /**
   * A bar that began before a split, on the basis after it; of one over it only the close is known.
   */
  #afterSplit({ instrument, tick }: Line, bar: Bar): Bar {
    const { code } = instrument;
    if (tick === undefined) return bar;
    const within = this.#changes.ratioBetween(code, bar.at, Math.min(tick.at, bar.at + FIVE_MINUTES_MS - 1));
    if (within !== undefined) return { ...bar, open: bar.close, high: bar.close, low: bar.close };
    const ratio = this.#changes.ratioBetween(code, bar.at, tick.at);
    return ratio === undefined ? bar : splitBar(bar, ratio);
  }

  /** What changed since the last frame, at most four times a second; undefined when nothing did. */
  frame(now: number): MarketFrame | undefined {
    if (now - this.#lastFrameAt < FRAME_MS) return undefined;
    this.#checkTime(now);
    const full = this.#isFirst;
    const positions = full ? this.#lines.keys() : this.#due();
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
  #due(): Set<number> {
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
    const { instrument, tick, day, recent, open, stale } = this.#lines[position]!;
    const { code } = instrument;
    const row = snapshotRow({ code, tick, day: day.figures(), lastClose: day.lastClose, open, stale });
    const isDue = this.#recentDue.delete(position);
    return full || isDue ? { ...row, recent: recent.map(({ close }) => close), day: day.points() } : row;
  }

  /** Opening, closing and going stale change a row although no tick came. */
  #checkTime(now: number): void {
    const checksOpen = OPEN_CHECK_MS <= now - this.#openCheckedAt;
    if (checksOpen) this.#openCheckedAt = now;
    for (const [position, line] of this.#lines.entries()) {
      const open = checksOpen ? this.#isOpen(line.instrument.code, now) : line.open;
      const age = line.tick === undefined ? Number.POSITIVE_INFINITY : now - line.tick.at;
      const stale = open && line.instrument.stalenessMs < age;
      if (open === line.open && stale === line.stale) continue;
      line.open = open;
      line.stale = stale;
      this.#changed.add(position);
    }
  }
}
