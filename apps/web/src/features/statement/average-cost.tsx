import { Figure } from '@glasshouse/ui';
import { moneyPlaces } from '../../shared/money.tsx';

/** Above one USDT, more decimals are noise. */
const PLACES_MAX = 4;

/** The rounded unit cost; the exact figure is the total. A dash if it cost nothing. */
export function AverageCost({ value }: { value: string | null }) {
  if (value === null) return '–';
  const places = moneyPlaces(value);
  return <Figure value={value} places={value.startsWith('0.') ? places : Math.min(places, PLACES_MAX)} asset="USDT" />;
}
