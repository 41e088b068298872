import { queryOptions } from '@tanstack/react-query';
import { fetchResult } from '../../api/queries.ts';
import { type MarketRow, marketStore } from '../../live/market.ts';

/** The types in the order of the tabs. Crypto first: it never closes, so the first view is always alive. */
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
/** What a list shows: one type, or what the reader marked. */
export type MarketView = MarketTypeNumber | 'favourites';

const FRESH_MS = 60_000;

export async function fetchRows(
  query: { type?: MarketTypeNumber; limit?: number },
  signal: AbortSignal,
): Promise<readonly MarketRow[]> {
  const rows = await fetchResult('listMarketByType', { query, signal });
  marketStore.applyList(rows);
  return rows;
}

/** Rows of one type, or of all. What moves in them goes to the store; the list itself only says which codes there are. */
export const marketListQuery = (type: MarketTypeNumber | 'all') =>
  queryOptions({
    queryKey: ['market', type],
    queryFn: ({ signal }) => fetchRows(type === 'all' ? {} : { type }, signal),
    staleTime: FRESH_MS,
  });

export const detailHref = ({ code, type, id }: { code: string; type: number; id: number }): string =>
  `/cruuency?code=${encodeURIComponent(code)}&type=${type}&id=${id}`;
