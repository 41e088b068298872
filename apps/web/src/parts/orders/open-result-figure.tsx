import { useT } from '@glasshouse/app/language/language';
import { type OpenOrders, openResult, openResultDerivation } from '@glasshouse/trade/portfolio/open-result';
import { useMemo } from 'react';
import { marketSnapshot } from '../../live/market.ts';
import { tickOfNow } from '../../live/tick-of-now.ts';
import { DerivedNow } from '../reasons/derived.tsx';
import { useAcrossQuotes } from './use-across-quotes.ts';
import { useOrderMarkets } from './use-order-markets.ts';

interface OpenResultProps extends OpenOrders {
  readonly className?: string | undefined;
  readonly size?: 'l' | 'xl' | undefined;
}

/** What everything open would come to if it ended now, after all costs. */
export function OpenResult({ contracts, options, className, size }: OpenResultProps) {
  const t = useT();
  const net = useOpenResult({ contracts, options });
  return (
    <DerivedNow
      name={t('portfolio:openResult')}
      value={net}
      derive={() => openResultDerivation({ contracts, options }, (code) => marketSnapshot.quote(code), tickOfNow)}
      places={2}
      asset="USDT"
      coloured
      rounding="half"
      className={className}
      size={size ?? 'inherit'}
    />
  );
}

/** The same as text; undefined while a price is missing. */
export function useOpenResult({ contracts, options }: OpenOrders): string | undefined {
  useOrderMarkets(contracts);
  useOrderMarkets(options);
  const codes = useMemo(() => [...new Set([...contracts, ...options].map(({ code }) => code))], [contracts, options]);
  return useAcrossQuotes(codes, (quoteOf) => openResult({ contracts, options }, quoteOf));
}
