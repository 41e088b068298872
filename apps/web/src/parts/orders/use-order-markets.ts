import { useEffect, useMemo } from 'react';
import { marketSnapshot, useMarketScope } from '../../live/market.ts';

interface MarketOfOrder {
  readonly code: string;
  readonly precision: number;
}

/** Subscribes to the markets of these orders, including any that no market list has loaded. */
export function useOrderMarkets(orders: readonly MarketOfOrder[] | undefined): void {
  const codes = (orders ?? []).map((order) => order.code).join(' ');
  useMarketScope(useMemo(() => [...new Set(codes.split(' ').filter((code) => code !== ''))], [codes]));
  useEffect(() => {
    for (const order of orders ?? []) marketSnapshot.introduce(order.code, order.precision);
  }, [orders]);
}
