import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { Figure } from '@glasshouse/ui';

interface TrailTextProps {
  readonly trailing: Pick<NonNullable<ContractOrder['trailing']>, 'distance' | 'rate'>;
  readonly precision: number;
}

/** How far a trailing stop stays behind. */
export function TrailText({ trailing, precision }: TrailTextProps) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <span className="visually-hidden">{t('order:trailing')}: </span>
      <span aria-hidden="true">↕ </span>
      {trailing.rate === null ? (
        <Figure value={trailing.distance ?? undefined} places={precision} />
      ) : (
        <bdi dir="ltr" translate="no">
          {format.percent(trailing.rate, { max: 2 })}
        </bdi>
      )}
    </>
  );
}
