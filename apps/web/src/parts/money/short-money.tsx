import { Figure, type FigureProps } from '@glasshouse/ui';
import { moneyPlaces } from './money.tsx';
import { shortPlaces } from './short-places.ts';

/**
 * A rounded balance: cents, or six significant digits of a coin. A button shows the exact one.
 */
export const ShortMoney = ({
  value,
  asset,
  ...rest
}: Omit<FigureProps, 'value' | 'asset' | 'places' | 'rounding'> & { value: string; asset: string }) => (
  <Figure {...rest} value={value} places={Math.min(moneyPlaces(value), shortPlaces(asset, value).max)} />
);
