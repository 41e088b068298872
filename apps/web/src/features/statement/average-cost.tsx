import { Figure } from '@glasshouse/ui';
import { moneyPlaces } from '../../shared/money.tsx';

/** Of what is worth more than one USDT, further decimals say nothing. */
const PLACES_MAX = 4;

/** A cost of one, for reading: the cost of all is the exact figure. A dash where it has cost nothing. */
export function AverageCost({ value }: { value: string | null }) {
  if (value === null) return '–';
  const places = moneyPlaces(value);
  return <Figure value={value} places={value.startsWith('0.') ? places : Math.min(places, PLACES_MAX)} asset="USDT" />;
}
