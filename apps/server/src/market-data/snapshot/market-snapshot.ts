import { RECENT_TICKS_MAX } from '@glasshouse/api/constants';
import type { MarketRow, SnapshotRow } from '@glasshouse/api/schemas/market-row';
import type { MarketFrame } from '../../kernel/core/bus.ts';
import type { Instrument } from '../instruments/instrument.ts';
import { priceNumber } from '../instruments/price-figures.ts';
import { type PublishedTick, RecentTicks } from './recent-ticks.ts';
import { shownFigures } from './snapshot-row.ts';

/** What users see of one instrument: its catalogue entry and its newest row. */
export interface MarketLine {
  readonly instrument: Instrument;
  /** Name of the feed that its prices come from. */
  readonly source: string;
  /** Whether somebody who knows a seed or a recording can compute what comes. */
  readonly predictable: boolean;
  readonly row: SnapshotRow | undefined;
}

interface Line {
  readonly instrument: Instrument;
  readonly source: string;
  readonly predictable: boolean;
  row: SnapshotRow | undefined;
  /** From its first tick on. */
  ticks: RecentTicks | undefined;
  recent: readonly number[];
  /** The day that the change is counted over, in points. */
  day: readonly number[];
  /**
   * `hundred` of the row as JSON: it changes once a minute and is nine tenths of the text.
   * Undefined when it must be serialised again.
   */
  recentJson: string | undefined;
  /** The row of `listMarkets` as JSON; undefined when it must be serialised again. */
  json: string | undefined;
}

/** The newest row of every instrument, kept in main from the frames of the core. */
export class MarketSnapshot {
  readonly #lines: Line[];
  readonly #byCode = new Map<string, Line>();
  readonly #byId = new Map<number, Line>();
  #version = 0;

  constructor(
    instruments: readonly Instrument[],
    sourceOf: (code: string) => string,
    isPredictable: (source: string) => boolean = () => false,
  ) {
    this.#lines = instruments.map((instrument) => ({
      instrument,
      source: sourceOf(instrument.code),
      predictable: isPredictable(sourceOf(instrument.code)),
      row: undefined,
      ticks: undefined,
      recent: [],
      day: [],
      recentJson: undefined,
      json: undefined,
    }));
    for (const line of this.#lines) {
      this.#byCode.set(line.instrument.code, line);
      this.#byId.set(line.instrument.id, line);
    }
  }

  /** Counts frames. */
  get version(): number {
    return this.#version;
  }

  apply(frame: MarketFrame): void {
    for (const row of frame.rows) {
      const line = this.#byCode.get(row.code);
      if (line === undefined) continue;
      line.row = row;
      if (0 < row.seq) {
        line.ticks ??= new RecentTicks(RECENT_TICKS_MAX);
        line.ticks.add([row.seq, row.at, row.mid]);
      }
      line.json = undefined;
      line.day = row.day ?? line.day;
      if (row.recent === undefined) continue;
      line.recent = row.recent;
      line.recentJson = undefined;
    }
    this.#version += 1;
  }

  /** By number or by code, as the wire allows both. */
  find(id: string): MarketLine | undefined {
    return this.#byCode.get(id) ?? (/^\d{1,9}$/.test(id) ? this.#byId.get(Number(id)) : undefined);
  }

  /** Fields that `listMarkets` and `getMarketInfo` share. */
  listed(line: MarketLine): MarketRow {
    const { code, precision } = line.instrument;
    return { ...listed(line), hundred: pricesOf(this.#byCode.get(code)?.recent ?? [], precision) };
  }

  /** The last published ticks of an instrument, of `forMs` before the newest one, oldest first. */
  ticksOf(code: string, forMs: number): readonly PublishedTick[] {
    return this.#byCode.get(code)?.ticks?.list(forMs) ?? [];
  }

  /** Prices of the day of an instrument, oldest first. */
  dayOf(code: string): number[] {
    const line = this.#byCode.get(code);
    return line === undefined ? [] : pricesOf(line.day, line.instrument.precision);
  }

  /**
   * The open markets with a fresh price that changed most: half of `limit` risen and half fallen,
   * as far as there are any. What rose most comes first, what fell most last.
   */
  movers(limit: number): MarketRow[] {
    const all = this.#lines
      .map((line) => ({ line, change: shownFigures(line.row, line.instrument.precision) }))
      .filter(({ change }) => change.open && !change.stale && change.zdf !== null && change.zdf !== 0)
      .sort((left, right) => Math.abs(right.change.zdf ?? 0) - Math.abs(left.change.zdf ?? 0));
    // A coin moves alike in every currency: its strongest market stands for it.
    const bases = new Set<string>();
    const moved = all
      .filter(({ line: { instrument } }) => !bases.has(instrument.base) && bases.add(instrument.base))
      .sort((left, right) => (right.change.zdf ?? 0) - (left.change.zdf ?? 0));
    const half = Math.floor(limit / 2);
    const risen = moved.filter(({ change }) => 0 < (change.zdf ?? 0)).slice(0, half);
    const fallen = moved.filter(({ change }) => (change.zdf ?? 0) < 0).slice(-half);
    return [...risen, ...fallen].map(({ line }) => this.listed(line));
  }

  /** How many rows `listJson` has for these types (none: all). */
  count(types: ReadonlySet<number>): number {
    if (types.size === 0) return this.#lines.length;
    return this.#lines.filter(({ instrument }) => types.has(instrument.type)).length;
  }

  /**
   * The first `limit` rows of these types (none: all) as a JSON array. Only changed rows are
   * serialised again.
   */
  listJson(types: ReadonlySet<number>, limit = Number.POSITIVE_INFINITY): string {
    const rows: string[] = [];
    for (const line of this.#lines) {
      if (limit <= rows.length) break;
      if (0 < types.size && !types.has(line.instrument.type)) continue;
      line.json ??= rowJson(line);
      rows.push(line.json);
    }
    return `[${rows.join(',')}]`;
  }
}

const pricesOf = (recent: readonly number[], precision: number): number[] =>
  recent.map((points) => priceNumber(points, precision));

/**
 * As `JSON.stringify(listed(line))`, but its recent prices are serialised only when they have
 * changed.
 */
function rowJson(line: Line): string {
  line.recentJson ??= JSON.stringify(pricesOf(line.recent, line.instrument.precision));
  return `${JSON.stringify(listed(line)).slice(0, -1)},"hundred":${line.recentJson}}`;
}

/** All of a listed market but its recent prices. */
function listed({ instrument, source, predictable, row }: MarketLine): Omit<MarketRow, 'hundred'> {
  const { id, code, type, name, logo, precision } = instrument;
  const figures = shownFigures(row, precision);
  const at = row === undefined || row.seq === 0 ? null : row.at;
  return {
    id,
    code,
    type,
    appName: name,
    logo,
    ...figures,
    nowPrice: figures.price,
    at,
    source,
    precision,
    ...(predictable ? { predictable } : {}),
  };
}
