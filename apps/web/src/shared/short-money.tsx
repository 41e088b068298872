import { Figure, type FigureProps } from '@glasshouse/ui';
import { moneyPlaces } from './money.tsx';
import { shortPlaces } from './short-places.ts';

/** A balance at a glance: cents of what is counted in cents, every decimal of anything else. The exact one is a press away. */
export const ShortMoney = ({
  value,
  asset,
  ...rest
}: Omit<FigureProps, 'value' | 'asset' | 'places' | 'rounding'> & { value: string; asset: string }) => (
  <Figure {...rest} value={value} places={Math.min(moneyPlaces(value), shortPlaces(asset).max)} />
);
