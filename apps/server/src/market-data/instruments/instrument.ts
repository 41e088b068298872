/** Market types as the wire numbers them. */
export const MARKET_TYPES = { forex: 1, crypto: 2, stocks: 3, futures: 4, etf: 5, metals: 6 } as const;
export type MarketTypeName = keyof typeof MARKET_TYPES;
export type MarketType = (typeof MARKET_TYPES)[MarketTypeName];
export const MARKET_TYPE_NAMES = Object.keys(MARKET_TYPES) as readonly MarketTypeName[];

/** One line of the catalogue: what can be traded, and by which rules its prices and hours go. */
export interface Instrument {
  /** `BTCUSDT`, `EURUSD`, `AAPL`, `GC`: unique over all types. */
  readonly code: string;
  /** Stable number for the wire's `id`. */
  readonly id: number;
  readonly type: MarketType;
  /** `BTC/USDT`, `Apple Inc.`: what the page shows. */
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  /** Path of the logo on this server, or null: the page then draws initials. */
  readonly logo: string | null;
  /** Decimals of a price: one point is 10^-precision. */
  readonly precision: number;
  /** Units of the base in one lot, decimal text. */
  readonly lotSize: string;
  readonly minLots: string;
  readonly maxLeverage: number;
  /** Key into the calendars (`calendar.ts`): `always`, `forex`, `us-equities`, `cme`… */
  readonly calendar: string;
  /** Spread of the simulated market, in points of the price. */
  readonly spreadPoints: number;
  /**
   * At most one tick in this time: bars of `replay` are split into as many, a live feed passes on
   * the newest, and `sim` has one a second.
   */
  readonly tickMs: number;
  /**
   * How much sooner than the tape somebody may know a price of its source. Left out: its times are
   * exact. Not of the catalogue: the feed says so.
   */
  readonly leadMs?: number;
  /** A price older than this closes the instrument for new orders (10015). */
  readonly stalenessMs: number;
  /** Two ticks further apart than this make a gap: options over it are void. */
  readonly gapLimitMs: number;
  /** A jump of more than this many basis points between two ticks is quarantined. */
  readonly outlierBps: number;
}

/** What may convert a quote currency into dollars, the first choice first: code and direction. */
export const convertersOf = (quote: string) =>
  [
    [`${quote}USDT`, false],
    [`${quote}USD`, false],
    [`USD${quote}`, true],
  ] as const;
