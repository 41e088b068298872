import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { KeyValue } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { bankAccountRows } from '../../parts/records/bank-account-rows.tsx';
import { Panel } from '../../parts/records/evidence.tsx';

/**
 * Where a bank withdrawal goes, and at what price: the log has neither, and the second person
 * approves both. This reading of the case is logged, as on its page.
 */
export function PayoutPanel({ id }: { readonly id: number }) {
  const t = useT();
  const format = useFormat();
  const { data: found } = useQuery({
    queryKey: ['getWithdrawalCase', id],
    queryFn: ({ signal }) => fetchCall('getWithdrawalCase', { params: { id }, signal }),
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  if (found?.bank == null) return null;
  const { bank, item, withdrawal } = found;
  const { payout } = withdrawal;
  return (
    <Panel title={t('console:risk.destination')}>
      <KeyValue
        rows={[
          {
            id: 'gets',
            name: t('console:risk.receives'),
            value: format.money(item.currencyAmount, item.currency),
            strong: true,
          },
          { id: 'fee', name: t('common:word.fee'), value: format.money(item.fee, item.symbol) },
          ...(payout === null
            ? []
            : [
                {
                  id: 'price',
                  name: t('common:word.price'),
                  value: (
                    <bdi dir="ltr">
                      {`1 ${payout.currency} = ${format.money(payout.price, item.symbol, { min: 2, max: 8 })}`}
                    </bdi>
                  ),
                },
              ]),
          ...(payout?.spread == null
            ? []
            : [
                {
                  id: 'spread',
                  name: t('records:actionField.spread'),
                  value: format.percent(payout.spread, { max: 6 }),
                },
              ]),
          ...bankAccountRows(t, bank),
        ]}
      />
    </Panel>
  );
}
