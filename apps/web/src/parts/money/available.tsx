import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Why } from '@glasshouse/ui';
import { Money } from './money.tsx';
import { isCut, shortPlaces } from './short-places.ts';

interface AvailableProps {
  /** Undefined while being fetched. */
  readonly value: string | undefined;
  readonly asset: string;
}

/**
 * The available balance beside its field: rounded, with the exact amount behind a button if it has
 * more decimals.
 */
export function Available({ value, asset }: AvailableProps) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {t('trade:options.available')} {value === undefined ? '–' : format.money(value, asset, shortPlaces(asset, value))}
      {value !== undefined && isCut(value, asset) && (
        <Why label={t('common:word.exactAmount')} title={t('common:word.exactAmount')}>
          <Money value={value} asset={asset} />
        </Why>
      )}
    </>
  );
}
