import { useT } from '@glasshouse/app/language/language';
import { Card, type Column, Table } from '@glasshouse/ui';
import { useState } from 'react';
import { Money } from '../../parts/money/money.tsx';
import { CostSteps } from '../../parts/statement/cost-steps.tsx';
import { BlockHead } from './block-head.tsx';
import type { PeriodChoice } from './periods.ts';
import { type SoldRow, soldRows } from './profit-rows.ts';
import styles from './statement.module.css';
import { useProfit } from './use-profit.ts';

type Open = (asset: string) => void;

/** What was sold in the period. Hidden if no coin was: the table above says so already. */
export function Sold({ choice }: { choice: PeriodChoice }) {
  const t = useT();
  const [shown, setShown] = useState<string>();
  const onOpen = setShown;
  const query = useProfit(choice);
  const rows = soldRows(query.data ?? []);
  if (rows.length === 0) return null;
  const columns: Column<SoldRow>[] = [
    {
      id: 'asset',
      header: t('account:balances.asset'),
      lead: true,
      cell: ({ asset, kind }) => (
        <>
          <StepsButton asset={asset} onOpen={onOpen} />
          <span className={styles.inAsset}> {t(`funds:product.${kind}`)}</span>
        </>
      ),
    },
    {
      id: 'quantity',
      header: t('funds:cost.sold'),
      align: 'end',
      cell: ({ quantity }) => <Money value={quantity} />,
    },
    {
      id: 'proceeds',
      header: t('funds:cost.proceeds'),
      align: 'end',
      cell: ({ proceeds }) => <Money value={proceeds} asset="USDT" />,
    },
    {
      id: 'cost',
      header: t('funds:cost.costOfSold'),
      align: 'end',
      cell: ({ cost }) => <Money value={cost} asset="USDT" />,
    },
    {
      id: 'profit',
      header: t('funds:cost.profit'),
      align: 'end',
      cell: ({ profit }) => <Money value={profit} asset="USDT" coloured className={styles.strong} />,
    },
  ];
  return (
    <Card flush className={query.isPlaceholderData ? styles.waiting : undefined}>
      <BlockHead title={t('funds:cost.soldTitle')} note={t('funds:cost.soldText')} flush />
      <Table
        caption={t('funds:cost.soldTitle')}
        columns={columns}
        rows={rows}
        rowKey={({ kind, asset }) => `${kind} ${asset}`}
        onOpen={({ asset }) => onOpen(asset)}
      />
      {shown !== undefined && <CostSteps asset={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
}

function StepsButton({ asset, onOpen }: { asset: string; onOpen: Open }) {
  const t = useT();
  return (
    <button
      type="button"
      className={styles.asset}
      aria-label={t('funds:cost.steps', { asset })}
      onClick={() => onOpen(asset)}
    >
      {asset}
    </button>
  );
}
