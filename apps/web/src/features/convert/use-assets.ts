import { useQuery } from '@tanstack/react-query';
import type { MarketRow } from '../../live/market.ts';
import { marketListQuery } from '../../parts/market/market-query.ts';

const USDT = 'USDT';
const CRYPTO = 2;

function assetsOf(rows: readonly MarketRow[]): readonly string[] {
  const coins = rows.filter((row) => row.appName.endsWith(`/${USDT}`)).map((row) => row.code.slice(0, -USDT.length));
  return [USDT, ...coins];
}

/** USDT and every coin with a price in USDT: the assets that can be converted. */
export const useAssets = () => useQuery({ ...marketListQuery(CRYPTO), select: assetsOf });
