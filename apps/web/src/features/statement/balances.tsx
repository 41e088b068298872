import type { ResultOf } from '@glasshouse/contract';
import { Button, Card, type Column, EmptyState, Section, Table, Why } from '@glasshouse/ui';
import { Wallet } from '@glasshouse/ui/icon/icons';
import { loadable } from '../../api/loadable.ts';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { Money } from '../../shared/money.tsx';
import { useBalances } from '../../shared/use-balances.ts';
import styles from './statement.module.css';

type Balance = ResultOf<'listBalances'>['items'][number];
/** Parts of a balance in this release; a part that nothing can fill yet is not shown. */
const PARTS = ['available', 'held', 'margin', 'inOptions'] as const;

export function Balances({ onAsset }: { onAsset: (asset: string) => void }) {
  const t = useT();
  const book = useBook();
  const list = loadable(useBalances());
  const columns: Column<Balance>[] = [
    { id: 'asset', header: t('account:balances.asset'), lead: true, cell: (row) => row.asset },
    ...PARTS.map(
      (part): Column<Balance> => ({
        id: part,
        header: t(`account:balances.${part}`),
        align: 'end',
        cell: (row) => <Money value={row[part]} />,
      }),
    ),
    {
      id: 'total',
      header: t('common:word.total'),
      align: 'end',
      cell: (row) => (
        <span className={styles.total}>
          <Money value={row.total} />
          <Why
            label={t('account:balances.why')}
            title={t('account:balances.why')}
            rows={[
              ...PARTS.map((part) => ({
                name: t(`account:balances.${part}`),
                value: <Money value={row[part]} asset={row.asset} />,
              })),
              { name: t('common:word.total'), value: <Money value={row.total} asset={row.asset} />, total: true },
            ]}
            footer={
              <Button size="s" onClick={() => onAsset(row.asset)}>
                {t('account:balances.seeLines')}
              </Button>
            }
          >
            {t('account:balances.whyText')}
          </Why>
        </span>
      ),
    },
    {
      id: 'value',
      header: t('account:balances.value'),
      align: 'end',
      cell: (row) => <Money value={row.valueUsdt ?? undefined} />,
    },
  ];
  return (
    <Section title={t('account:balances.title')}>
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <Card flush demo={book === 'demo'}>
          <Table
            caption={t('account:balances.title')}
            columns={columns}
            rows={list.state === 'ready' ? list.value.items : []}
            rowKey={(row) => row.asset}
            skeletonRows={list.state === 'loading' ? 1 : 0}
            empty={<EmptyState compact icon={Wallet} title={t('account:balances.empty')} />}
          />
        </Card>
      )}
    </Section>
  );
}
