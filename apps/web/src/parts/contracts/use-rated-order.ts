import { atRateOf } from '@glasshouse/trade/contracts/rate-now';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { useMemo } from 'react';
import { useMarketScope, useQuote } from '../../live/market.ts';

const NONE: readonly string[] = [];

/** An order at the rate of now, and again with every change of that rate. */
export function useRatedOrder(order: ContractOrder): ContractOrder {
  const code = order.convertsBy?.code;
  const codes = useMemo(() => (code === undefined ? NONE : [code]), [code]);
  useMarketScope(codes);
  const mid = useQuote(code ?? order.code, (quote) => (code === undefined ? undefined : quote.price));
  return useMemo(() => atRateOf(order, mid), [order, mid]);
}
