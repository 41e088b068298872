import { InstrumentLogo } from '@glasshouse/ui';
import { usePairs } from './use-pairs.ts';

/** The asset that every pair is quoted in has no pair of its own. */
const QUOTE = { asset: 'USDT', logo: '/logos/coin-usdt.svg' } as const;

interface AssetLogoProps {
  /** A coin, or a currency, which has no logo and is drawn with its initials. */
  readonly asset: string;
  readonly size?: 's' | 'm' | 'l' | undefined;
}

/** Logo beside the name of an asset. */
export function AssetLogo({ asset, size = 's' }: AssetLogoProps) {
  const pair = usePairs().byAsset.get(asset);
  return (
    <InstrumentLogo code={asset} src={asset === QUOTE.asset ? QUOTE.logo : (pair?.logo ?? undefined)} size={size} />
  );
}
