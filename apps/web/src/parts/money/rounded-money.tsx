import {
  AMOUNT_DECIMALS,
  amountOf,
  divCeil,
  divFloor,
  formatFixed,
  parseDecimal,
  power10,
} from '@glasshouse/rules/money';
import { Figure, type FigureProps } from '@glasshouse/ui';

/**
 * Cents, as everywhere else; more only of what is less than a cent, and not of nothing.
 */
const PLACES = [
  { from: amountOf('0.01'), places: 2 },
  { from: 1n, places: 6 },
] as const;

/**
 * A rounded amount that never flatters: payments are rounded up and receipts down. Undefined for
 * text that is not an amount.
 */
export function roundedAmount(value: string, kind: 'cost' | 'gain'): { text: string; places: number } | undefined {
  const units = parseDecimal(value, AMOUNT_DECIMALS);
  if (units === undefined) return undefined;
  const size = units < 0n ? -units : units;
  const places = PLACES.find(({ from }) => from <= size)?.places ?? 2;
  const step = power10(AMOUNT_DECIMALS - places);
  const round = kind === 'cost' ? divCeil : divFloor;
  return { text: formatFixed(round(units, step) * step, AMOUNT_DECIMALS, places), places };
}

/**
 * A rounded amount that moves with the price, with stable decimals. Its `Why` has the exact one.
 */
export function RoundedMoney({
  value,
  kind = 'cost',
  ...rest
}: Omit<FigureProps, 'places' | 'rounding'> & { kind?: 'cost' | 'gain' }) {
  const rounded = value === undefined ? undefined : roundedAmount(value, kind);
  return <Figure {...rest} value={rounded?.text ?? value} places={rounded?.places ?? 2} />;
}
