import { InstrumentLogo } from '@glasshouse/ui';
import { useMarketInfo } from '../../parts/chart/use-market-info.ts';

/** The picture of the market that an order was of. */
export const MarketLogo = ({ code }: { readonly code: string }) => (
  <InstrumentLogo code={code} src={useMarketInfo(code).data?.logo ?? undefined} size="s" />
);
