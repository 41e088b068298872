import type { MarketFrame, SnapshotRow } from '../../kernel/bus.ts';
import type { Instrument, MarketType } from '../instruments/instrument.ts';
import { changePercent, priceNumber } from '../instruments/price-figures.ts';

/** What people see of one instrument: its line of the catalogue and the newest row of the board. */
export interface MarketLine {
  readonly instrument: Instrument;
  /** Name of the feed that its prices come from. */
  readonly source: string;
  readonly row: SnapshotRow | undefined;
}

interface Line {
  readonly instrument: Instrument;
  readonly source: string;
  row: SnapshotRow | undefined;
  recent: readonly number[];
  /** `hundred` of the row as JSON: it changes once a minute, and is nine tenths of the text. Undefined when it must be written again. */
  recentJson: string | undefined;
  /** The row of `listMarkets`; undefined when it must be written again. */
  json: string | undefined;
}

/** The newest row of every instrument, kept in main from the frames of the core. */
export class MarketCache {
  readonly #lines: Line[];
  readonly #byCode = new Map<string, Line>();
  readonly #byId = new Map<number, Line>();
  #version = 0;

  constructor(instruments: readonly Instrument[], sourceOf: (code: string) => string) {
    this.#lines = instruments.map((instrument) => ({
      instrument,
      source: sourceOf(instrument.code),
      row: undefined,
      recent: [],
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
      line.json = undefined;
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
  listed(line: MarketLine): ListedMarket {
    const { code, precision } = line.instrument;
    return { ...quoted(line), hundred: hundredOf(this.#byCode.get(code)?.recent ?? [], precision) };
  }

  /** How many rows `listJson` has for these types (none: all). */
  count(types: ReadonlySet<number>): number {
    if (types.size === 0) return this.#lines.length;
    return this.#lines.filter(({ instrument }) => types.has(instrument.type)).length;
  }

  /** The first `limit` rows of these types (none: all) as a JSON array. Only rows that changed are written anew. */
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

const hundredOf = (recent: readonly number[], precision: number): number[] =>
  recent.map((points) => priceNumber(points, precision));

/** As `JSON.stringify(listed(line))`, but its recent prices are written only when they have changed. */
function rowJson(line: Line): string {
  line.recentJson ??= JSON.stringify(hundredOf(line.recent, line.instrument.precision));
  return `${JSON.stringify(quoted(line)).slice(0, -1)},"hundred":${line.recentJson}}`;
}

/** All of a listed market but its recent prices. */
function quoted({ instrument, source, row }: MarketLine): Omit<ListedMarket, 'hundred'> {
  const { id, code, type, name, logo, precision } = instrument;
  // A row with mid 0 has had no price yet.
  const price = row === undefined || row.mid === 0 ? null : priceNumber(row.mid, precision);
  return {
    id,
    code,
    type,
    appName: name,
    logo,
    price,
    nowPrice: price,
    zdf: row === undefined || price === null ? null : changePercent(row.mid, row.reference24),
    open: row?.open ?? false,
    stale: row?.stale ?? true,
    at: row === undefined || row.seq === 0 ? null : row.at,
    source,
    precision,
  };
}

export interface ListedMarket {
  readonly id: number;
  readonly code: string;
  readonly type: MarketType;
  readonly appName: string;
  readonly logo: string | null;
  readonly price: number | null;
  readonly nowPrice: number | null;
  readonly zdf: number | null;
  readonly hundred: number[];
  readonly open: boolean;
  readonly stale: boolean;
  readonly at: number | null;
  readonly source: string;
  readonly precision: number;
}
