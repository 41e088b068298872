import { Figure } from '@glasshouse/ui';
import { useMemo } from 'react';
import { type OpenOrders, openResult } from './open-result.ts';
import { useAcrossQuotes } from './use-across-quotes.ts';

interface OpenResultProps extends OpenOrders {
  readonly className?: string | undefined;
  readonly size?: 'l' | 'xl' | undefined;
}

/** What everything open would come to if it ended now, after all costs. */
export function OpenResult({ contracts, options, className, size }: OpenResultProps) {
  const net = useOpenResult({ contracts, options });
  return (
    <Figure
      value={net}
      places={2}
      asset="USDT"
      coloured
      rounding="half"
      className={className}
      size={size ?? 'inherit'}
    />
  );
}

export function useOpenResult({ contracts, options }: OpenOrders): string | undefined {
  const codes = useMemo(() => [...new Set([...contracts, ...options].map(({ code }) => code))], [contracts, options]);
  return useAcrossQuotes(codes, (quoteOf) => openResult({ contracts, options }, quoteOf));
}
