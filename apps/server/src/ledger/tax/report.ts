import { code } from '@glasshouse/api/codes';
import type { CostMethodName, ReportCurrency, TaxSection } from '@glasshouse/api/constants';
import type { Holding } from '@glasshouse/rules/average-cost';
import { AVERAGE, FIFO } from '@glasshouse/rules/cost-method';
import type { Lots } from '@glasshouse/rules/lots';
import { type Amount, add, amountOf, subtract, ZERO } from '@glasshouse/rules/money';
import { meaningOf } from '@glasshouse/rules/statement-kinds';
import type { TaxYear } from '@glasshouse/rules/tax-year';
import type { Book } from '../../kernel/core/types.ts';
import { ownAccounts } from '../profit.ts';
import { pricedBy } from '../valuation.ts';
import { TaxEngine, type TaxLine, type TaxWorld } from './engine.ts';
import { type Group, groupsOf } from './entries.ts';
import {
  DayPrices,
  inCurrency,
  lastTick,
  marketOf,
  type TapePricesDeps,
  type TapeQuote,
  worthAt,
} from './tape-prices.ts';

export interface TaxRequest {
  readonly userId: number;
  readonly book: Book;
  readonly year: TaxYear;
  readonly method: CostMethodName;
  readonly currency: ReportCurrency;
  readonly now: number;
}

export interface TaxDeps extends TapePricesDeps {
  /** Decimals of an instrument's price; undefined when the catalogue has no such instrument. */
  readonly precisionOf: (code: string) => number | undefined;
}

/** A sum of lines of one section, product and asset. */
export interface TaxTotal {
  readonly section: TaxSection;
  readonly kind: string;
  readonly asset: string;
  lines: number;
  quantity: Amount;
  value: Amount;
  cost: Amount;
  result: Amount;
}

export interface HeldThen extends Holding {
  /** At the last tick before; null without a price. */
  readonly value: Amount | null;
  readonly quote: TapeQuote | null;
}

/** All of an asset that moved in the year: opening + in − out = closing, to the unit. */
export interface TaxMovement {
  readonly asset: string;
  readonly opening: Amount;
  readonly cameIn: Amount;
  readonly wentOut: Amount;
  readonly closing: Amount;
}

export interface TaxSummary {
  readonly request: TaxRequest;
  /** The end of the year, or of what has happened of it. */
  readonly until: number;
  readonly lines: number;
  readonly totals: readonly TaxTotal[];
  readonly opening: ReadonlyMap<string, HeldThen>;
  readonly closing: ReadonlyMap<string, HeldThen>;
  readonly movements: readonly TaxMovement[];
  readonly quotes: readonly TapeQuote[];
  /** Income and arrivals of coins for which the tape has no price: they count as nothing. */
  readonly unpriced: number;
  /** The lines once more, in pages, in the order of the log. */
  readonly pages: () => AsyncGenerator<readonly TaxLine[]>;
}

/** A year that ends before the first price, or a history that no machine should hold. */
export interface TaxRefusal {
  readonly refused: number;
}

/** Lots held at once, of all coins: about 40 MB. */
export const LOTS_MAX = 200_000;
/** Sums by section, product and asset. */
const TOTALS_MAX = 5_000;

/**
 * The report of a year. The whole history is followed twice: once for the sums, which stand first,
 * and once for the lines, as the reader takes them. Nothing but holdings and sums is kept.
 */
export async function taxReport(deps: TaxDeps, request: TaxRequest): Promise<TaxSummary | TaxRefusal> {
  const ends = await endOf(deps, request);
  const prices = new DayPrices(deps, { dayEnd: request.year.dayEnd, now: request.now });
  const walk = new Walk(deps, request, prices, ends.last);
  const sums = new Sums();
  for await (const { lines, groups } of walk.pages()) {
    if (walk.refused !== undefined) return { refused: walk.refused };
    for (const line of lines) sums.add(line);
    for (const group of groups) sums.move(group);
    if (TOTALS_MAX < sums.totals.size) return { refused: code.reportTooLarge };
  }
  if (walk.refused !== undefined) return { refused: walk.refused };
  const until = Math.min(request.year.to, request.now);
  const opening = await heldThen(deps, request, walk.opening, request.year.from - 1);
  const closing = await heldThen(deps, request, walk.closing, until - 1);
  if (opening === undefined || closing === undefined) return { refused: code.reportPriceMissing };
  const movements = movementsOf(walk, sums);
  for (const { asset, closing: found } of movements) {
    const booked = ends.balances.get(asset) ?? ZERO;
    if (found !== booked) throw new Error(`a report ends with ${found} of ${asset}, the ledger with ${booked}`);
  }
  const quotes = [...opening.values(), ...closing.values()].flatMap(({ quote }) => (quote === null ? [] : [quote]));
  return {
    request,
    until,
    lines: sums.lines,
    totals: [...sums.totals.values()].sort(bySection),
    opening,
    closing,
    movements,
    quotes: uniqueQuotes([...prices.all(), ...quotes]),
    unpriced: sums.unpriced,
    pages: async function* () {
      for await (const { lines } of new Walk(deps, request, prices, ends.last).pages()) {
        if (0 < lines.length) yield lines;
      }
    },
  };
}

/** The last log entry of the year, and what the accounts held after it, in one snapshot. */
async function endOf(
  { pool }: TaxDeps,
  { userId, book, year }: TaxRequest,
): Promise<{ last: number; balances: Map<string, Amount> }> {
  const own = await ownAccounts(pool, { userId, book });
  const { rows } = await pool.query<{ last: number; asset: string | null; amount: string | null }>(
    `with bound as materialized (
       select least((select coalesce(max(seq), 0) from command_log), first_seq_at(to_timestamp($4::bigint / 1000.0)) - 1) as last),
     sums as (
       select asset, balance as amount from accounts where owner = $1 and book = $2
       union all
       select asset, case when from_id = any($3::bigint[]) then amount else 0 end
                   - case when to_id = any($3::bigint[]) then amount else 0 end
         from postings, bound where user_id = $1 and user_id <> 0 and book = $2 and seq > bound.last)
     select bound.last::bigint as last, s.asset, s.amount::text as amount
       from bound left join (select asset, sum(amount) as amount from sums group by asset) s on true`,
    [userId, book, own, year.to],
  );
  const balances = rows.flatMap(({ asset, amount }) =>
    asset === null || amount === null ? [] : [[asset, amountOf(amount)] as const],
  );
  return { last: rows[0]?.last ?? 0, balances: new Map(balances) };
}

interface WalkPage {
  readonly lines: readonly TaxLine[];
  readonly groups: readonly Group[];
}

/** One way through the history of a book. */
class Walk {
  readonly #deps: TaxDeps;
  readonly #request: TaxRequest;
  readonly #prices: DayPrices;
  readonly #through: number;
  readonly #engine: AnyEngine;
  opening = new Map<string, Holding>();
  closing = new Map<string, Holding>();
  refused: number | undefined;

  constructor(deps: TaxDeps, request: TaxRequest, prices: DayPrices, through: number) {
    this.#deps = deps;
    this.#request = request;
    this.#prices = prices;
    this.#through = through;
    const { method, currency } = request;
    const market = marketOf(currency);
    const world = {
      convert: (usdt: Amount, at: number) =>
        inCurrency(currency, usdt, market === undefined ? undefined : prices.get(market, at)),
      worthOf: (asset: string, amount: Amount, at: number) => {
        const quote = prices.get(pricedBy(asset), at);
        return quote === undefined ? null : worthAt(amount, quote);
      },
    };
    this.#engine = ENGINES[method](world);
  }

  /** What happened before the year is followed too, and not told. */
  async *pages(): AsyncGenerator<WalkPage> {
    const { userId, book, year } = this.#request;
    let isBefore = true;
    for await (const page of groupsOf(this.#deps.pool, { userId, book, after: 0, through: this.#through })) {
      if (!(await this.#load(page))) {
        this.refused = code.reportPriceMissing;
        return;
      }
      const lines: TaxLine[] = [];
      const groups: Group[] = [];
      for (const group of page) {
        if (isBefore && year.from <= group.at) {
          this.opening = this.#engine.holdings();
          isBefore = false;
        }
        const made = this.#engine.take(group);
        if (isBefore) continue;
        lines.push(...made);
        groups.push(group);
      }
      if (LOTS_MAX < this.#lots()) {
        this.refused = code.reportTooLarge;
        return;
      }
      yield { lines, groups };
    }
    this.closing = this.#engine.holdings();
    if (isBefore) this.opening = this.closing;
  }

  /** False when the currency has no price on a day that needs one. */
  async #load(page: readonly Group[]): Promise<boolean> {
    const market = marketOf(this.#request.currency);
    for (const { at, moves, value } of page) {
      if (market !== undefined && (await this.#prices.load(market, at)) === undefined) return false;
      if (value !== null) continue;
      for (const { asset, amount, reason } of moves) {
        const isTrade = ['trade', 'tradeFee'].includes(meaningOf(reason) ?? '');
        const isPriced = this.#deps.precisionOf(pricedBy(asset)) !== undefined;
        if (0n < amount && !isTrade && asset !== 'USDT' && isPriced) await this.#prices.load(pricedBy(asset), at);
      }
    }
    return true;
  }

  #lots(): number {
    if (this.#request.method === 'average') return 0;
    let count = 0;
    for (const asset of this.#engine.holdings().keys()) {
      const held = this.#engine.held(asset);
      if (held !== undefined && 'count' in held) count += (held as Lots).count;
    }
    return count;
  }
}

/** An engine knows what its own method holds; the report only counts lots. */
const ENGINES = {
  fifo: (world: TaxWorld) => new TaxEngine(FIFO, world),
  average: (world: TaxWorld) => new TaxEngine(AVERAGE, world),
} satisfies { readonly [Name in CostMethodName]: unknown };
type AnyEngine = ReturnType<(typeof ENGINES)[CostMethodName]>;

/** Everything that is added up; a line is added as it is rounded, so the sum is exact. */
class Sums {
  readonly totals = new Map<string, TaxTotal>();
  readonly moved = new Map<string, { in: Amount; out: Amount }>();
  lines = 0;
  unpriced = 0;

  add({ section, kind, asset, quantity, value, cost, result, basis }: TaxLine): void {
    this.lines += 1;
    if (basis === 'none' && 0n < quantity && section !== 'tradeFee') this.unpriced += 1;
    const key = `${section} ${kind} ${asset}`;
    let total = this.totals.get(key);
    if (total === undefined) {
      total = { section, kind, asset, lines: 0, quantity: ZERO, value: ZERO, cost: ZERO, result: ZERO };
      this.totals.set(key, total);
    }
    total.lines += 1;
    total.quantity = add(total.quantity, quantity);
    total.value = add(total.value, value);
    total.cost = add(total.cost, cost);
    total.result = add(total.result, result);
  }

  move({ moves }: Group): void {
    for (const { asset, amount } of moves) {
      const sum = this.moved.get(asset) ?? { in: ZERO, out: ZERO };
      if (0n < amount) sum.in = add(sum.in, amount);
      else sum.out = subtract(sum.out, amount);
      this.moved.set(asset, sum);
    }
  }
}

function movementsOf(walk: Walk, sums: Sums): TaxMovement[] {
  const assets = new Set([...walk.opening.keys(), ...sums.moved.keys(), ...walk.closing.keys()]);
  return [...assets].sort().map((asset) => {
    const opening = walk.opening.get(asset)?.quantity ?? ZERO;
    const { in: cameIn, out: wentOut } = sums.moved.get(asset) ?? { in: ZERO, out: ZERO };
    const closing = walk.closing.get(asset)?.quantity ?? ZERO;
    if (subtract(add(opening, cameIn), wentOut) !== closing) throw new Error(`${asset} does not add up`);
    return { asset, opening, cameIn, wentOut, closing };
  });
}

/** Holdings at a moment with their value; undefined when the currency has no price then. */
async function heldThen(
  deps: TaxDeps,
  { currency }: TaxRequest,
  held: ReadonlyMap<string, Holding>,
  at: number,
): Promise<Map<string, HeldThen> | undefined> {
  const market = marketOf(currency);
  if (held.size === 0) return new Map();
  const rate = market === undefined ? undefined : await lastTick(deps, market, at);
  if (market !== undefined && rate === undefined) return undefined;
  const result = new Map<string, HeldThen>();
  for (const [asset, holding] of held) {
    const isPriced = asset !== 'USDT' && deps.precisionOf(pricedBy(asset)) !== undefined;
    const quote = isPriced ? ((await lastTick(deps, pricedBy(asset), at)) ?? null) : null;
    const usdt = asset === 'USDT' ? holding.quantity : quote === null ? null : worthAt(holding.quantity, quote);
    const value = usdt === null ? null : inCurrency(currency, usdt, rate);
    result.set(asset, { ...holding, value, quote: asset === 'USDT' ? (rate ?? null) : quote });
  }
  // The rate is told even where only coins are held.
  return result;
}

const uniqueQuotes = (quotes: readonly TapeQuote[]): TapeQuote[] =>
  [...new Map(quotes.map((quote) => [`${quote.code} ${quote.seq}`, quote])).values()].sort((left, right) =>
    left.code === right.code ? left.seq - right.seq : left.code < right.code ? -1 : 1,
  );

const bySection = (left: TaxTotal, right: TaxTotal): number => {
  const [first, second] = [left, right].map(({ section, kind, asset }) => `${section} ${kind} ${asset}`);
  return (first as string) < (second as string) ? -1 : 1;
};

/** The year's result: what lines of sold coins and counted sections add to it. */
export const resultOf = (totals: readonly TaxTotal[]): Amount =>
  totals.reduce((sum, { result }) => add(sum, result), ZERO);
