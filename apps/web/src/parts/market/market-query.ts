import { CallError } from '@glasshouse/client/failure';
import { queryOptions } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { type MarketRow, marketSnapshot } from '../../live/market.ts';
import { LastPrices } from './last-prices.ts';

/**
 * The types in the order of the tabs. Crypto first: it never closes, so the first view always
 * moves.
 */
export const MARKET_TABS = [
  { type: 2, label: 'market:type.crypto' },
  { type: 1, label: 'market:type.forex' },
  { type: 3, label: 'market:type.stocks' },
  { type: 4, label: 'market:type.futures' },
  { type: 5, label: 'market:type.etf' },
  { type: 6, label: 'market:type.metals' },
] as const;
export type MarketTypeNumber = (typeof MARKET_TABS)[number]['type'];
export const FIRST_TYPE: MarketTypeNumber = 2;
/** What a list shows: one type, or the favourites. */
export type MarketView = MarketTypeNumber | 'favourites';

const FRESH_MS = 60_000;

interface RowsQuery {
  readonly type?: MarketTypeNumber;
  readonly limit?: number;
}

/** Rows from the server; offline, those of the last visit, marked as stale. */
export async function fetchRows(query: RowsQuery, signal: AbortSignal): Promise<readonly MarketRow[]> {
  const rows = await fetchResult('listMarkets', { query, signal }).then(
    (fresh) => {
      void lastPrices.keep(keyOf(query), fresh);
      return fresh;
    },
    async (error: unknown) => {
      const known = isUnreached(error) ? await recall(query) : undefined;
      if (known === undefined) throw error;
      return known;
    },
  );
  marketSnapshot.applyList(rows);
  return rows;
}

/** Rows of the last visit that were moving have the prices at its end. */
export const lastPrices = new LastPrices({
  caches: globalThis.caches,
  refresh: (row) => {
    const { price, change, at } = marketSnapshot.quote(row.code);
    if (price === undefined || at === undefined) return row;
    return { ...row, price: Number(price), zdf: change === undefined ? row.zdf : Number(change), at };
  },
});

const keyOf = ({ type, limit }: RowsQuery): string => `${type ?? 'all'}${limit === undefined ? '' : '-first'}`;

async function recall(query: RowsQuery): Promise<readonly MarketRow[] | undefined> {
  if (query.limit === undefined) return lastPrices.recall(keyOf(query));
  const whole = await lastPrices.recall(String(query.type ?? 'all'));
  return whole?.slice(0, query.limit) ?? lastPrices.recall(keyOf(query));
}

const isUnreached = (error: unknown): boolean =>
  error instanceof CallError && (error.failure.kind === 'unreachable' || error.failure.kind === 'timeout');

/** Rows of one type, or all. Live values go to the store; the list itself only has the codes. */
export const marketListQuery = (type: MarketTypeNumber | 'all') =>
  queryOptions({
    queryKey: ['market', type],
    queryFn: ({ signal }) => fetchRows(type === 'all' ? {} : { type }, signal),
    staleTime: FRESH_MS,
  });
