import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Select } from '@glasshouse/ui';
import { useLiveContracts } from '../../../parts/orders/live-orders.ts';

const NONE = '';

/**
 * The waiting order of the same market that a new one excludes: of the two, the first that opens
 * cancels the other. Absent while there is none to choose.
 */
export function OcoField(props: {
  readonly code: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { code, value, onChange } = props;
  const t = useT();
  const format = useFormat();
  const { data } = useLiveContracts();
  const waiting = (data ?? []).filter(
    (order) => order.code === code && order.state === 'waiting' && order.type !== 'market',
  );
  if (waiting.length === 0) return null;
  const isKnown = waiting.some((order) => String(order.id) === value);
  return (
    <Select
      label={t('contracts:oco')}
      hint={value === NONE ? undefined : t('contracts:ocoHint')}
      value={isKnown ? value : NONE}
      onChange={onChange}
      options={[
        { value: NONE, label: t('common:word.none') },
        ...waiting.map((order) => ({
          value: String(order.id),
          label: t('contracts:ocoOrder', {
            id: order.id,
            price: format.price(order.stopPrice ?? order.limitPrice ?? '0', order.precision),
          }),
        })),
      ]}
    />
  );
}
