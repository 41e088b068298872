import { Figure, type FigureProps } from '@glasshouse/ui';

const PLACES_MIN = 2;

/** Two decimals, and more only where the amount has them: a ledger shows every unit, a round sum stays short. */
export const moneyPlaces = (value: string): number =>
  Math.max(PLACES_MIN, value.split('.')[1]?.replace(/0+$/, '').length ?? 0);

/** An amount of an asset, exact to the last unit. */
export const Money = ({ value, ...rest }: Omit<FigureProps, 'places'>) => (
  <Figure {...rest} value={value} places={value === undefined ? PLACES_MIN : moneyPlaces(value)} />
);
