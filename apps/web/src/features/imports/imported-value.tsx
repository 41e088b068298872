import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { Money } from '../../parts/money/money.tsx';
import { pointsText } from './points.ts';

export type ImportedRow = ResultOf<'listImportedRows'>['items'][number];

/** Whoever wrote the file could write anything: what is no figure is shown as it stands. */
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,30})?$/;

interface ValueProps {
  readonly row: ImportedRow;
  readonly field: string;
}

export const TextValue = ({ row, field }: ValueProps) => <bdi>{row.fields[field] ?? '–'}</bdi>;

export function MoneyValue({ row, field, asset, coloured }: ValueProps & { asset?: string; coloured?: boolean }) {
  const value = row.fields[field];
  if (value == null || !DECIMAL.test(value)) return <TextValue row={row} field={field} />;
  return <Money value={value} asset={asset} coloured={coloured} />;
}

/** A price in points, as tables hold it, beside its number of decimals. */
export function PriceValue({ row, field, precision = 'precision' }: ValueProps & { precision?: string }) {
  const price = pointsText(row.fields[field], row.fields[precision]);
  return price === undefined ? <TextValue row={row} field={field} /> : <Money value={price} />;
}

export function TimeValue({ row, field }: ValueProps) {
  const format = useFormat();
  const value = row.fields[field];
  if (value == null || Number.isNaN(Date.parse(value))) return <TextValue row={row} field={field} />;
  return <time dateTime={value}>{format.dateTime(value)}</time>;
}
