import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useQuote } from '../../../live/market.ts';
import type { WireTerms } from './terms.ts';

const USDT_FOR_USDT = '1';

/**
 * The rate of a quote asset that is not USDT comes with the terms and not with the prices. It is asked for again when the
 * market comes back without one, and by the caller before an order is confirmed.
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
