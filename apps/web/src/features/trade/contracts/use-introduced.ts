import { useEffect, useMemo } from 'react';
import { marketSnapshot, useMarketScope } from '../../../live/market.ts';
import type { ContractOrder } from '../../../live/user.ts';

/** Prices of the markets of these orders, also of those that no list has brought. */
export function useIntroduced(orders: readonly ContractOrder[] | undefined): void {
  const codes = (orders ?? []).map((order) => order.code).join(' ');
  useMarketScope(useMemo(() => [...new Set(codes.split(' ').filter((code) => code !== ''))], [codes]));
  useEffect(() => {
    for (const order of orders ?? []) marketSnapshot.introduce(order.code, order.precision);
  }, [orders]);
}
