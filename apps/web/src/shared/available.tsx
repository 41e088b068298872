import { Why } from '@glasshouse/ui';
import { useT } from '../i18n/language.ts';
import { useFormat } from './format.ts';
import { Money } from './money.tsx';
import { isCut, shortPlaces } from './short-places.ts';

/** What can be spent, beside the field in which it is: at a glance, with the exact amount a press away where it has more decimals. */
export function Available({ value, asset }: { value: string; asset: string }) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {t('trade:options.available')} {format.money(value, asset, shortPlaces(asset))}
      {isCut(value, asset) && (
        <Why label={t('common:word.exactAmount')} title={t('common:word.exactAmount')}>
          <Money value={value} asset={asset} />
        </Why>
      )}
    </>
  );
}
