import type { ResultOf } from '@glasshouse/api/calls';
import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  mulPriceFloor,
  priceOfPoints,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import type { Book } from '../kernel/core/types.ts';
import { minutesKeptFrom } from '../market-data/candles/candle-retention.ts';
import type { Bar } from '../market-data/candles/candles.ts';
import { barStart, INTERVAL_MS, INTERVALS, type Interval } from '../market-data/candles/intervals.ts';
import type { Pool } from '../platform/postgres.ts';
import { CAPITAL_REASONS, ownAccounts } from './profit.ts';
import { pricedBy, type WorthOf } from './valuation.ts';

type EquityCurve = ResultOf<'getEquityCurve'>;

/** The API's maximum. */
const POINTS_MAX = 400;
const DEFAULT_RANGE_MS = 30 * 86_400_000;
/** The bar before the first point is needed too, and a minute may be dropped meanwhile. */
const SAFELY_KEPT_MS = 3_600_000;
/** Concurrent history queries. */
const AT_ONCE = 16;

export interface EquityDeps {
  readonly pool: Pool;
  readonly worthOf: WorthOf;
  /** Decimals of an instrument's price; undefined when the catalogue has no such instrument. */
  readonly precisionOf: (code: string) => number | undefined;
  /** Past bars, oldest first; undefined when the history is unavailable. */
  readonly candles: (query: {
    code: string;
    interval: Interval;
    from: number;
    to: number;
    limit: number;
  }) => Promise<readonly Bar[] | undefined>;
  /** What open positions and options would add if they ended now, after fees: on no account yet. */
  readonly unrealisedOf: (ownBook: { userId: number; book: Book }) => Promise<Amount>;
  /** USDT that paying back all open loans would take now, with interest: on no account either. */
  readonly owedOf: (ownBook: { userId: number; book: Book }) => Promise<Amount>;
}

export interface EquityQuery {
  readonly userId: number;
  readonly book: Book;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly now: number;
}

interface Grid {
  readonly interval: Interval;
  /** Time of the first point; the others follow at the interval, the last is `to`. */
  readonly origin: number;
  readonly steps: number;
  readonly to: number;
}

/**
 * Value of a book over time. Past balances are today's less what moved since, from one aggregate
 * over the user's postings since `from`; prices are the closes of the candles that end at each
 * point. The last point, if it is now, uses live prices and includes the unrealised result of open
 * contracts and options; earlier points count them at margin and stake. What was borrowed is owed:
 * its principal is subtracted at every point, and what paying it back would take at the live one.
 * Each point says what was paid in since the first, so that the rest of a change is a result.
 * Undefined when the history is unavailable.
 */
export async function equityCurve(deps: EquityDeps, query: EquityQuery): Promise<EquityCurve | undefined> {
  const { userId, book, now } = query;
  const own = await ownAccounts(deps.pool, query);
  const opened = await openedAt(deps.pool, { userId, book, own });
  if (opened === undefined) return [];
  const to = Math.min(query.to?.getTime() ?? now, now);
  const from = Math.max(query.from?.getTime() ?? to - DEFAULT_RANGE_MS, opened.at);
  if (to <= from) return [];
  const grid = gridOf({ from, to, keptFrom: await minutesKeptFrom(deps.pool, now) });
  const start = { at: opened.at, value: opened.usdt };
  // What was gained or lost before the first full minute counts as well.
  const isWithin = from === opened.at && start.value !== undefined && grid.origin < opened.at;
  const balances = await balancesOver(deps.pool, { userId, book, own, grid });
  const paid = await paidOver(deps.pool, { userId, book, own, grid, after: isWithin ? opened.seq : 0 });
  const debts = await debtsOver(deps.pool, { userId, book, grid });
  const prices = await pricesOver(deps, [...new Set([...balances.keys(), ...paid.keys()])], grid);
  if (prices === undefined) return undefined;

  const curve: { at: string; value: string; paidIn: string }[] = [];
  let before: Amount | undefined;
  let paidIn = ZERO;
  for (let step = 0; step <= grid.steps; step += 1) {
    const at = timeOf(grid, step);
    for (const [asset, amounts] of paid) {
      paidIn = add(paidIn, worthOfMove(prices.get(asset), step, amounts[step - 1] ?? ZERO));
    }
    if (at < opened.at) continue;
    const live = step === grid.steps && to === now;
    let value = live ? await openResult(deps, { userId, book }) : subtract(ZERO, debts[step] as Amount);
    for (const [asset, amounts] of balances) {
      const amount = amounts[step] as Amount;
      const worth = (live ? deps.worthOf(asset, amount) : null) ?? prices.get(asset)?.(step, amount) ?? ZERO;
      value = add(value, worth);
    }
    before ??= isWithin ? ZERO : paidIn;
    const since = formatAmount(subtract(paidIn, before));
    curve.push({ at: new Date(at).toISOString(), value: formatAmount(value), paidIn: since });
  }
  if (isWithin && start.value !== undefined && curve.length < POINTS_MAX) {
    curve.unshift({ at: new Date(start.at).toISOString(), value: start.value, paidIn: '0' });
  }
  return curve;
}

/**
 * USDT that a move was worth, by the price of its step; what went out is the mirror of what came.
 */
function worthOfMove(worthAt: WorthAt | undefined, step: number, amount: Amount): Amount {
  if (worthAt === undefined || amount === ZERO) return ZERO;
  return amount < ZERO ? subtract(ZERO, worthAt(step, subtract(ZERO, amount))) : worthAt(step, amount);
}

const openResult = async (deps: EquityDeps, ownBook: { userId: number; book: Book }): Promise<Amount> =>
  subtract(await deps.unrealisedOf(ownBook), await deps.owedOf(ownBook));

const timeOf = (grid: Grid, step: number): number =>
  step === grid.steps ? grid.to : grid.origin + step * INTERVAL_MS[grid.interval];

/**
 * The shortest candle interval that covers the range within the maximum of points. Minute candles
 * are not kept for ever.
 */
function gridOf({ from, to, keptFrom }: { from: number; to: number; keptFrom: number }): Grid {
  const hasMinutes = keptFrom + SAFELY_KEPT_MS <= from;
  for (const interval of hasMinutes ? INTERVALS : INTERVALS.slice(1)) {
    const origin = barStart(interval, from);
    const steps = Math.ceil((to - origin) / INTERVAL_MS[interval]);
    if (steps < POINTS_MAX) return { interval, origin, steps, to };
  }
  // Over 400 weeks: only the newest part.
  const interval = INTERVALS.at(-1) as Interval;
  const steps = POINTS_MAX - 1;
  return { interval, origin: barStart(interval, to) - (steps - 1) * INTERVAL_MS[interval], steps, to };
}

/** A book of a person, and their accounts. */
interface OwnBook {
  readonly userId: number;
  readonly book: Book;
  readonly own: readonly number[];
}

interface Opening {
  readonly seq: number;
  readonly at: number;
  /** What it began with, if that was USDT alone: a coin would need the price of that moment. */
  readonly usdt: string | undefined;
}

/** The first entry with postings on the book. */
async function openedAt(pool: Pool, ownBook: OwnBook): Promise<Opening | undefined> {
  const { rows } = await pool.query<{ seq: number; at: number; asset: string; amount: string }>(
    `select seq, (extract(epoch from at) * 1000)::bigint as at, asset,
            trim_scale(sum(case when to_id = any($3::bigint[]) then amount else 0 end
                         - case when from_id = any($3::bigint[]) then amount else 0 end))::text as amount
       from postings
      where user_id = $1 and user_id <> 0 and book = $2 and seq = (select seq from postings
        where user_id = $1 and user_id <> 0 and book = $2 order by seq, idx limit 1)
      group by seq, at, asset`,
    [ownBook.userId, ownBook.book, ownBook.own],
  );
  const [first, second] = rows;
  if (first === undefined) return undefined;
  return {
    seq: first.seq,
    at: first.at,
    usdt: first.asset === 'USDT' && second === undefined ? first.amount : undefined,
  };
}

/** Total balance of each asset at each point. Reads at most a row per asset and interval. */
async function balancesOver(pool: Pool, query: OwnBook & { readonly grid: Grid }): Promise<Map<string, Amount[]>> {
  const { origin, steps, interval, to } = query.grid;
  // One snapshot for both parts: a posting is in the balance and the moves, or in neither.
  const { rows } = await pool.query<{ step: number | null; asset: string; amount: string }>(
    `select null::int as step, asset, sum(balance)::text as amount from accounts
      where owner = $1 and book = $2 group by asset
     union all
     select m.step, p.asset, sum(case when p.to_id = any($3::bigint[]) then p.amount else 0 end
                               - case when p.from_id = any($3::bigint[]) then p.amount else 0 end)::text
       from postings p
       cross join lateral (select case when p.at >= to_timestamp($4::bigint / 1000.0) then $5::int
         else floor((extract(epoch from p.at) * 1000 - $6::bigint) / $7::bigint)::int end as step) m
      where p.user_id = $1 and p.user_id <> 0 and p.book = $2 and p.seq >= (select first_seq_at(to_timestamp($6::bigint / 1000.0)))
      group by m.step, p.asset`,
    [query.userId, query.book, query.own, to, steps, origin, INTERVAL_MS[interval]],
  );
  const moved = new Map<string, bigint[]>();
  const balances = new Map<string, Amount[]>();
  for (const { step, asset, amount } of rows) {
    if (step === null) balances.set(asset, new Array(steps + 1).fill(amountOf(amount)));
    else {
      const moves = moved.get(asset) ?? new Array(steps + 1).fill(0n);
      moves[step] = amountOf(amount);
      moved.set(asset, moves);
    }
  }
  for (const [asset, amounts] of balances) {
    let later = 0n;
    for (let step = steps; 0 <= step; step -= 1) {
      later += moved.get(asset)?.[step] ?? 0n;
      amounts[step] = ((amounts[step] as bigint) - later) as Amount;
    }
    if (amounts.every((amount) => amount === ZERO)) balances.delete(asset);
  }
  return balances;
}

/**
 * What came in less what went out, between each point and the next, by asset: of what is no result.
 * Loans are left out, since what is owed is subtracted.
 */
async function paidOver(
  pool: Pool,
  query: OwnBook & { readonly grid: Grid; readonly after: number },
): Promise<Map<string, Amount[]>> {
  const { origin, steps, interval, to } = query.grid;
  const { rows } = await pool.query<{ step: number; asset: string; amount: string }>(
    `select floor((extract(epoch from p.at) * 1000 - $5::bigint) / $6::bigint)::int as step, p.asset,
            sum(case when p.to_id = any($3::bigint[]) then p.amount else 0 end
              - case when p.from_id = any($3::bigint[]) then p.amount else 0 end)::text as amount
       from postings p
      where p.user_id = $1 and p.user_id <> 0 and p.book = $2 and p.reason = any($7::text[])
        and p.at < to_timestamp($4::bigint / 1000.0)
        and p.seq >= (select first_seq_at(to_timestamp($5::bigint / 1000.0))) and $8 < p.seq
      group by 1, 2`,
    [query.userId, query.book, query.own, to, origin, INTERVAL_MS[interval], CAPITAL_REASONS, query.after],
  );
  const paid = new Map<string, Amount[]>();
  for (const { step, asset, amount } of rows) {
    const moves = paid.get(asset) ?? new Array<Amount>(steps + 1).fill(ZERO);
    moves[step] = amountOf(amount);
    paid.set(asset, moves);
  }
  return paid;
}

/** Principal owed at each point: what is owed now less what was borrowed and paid back since. */
async function debtsOver(pool: Pool, query: { userId: number; book: Book; grid: Grid }): Promise<Amount[]> {
  const { grid } = query;
  const { rows } = await pool.query<{ at: number | null; amount: string }>(
    `select null::bigint as at, coalesce(sum(principal), 0)::text as amount from loans
      where user_id = $1 and book = $2 and started_at is not null and closed_at is null
     union all
     select (extract(epoch from at) * 1000)::bigint, (case when reason = 'loans.payout' then amount else -amount end)::text
       from postings
      where user_id = $1 and user_id <> 0 and book = $2 and reason in ('loans.payout', 'loans.principal')
        and seq >= (select first_seq_at(to_timestamp($3::bigint / 1000.0)))`,
    [query.userId, query.book, grid.origin],
  );
  const debts: Amount[] = [];
  for (let step = 0; step <= grid.steps; step += 1) {
    const at = timeOf(grid, step);
    const owed = rows.reduce((sum, row) => {
      if (row.at === null) return add(sum, amountOf(row.amount));
      return at <= row.at ? subtract(sum, amountOf(row.amount)) : sum;
    }, ZERO);
    debts.push(owed);
  }
  return debts;
}

type WorthAt = (step: number, amount: Amount) => Amount;

async function pricesOver(
  deps: EquityDeps,
  assets: readonly string[],
  grid: Grid,
): Promise<Map<string, WorthAt> | undefined> {
  const prices = new Map<string, WorthAt>();
  const priced = assets.filter((asset) => asset !== 'USDT');
  prices.set('USDT', (_step, amount) => amount);
  for (let start = 0; start < priced.length; start += AT_ONCE) {
    const found = await Promise.all(
      priced.slice(start, start + AT_ONCE).map(async (asset) => {
        const worth = await priceOver(deps, asset, grid);
        if (worth !== undefined) prices.set(asset, worth);
        return worth !== undefined;
      }),
    );
    if (found.includes(false)) return undefined;
  }
  return prices;
}

/**
 * Price of an asset at each point: the close before it, or the first known price where that is
 * later.
 */
async function priceOver(deps: EquityDeps, asset: string, grid: Grid): Promise<WorthAt | undefined> {
  const code = pricedBy(asset);
  const precision = deps.precisionOf(code);
  // The asset never had a price.
  if (precision === undefined) return () => ZERO;
  const { interval, origin, steps, to } = grid;
  const from = origin - INTERVAL_MS[interval];
  const bars = await deps.candles({ code, interval, from, to, limit: steps + 2 });
  if (bars === undefined) return undefined;
  const points: (number | undefined)[] = [];
  let index = 0;
  for (let step = 0; step <= steps; step += 1) {
    while (index < bars.length && (bars[index] as Bar).at < timeOf(grid, step)) index += 1;
    points.push(bars[index - 1]?.close ?? bars[0]?.open);
  }
  return (step, amount) => {
    const price = points[step];
    return price === undefined || price <= 0 ? ZERO : mulPriceFloor(amount, priceOfPoints(price, precision));
  };
}
