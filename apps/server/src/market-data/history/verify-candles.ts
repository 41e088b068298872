import type { HashedTick } from '@glasshouse/rules/tick-hash';
import type { Reader } from '../../platform/paged-rows.ts';
import { MINUTE_CANDLE_DAYS_MIN, minutesKeptFrom } from '../candles/candle-retention.ts';
import { minutesOf } from '../candles/candles.ts';
import { barStart, INTERVAL_MS, INTERVALS, type Interval } from '../candles/intervals.ts';
import { type Watch, type Watches, watchesOf } from '../tape/watches.ts';

const FINDINGS_MAX = 50;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

interface Row extends Prices {
  readonly code: string;
  readonly at: number;
}

export interface CandleReport {
  readonly findings: readonly string[];
  /** Bars that are not judged: not watched from their beginning, or no longer kept. */
  readonly listed: readonly string[];
}

/** Bars of one interval while the tape is read, by code. */
interface Running {
  readonly interval: Interval;
  at: number;
  /** Its minutes that were thinned, and in how many of them each instrument still has its ticks. */
  thinned: number;
  keptIn: Map<string, number>;
  bars: Map<string, Prices>;
  /** Stored bars up to here were compared. */
  comparedTo: number;
}

/**
 * Recomputes the bars of every interval from the ticks of the signed tape: each that is stored must
 * be that of its ticks, and where there are ticks there must be one. Where every price was held, or
 * the market was closed, there are neither. Bars that were open when the server started hold prices
 * of the source that were never on the tape, old minutes are dropped, and so may be the ticks that
 * a bar was made of: all of them are counted. Starts are log entries.
 */
export class CandleCheck {
  readonly #reader: Reader;
  readonly #now: number;
  /** One-minute bars from before may have been dropped. */
  #keptFrom: number | undefined;
  readonly #findings: string[] = [];
  readonly #running: readonly Running[] = INTERVALS.map((interval) => ({
    interval,
    at: Number.NEGATIVE_INFINITY,
    thinned: 0,
    keptIn: new Map(),
    bars: new Map(),
    comparedTo: Number.NEGATIVE_INFINITY,
  }));
  readonly #codes = new Set<string>();
  #watches: Watches | undefined;
  /** Bars that are excused: by starts, and from before starts were in the log. */
  #listed = 0;
  readonly #starts = new Set<number>();
  #unnoted = 0;
  #dropped = 0;
  /** Bars of thinned minutes. */
  #unknown = 0;
  #everyCode: readonly string[] | undefined;
  #closedTo = Number.NEGATIVE_INFINITY;

  constructor(reader: Reader, now: number) {
    this.#reader = reader;
    this.#now = now;
  }

  /**
   * Ticks of one closed minute of the tape; minutes come in order. `isThinned`: of some instruments
   * they are no longer there.
   */
  async ticks(minuteAt: number, ticks: readonly HashedTick[], isThinned = false): Promise<void> {
    const minute = new Map<string, Prices>();
    for (const { code, mid } of ticks) addTo(minute, code, { open: mid, high: mid, low: mid, close: mid });
    for (const code of minute.keys()) this.#codes.add(code);
    for (const running of this.#running) {
      const at = barStart(running.interval, minuteAt);
      if (running.at !== at) {
        await this.#compare(running);
        if (running.comparedTo === Number.NEGATIVE_INFINITY) running.comparedTo = at - 1;
        running.at = at;
        running.bars = new Map();
        running.thinned = 0;
        running.keptIn = new Map();
      }
      for (const [code, prices] of minute) addTo(running.bars, code, prices);
      if (!isThinned) continue;
      running.thinned += 1;
      for (const code of minute.keys()) running.keptIn.set(code, (running.keptIn.get(code) ?? 0) + 1);
    }
    this.#closedTo = minuteAt + MINUTE_MS;
  }

  async finish(): Promise<CandleReport> {
    for (const running of this.#running)
      if (running.at + INTERVAL_MS[running.interval] <= this.#closedTo) await this.#compare(running);
    const listed: string[] = [];
    const what = 'hold prices of their source that are not on the tape, or are missing';
    if (0 < this.#listed) {
      const first = new Date(Math.min(...this.#starts)).toISOString();
      listed.push(
        `candles: ${this.#listed} bars that were open at one of ${this.#starts.size} starts, the first before ${first}, ${what}`,
      );
    }
    if (0 < this.#unknown) listed.push(`candles: ${this.#unknown} bars whose ticks are no longer all kept`);
    if (0 < this.#dropped) listed.push(`candles: ${this.#dropped} minutes that are no longer kept`);
    if (0 < this.#unnoted) listed.push(`candles: ${this.#unnoted} bars from before starts were in the log ${what}`);
    return { findings: this.#findings, listed };
  }

  /** The bars that ended, and none beside them since the ones before. */
  async #compare(running: Running): Promise<void> {
    const { interval, at, bars, comparedTo } = running;
    if (at === Number.NEGATIVE_INFINITY) return;
    running.comparedTo = at;
    const { rows } = await this.#reader.query<Row>(
      `select c.code, c.at, c.open, c.high, c.low, c.close from unnest($1::text[]) as wanted(code)
         join candles c on c.code = wanted.code and c.minutes = $2 and c.at > $3 and c.at <= $4`,
      [await this.#codesOf(running), minutesOf(interval), comparedTo, at],
    );
    const missing = new Map(bars);
    for (const row of rows) {
      if (row.at === at && (running.keptIn.get(row.code) ?? 0) < running.thinned) {
        missing.delete(row.code);
        this.#unknown += 1;
        continue;
      }
      // From before the first tick of it that is on the tape.
      if (!this.#codes.has(row.code)) continue;
      const bar = row.at === at ? bars.get(row.code) : undefined;
      if (row.at === at) missing.delete(row.code);
      if (bar !== undefined && PARTS.every((part) => bar[part] === row[part])) continue;
      await this.#judge(running, row, 'is not that of its ticks');
    }
    for (const code of missing.keys()) {
      if (interval === '1m' && at < (await this.#minutesKeptFrom())) this.#dropped += 1;
      else await this.#judge(running, { code, at }, 'is missing, though it has ticks');
    }
  }

  /** Those on the tape so far; of thinned minutes also those whose ticks may have been in them. */
  async #codesOf({ thinned }: Running): Promise<string[]> {
    if (thinned === 0) return [...this.#codes];
    if (this.#everyCode === undefined) {
      const { rows } = await this.#reader.query<{ code: string }>('select code from tape_heads');
      this.#everyCode = rows.map(({ code }) => code);
    }
    return [...new Set([...this.#codes, ...this.#everyCode])];
  }

  async #minutesKeptFrom(): Promise<number> {
    // Sooner than this no setting drops them, whatever the table says.
    const latest = this.#now - MINUTE_CANDLE_DAYS_MIN * DAY_MS;
    this.#keptFrom ??= Math.min(latest, await minutesKeptFrom(this.#reader, this.#now));
    return this.#keptFrom;
  }

  async #judge({ interval }: Running, { code, at }: Pick<Row, 'code' | 'at'>, what: string): Promise<void> {
    if (await this.#excuses(at, INTERVAL_MS[interval])) return;
    const name = interval === '1m' ? 'minute' : `${interval} bar`;
    const sentence = `candles: the ${name} ${new Date(at).toISOString()} of ${code} ${what}`;
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(sentence);
  }

  /** Counts a bar that was not watched from its beginning; false for one that was. */
  async #excuses(at: number, length: number): Promise<boolean> {
    this.#watches ??= await watchesOf(this.#reader);
    const { logged, unlogged } = this.#watches;
    const covers = ({ closedTo, watchedFrom }: Watch): boolean => at < watchedFrom && closedTo < at + length;
    // Once starts are in the log, nothing else excuses a bar.
    if (isBefore(logged[0], at + length)) {
      const isExcused = isBefore(unlogged[0], at + length) || unlogged.some(covers);
      if (isExcused) this.#unnoted += 1;
      return isExcused;
    }
    const watch = logged.find(covers);
    if (watch === undefined) return false;
    this.#listed += 1;
    this.#starts.add(watch.watchedFrom);
    return true;
  }
}

const isBefore = (first: Watch | undefined, end: number): boolean => first === undefined || end <= first.closedTo;

const PARTS = ['open', 'high', 'low', 'close'] as const;

function addTo(bars: Map<string, Prices>, code: string, { open, high, low, close }: Prices): void {
  const bar = bars.get(code);
  bars.set(code, {
    open: bar?.open ?? open,
    high: Math.max(bar?.high ?? high, high),
    low: Math.min(bar?.low ?? low, low),
    close,
  });
}
