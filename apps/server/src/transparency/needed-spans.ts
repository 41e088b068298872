import { REPORT_CURRENCIES } from '@glasshouse/api/constants';
import { parseEntry } from '../kernel/core/log-entry.ts';
import { marketOf } from '../ledger/tax/tape-prices.ts';
import { pricedBy } from '../ledger/valuation.ts';
import type { Reader } from '../platform/paged-rows.ts';
import type { Pool } from '../platform/postgres.ts';
import { ticksIn } from './ticks-in.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Local days end on a quarter of an hour, wherever on earth they are. */
const QUARTER_MS = 900_000;
const ENTRIES_PER_READ = 2_000;
/**
 * How much older than its entry a tick may be that no row speaks of. One that was the last of its
 * instrument for longer than this is never dropped.
 */
export const NAMED_LATER_MS = 4 * DAY_MS;

/** Epoch ms; both ends included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A reader of the database: within a transaction, or not. */
type Source = Reader | Pick<Pool, 'query'>;

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;
const market = (asset: string): string => `${asset} || 'USDT'`;

/**
 * Instruments and how long somebody's row depended on their prices: from when it was placed to
 * when it was over, null while it is not. Whatever is decided by a price, or valued by one, belongs
 * here.
 */
const ROWS = `
  select code, placed_at as since, case when settled_by is not null then greatest(settled_at, expires_at, exit_at,
           placed_at + (coalesce(lead_ms, 0) + gap_limit_ms) * interval '1 ms') end as until from option_orders
  union all select code, placed_at, case when settled_by is not null then done_at end from spot_orders
  -- The legs of a pair that is not quoted in USDT.
  union all select ${market('leg')}, placed_at, case when settled_by is not null then done_at end
    from spot_orders, unnest(array[base, quote]) as leg where quote <> 'USDT' and leg <> 'USDT'
  union all select code, placed_at, case when settled_by is not null then settled_at end from contract_orders
  -- What converts it may be known at the opening only.
  union all select converts_by ->> 'code', coalesce(opened_at, placed_at),
         case when settled_by is not null then settled_at end from contract_orders where converts_by is not null
  union all select ${market('asset')}, placed_at, case when closed_by is not null then greatest(closed_at, lapses_at) end
    from convert_orders, unnest(array[from_asset, to_asset]) as asset where asset <> 'USDT'
  union all select ${market('asset')}, placed_at, expires_at
    from convert_quotes, unnest(array[from_asset, to_asset]) as asset where asset <> 'USDT'
  union all select ${market('asset')}, least(coalesce(placed_at, at), coalesce(quoted_at, at)), at
    from convert_fills, unnest(array[from_asset, to_asset]) as asset where asset <> 'USDT'
  union all select a.code, a.placed_at,
         case when a.closed_by is not null then greatest(a.placed_at, a.fired_at, l.at) end
    from price_alerts a left join command_log l on l.seq = a.closed_by
  -- Each coin from when it was pledged.
  union all select ${market('p.asset')}, min(p.at), l.closed_at
    from loans l join postings p on p.user_id = l.user_id and p.user_id <> 0 and p.book = l.book
     and p.ref = l.id::text and starts_with(p.reason, 'loans.')
   where p.asset <> 'USDT' group by l.id, l.closed_at, p.asset
  union all select code, applied_at, applied_at from corporate_actions where applied_at is not null`;

/**
 * What may be closed and opened again: while it is open its prices stay, and `verify` cannot expect
 * those of a time in which it was closed. The ticks that it was valued by are named by the log.
 */
const REOPENED = `
  select code, placed_at as since, closed_at as until
    from (select asset, currency, placed_at, closed_at from deposits
          union all select asset, currency, placed_at, closed_at from withdrawals) funds,
         lateral (values (${market('asset')}), (currency || 'USD')) as priced (code) where code is not null`;

/** Merged per instrument, to whole minutes; 9e15 where a row is not over. */
const spansOf = (rows: string): string => `
  select code, lower(span) as since, upper(span) - 1 as until
    from (select code, unnest(range_agg(span)) as span
            from (select code, int8range(${ms('since')} - ${ms('since')} % ${MINUTE_MS},
                           coalesce(${ms('until')} - ${ms('until')} % ${MINUTE_MS} + ${MINUTE_MS}, 9000000000000000)) as span
                    from (${rows}) as needed where since is not null and (until is null or since <= until)) as whole
           where span && int8range($1, $2, '[]') group by code) as merged
   order by code, since`;

interface Intervals {
  readonly from: number[];
  readonly to: number[];
}

/**
 * When which instrument's ticks must be on the tape: while something was open or waiting on it by
 * the rows, and wherever an entry of the log names a tick. To whole minutes.
 */
export class NeededSpans {
  readonly #byCode: ReadonlyMap<string, Intervals>;

  private constructor(byCode: ReadonlyMap<string, Intervals>) {
    this.#byCode = byCode;
  }

  /** Those that meet a period; `wide`: also what a later look at the rows may not show any more. */
  static async read(source: Source, period: Period, wide = false): Promise<NeededSpans> {
    const found = new Map<string, Period[]>();
    const add = (code: string, from: number, to: number): void => {
      const own = found.get(code);
      if (own === undefined) found.set(code, [{ from, to }]);
      else own.push({ from, to });
    };
    const { rows } = await source.query<{ code: string; since: number; until: number }>(
      spansOf(wide ? `${ROWS} union all ${REOPENED}` : ROWS),
      [period.from, period.to],
    );
    for (const { code, since, until } of rows) add(code, since, until);
    for await (const { code, minute } of namedMinutes(source, period)) add(code, minute, minute + MINUTE_MS - 1);
    return new NeededSpans(new Map([...found].map(([code, spans]) => [code, merged(spans)])));
  }

  /** Whether anything needs an instrument at any time of a period. */
  meets(code: string, { from, to }: Period): boolean {
    const own = this.#byCode.get(code);
    if (own === undefined) return false;
    // The last span that begins by then: they do not overlap, so no earlier one ends later.
    let [low, high] = [0, own.from.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (own.from[middle]! <= to) low = middle + 1;
      else high = middle;
    }
    return 0 < low && from <= own.to[low - 1]!;
  }
}

function merged(spans: Period[]): Intervals {
  spans.sort((left, right) => left.from - right.from);
  const intervals: Intervals = { from: [], to: [] };
  for (const { from, to } of spans) {
    const last = intervals.to.length - 1;
    if (0 <= last && from <= intervals.to[last]! + 1) intervals.to[last] = Math.max(intervals.to[last]!, to);
    else {
      intervals.from.push(from);
      intervals.to.push(to);
    }
  }
  return intervals;
}

/** Minutes of ticks that entries of the log carry or were decided by. */
async function* namedMinutes(source: Source, { from, to }: Period): AsyncGenerator<{ code: string; minute: number }> {
  const last = await source.query<{ seq: number }>('select first_seq_at($1) as seq', [new Date(to + NAMED_LATER_MS)]);
  const first = await source.query<{ seq: number }>('select first_seq_at($1) as seq', [new Date(from)]);
  const end = last.rows[0]?.seq ?? 0;
  let after = (first.rows[0]?.seq ?? 1) - 1;
  // An instrument in a minute is named by many entries: once is enough.
  let known = new Set<string>();
  for (;;) {
    const { rows } = await source.query<{ seq: number; entry: string }>(
      `select seq, entry from command_log where seq > $1 and seq < $2 and entry like '%"mid":%' order by seq limit $3`,
      [after, end, ENTRIES_PER_READ],
    );
    for (const { seq, entry } of rows) {
      after = seq;
      for (const { code, at } of ticksIn(parseEntry(entry))) {
        const minute = at - (at % MINUTE_MS);
        const key = `${code} ${minute}`;
        if (to < minute || minute + MINUTE_MS <= from || known.has(key)) continue;
        known.add(key);
        yield { code, minute };
      }
    }
    if (rows.length < ENTRIES_PER_READ) return;
    if (ENTRIES_PER_READ * 50 < known.size) known = new Set();
  }
}

/**
 * Moments at which somebody may want to know what coins and currencies were worth, besides what was
 * decided by them: the ends of local days, for tax reports, and entries that moved a coin.
 */
export class ValuedMoments {
  readonly #codes: ReadonlySet<string>;
  readonly #moved: ReadonlyMap<string, readonly number[]>;

  private constructor(codes: ReadonlySet<string>, moved: ReadonlyMap<string, readonly number[]>) {
    this.#codes = codes;
    this.#moved = moved;
  }

  static async read(source: Source, { from, to }: Period): Promise<ValuedMoments> {
    const held = await source.query<{ asset: string }>('select distinct asset from accounts where owner <> 0');
    const currencies = REPORT_CURRENCIES.flatMap((currency) => marketOf(currency) ?? []);
    const moved = await source.query<{ asset: string; times: number[] }>(
      `select asset, array_agg(distinct ${ms('at')}) as times from postings
        where seq >= first_seq_at($1) and seq < first_seq_at($2) and user_id <> 0 and asset <> 'USDT' group by asset`,
      [new Date(from), new Date(to + 1)],
    );
    return new ValuedMoments(
      new Set([...held.rows.map(({ asset }) => pricedBy(asset)), ...currencies]),
      new Map(moved.rows.map(({ asset, times }) => [pricedBy(asset), times.map(Number).sort((a, b) => a - b)])),
    );
  }

  /** Whether one of them lies in a period. */
  meets(code: string, { from, to }: Period): boolean {
    const end = Math.floor((to + 1) / QUARTER_MS) * QUARTER_MS - 1;
    if (this.#codes.has(code) && from <= end) return true;
    return this.#moved.get(code)?.some((at) => from <= at && at <= to) === true;
  }
}
