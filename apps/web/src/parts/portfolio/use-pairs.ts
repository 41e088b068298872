import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MarketRow } from '../../live/market.ts';
import { marketListQuery } from '../market/market-query.ts';

const CRYPTO = 2;
/** The quote asset of every coin. */
const QUOTE = 'USDT';

/** Markets of coins: where each trades, and its logo; by the coin, and by the code of its pair. */
export function usePairs(): {
  readonly byAsset: ReadonlyMap<string, MarketRow>;
  readonly byCode: ReadonlyMap<string, MarketRow>;
} {
  const { data } = useQuery(marketListQuery(CRYPTO));
  return useMemo(() => {
    const rows = data ?? [];
    const ofCoins = rows.flatMap((row) => {
      const [base, quote] = row.appName.split('/');
      return base !== undefined && quote === QUOTE ? [[base, row] as const] : [];
    });
    return { byAsset: new Map(ofCoins), byCode: new Map(rows.map((row) => [row.code, row] as const)) };
  }, [data]);
}
