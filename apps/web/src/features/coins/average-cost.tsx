import { Figure } from '@glasshouse/ui';
import { moneyPlaces } from '../../parts/money/money.tsx';
import { useIsMobile } from '../../parts/page/layout.ts';

/** Above one USDT, more decimals are noise. */
const PLACES_MAX = 4;

/** The rounded unit cost; the exact figure is the total. A dash if it cost nothing. */
export function AverageCost({ value }: { value: string | null }) {
  const isMobile = useIsMobile();
  if (value === null) return '–';
  const places = moneyPlaces(value);
  const shown = value.startsWith('0.') ? places : Math.min(places, PLACES_MAX);
  // Beside it on a phone, cost and value name their asset.
  return <Figure value={value} places={shown} {...(!isMobile && { asset: 'USDT' })} />;
}
