import type { WireTerms } from '@glasshouse/trade/contracts/terms';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useQuote } from '../../../live/market.ts';

const USDT_FOR_USDT = '1';

/**
 * The rate of a quote asset other than USDT comes with the terms, not with the prices. It is
 * refetched when the market reopens without one, and by the caller before an order is confirmed.
 */
export function useQuoteRate(code: string, wire: WireTerms): { readonly open: boolean; readonly renew: () => void } {
  const client = useQueryClient();
  const open = useQuote(code, (quote) => quote.open);
  const stale = useQuote(code, (quote) => quote.stale);
  const { quoteRate } = wire;
  const renew = useCallback(() => {
    if (quoteRate !== USDT_FOR_USDT) void client.invalidateQueries({ queryKey: ['marketInfo', code] });
  }, [client, code, quoteRate]);
  useEffect(() => {
    if (open && !stale && quoteRate === null) renew();
  }, [open, stale, quoteRate, renew]);
  return { open, renew };
}
