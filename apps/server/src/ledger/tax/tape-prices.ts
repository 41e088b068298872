import type { ReportCurrency } from '@glasshouse/api/constants';
import {
  type Amount,
  divFloor,
  mulPriceFloor,
  PRICE_DECIMALS,
  type Price,
  priceOfPoints,
} from '@glasshouse/rules/money';
import type { Pool } from '../../platform/postgres.ts';

/** A tick of the tape: by its number anybody can ask for its receipt. */
export interface TapeQuote {
  readonly code: string;
  readonly seq: number;
  readonly at: number;
  readonly price: Price;
}

export interface TapePricesDeps {
  readonly pool: Pool;
  /** Number of the last tick at or before a time, within an hour or so. */
  readonly tickBefore: (query: { readonly code: string; readonly at: number }) => Promise<number | undefined>;
  readonly tickOf: (query: {
    readonly code: string;
    readonly seq: number;
  }) => Promise<{ readonly mid: number; readonly precision: number; readonly at: number } | undefined>;
}

const HOUR_MS = 3_600_000;
const PRICE_ONE = 10n ** BigInt(PRICE_DECIMALS);

/** The last tick of an instrument at or before a time, however long its market was closed. */
export async function lastTick(deps: TapePricesDeps, code: string, at: number): Promise<TapeQuote | undefined> {
  const { rows } = await deps.pool.query<{ hour_at: number }>(
    'select hour_at from tape_marks where code = $1 and minute_at <= $2 order by hour_at desc limit 1',
    [code, at],
  );
  const hour = rows[0]?.hour_at;
  const near = hour === undefined ? at : Math.min(at, Number(hour) + HOUR_MS - 1);
  // What is not in a closed minute yet is newer than every mark.
  const seq = (await deps.tickBefore({ code, at })) ?? (await deps.tickBefore({ code, at: near }));
  const tick = seq === undefined ? undefined : await deps.tickOf({ code, seq });
  if (seq === undefined || tick === undefined || tick.mid <= 0) return undefined;
  return { code, seq, at: tick.at, price: priceOfPoints(tick.mid, tick.precision) };
}

/** The market that prices a currency against the dollar, and whether it counts dollars per unit. */
const MARKETS: { readonly [Name in ReportCurrency]?: { readonly code: string; readonly perUnit: boolean } } = {
  EUR: { code: 'EURUSD', perUnit: true },
  GBP: { code: 'GBPUSD', perUnit: true },
  AUD: { code: 'AUDUSD', perUnit: true },
  JPY: { code: 'USDJPY', perUnit: false },
  CHF: { code: 'USDCHF', perUnit: false },
  CAD: { code: 'USDCAD', perUnit: false },
  HKD: { code: 'USDHKD', perUnit: false },
  SGD: { code: 'USDSGD', perUnit: false },
  THB: { code: 'USDTHB', perUnit: false },
};

/** The market behind a currency; USDT and the dollar need none. */
export const marketOf = (currency: ReportCurrency): string | undefined => MARKETS[currency]?.code;

/**
 * USDT in the report's currency, rounded toward zero, so that a loss is the mirror of a gain. One
 * USDT counts as one dollar: no market here prices one in the other.
 */
export function inCurrency(currency: ReportCurrency, usdt: Amount, quote: TapeQuote | undefined): Amount {
  const market = MARKETS[currency];
  if (market === undefined) return usdt;
  if (quote === undefined) throw new Error(`no price of ${currency}`);
  const size = usdt < 0n ? (-usdt as Amount) : usdt;
  const value = market.perUnit ? (divFloor(size * PRICE_ONE, quote.price) as Amount) : mulPriceFloor(size, quote.price);
  return usdt < 0n ? (-value as Amount) : value;
}

/** The most that a report remembers: four years of days for each of a hundred instruments. */
const QUOTES_MAX = 150_000;

/** Prices of days, each asked for once. */
export class DayPrices {
  readonly #deps: TapePricesDeps;
  readonly #dayEnd: (at: number) => number;
  readonly #now: number;
  readonly #quotes = new Map<string, TapeQuote | null>();

  /** @param now of the report: a day that is not over ends here */
  constructor(deps: TapePricesDeps, report: { readonly dayEnd: (at: number) => number; readonly now: number }) {
    this.#deps = deps;
    this.#dayEnd = report.dayEnd;
    this.#now = report.now;
  }

  /** The last price of the local day of a moment. */
  async load(code: string, at: number): Promise<TapeQuote | undefined> {
    const until = Math.min(this.#dayEnd(at) - 1, this.#now);
    const key = `${code} ${until}`;
    const known = this.#quotes.get(key);
    if (known !== undefined) return known ?? undefined;
    if (QUOTES_MAX <= this.#quotes.size) throw new Error('a report needs more prices than there are days');
    const quote = await lastTick(this.#deps, code, until);
    this.#quotes.set(key, quote ?? null);
    return quote;
  }

  /** What was loaded before. */
  get(code: string, at: number): TapeQuote | undefined {
    return this.#quotes.get(`${code} ${Math.min(this.#dayEnd(at) - 1, this.#now)}`) ?? undefined;
  }

  /** Every price found, in order of market and time. */
  all(): TapeQuote[] {
    const found = [...this.#quotes.values()].filter((quote) => quote !== null);
    const unique = new Map(found.map((quote) => [`${quote.code} ${quote.seq}`, quote]));
    return [...unique.values()].sort((left, right) =>
      left.code === right.code ? left.seq - right.seq : left.code < right.code ? -1 : 1,
    );
  }
}

/** The value of a coin in USDT at a price, rounded down. */
export const worthAt = (amount: Amount, quote: TapeQuote): Amount => mulPriceFloor(amount, quote.price);
