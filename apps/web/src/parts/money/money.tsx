import { Figure, type FigureProps } from '@glasshouse/ui';

const PLACES_MIN = 2;

/** Two decimals, or more if the amount has them: ledgers are exact, round sums stay short. */
export const moneyPlaces = (value: string): number =>
  Math.max(PLACES_MIN, value.split('.')[1]?.replace(/0+$/, '').length ?? 0);

/** An amount of an asset, exact to the last unit. */
export const Money = ({ value, ...rest }: Omit<FigureProps, 'places'>) => (
  <Figure {...rest} value={value} places={value === undefined ? PLACES_MIN : moneyPlaces(value)} />
);
