import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { KeyValue } from '@glasshouse/ui';
import { LongText } from '../../parts/records/long-text.tsx';
import type { WithdrawalCase } from './withdrawal-case.ts';

/** What left once more after the withdrawal had ended, as the case and its closing show it. */
export function SecondPayments({ found: { item, secondPayments } }: { found: WithdrawalCase }) {
  const t = useT();
  const format = useFormat();
  return (
    <KeyValue
      dense
      rows={secondPayments.flatMap(({ hash, amount, at, link, isBooked }) => [
        {
          id: hash,
          name: at === null ? t('records:payments.found') : format.dateTime(at),
          value: `${format.money(amount, item.symbol)}${isBooked ? '' : ` · ${t('records:payments.unbooked')}`}`,
          strong: true,
        },
        { id: `hash ${hash}`, name: t('console:deposits.hash'), value: <LongText value={hash} href={link} /> },
      ])}
    />
  );
}
