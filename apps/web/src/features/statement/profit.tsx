import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Card, type Column, EmptyState, Table } from '@glasshouse/ui';
import { Cents } from '../../parts/money/cents.tsx';
import { BlockHead } from './block-head.tsx';
import type { PeriodChoice } from './periods.ts';
import { type ProfitRow, profitRows, together } from './profit-rows.ts';
import styles from './statement.module.css';
import { useProfit } from './use-profit.ts';

const SKELETON_ROWS = 3;

/** The result and the costs of each product in the period. */
export function Profit({ choice }: { choice: PeriodChoice }) {
  const t = useT();
  const query = useProfit(choice);
  const columns = useColumns();
  const list = loadable(query);
  const rows = list.state === 'ready' ? profitRows(list.value) : [];
  return (
    <Card flush className={styles.unbroken}>
      <BlockHead title={t('funds:profit.title')} note={t('funds:profit.text')} flush />
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <div className={query.isPlaceholderData ? styles.waiting : undefined}>
          <Table
            compactCards
            caption={t('funds:profit.title')}
            columns={columns}
            rows={rows}
            rowKey={({ kind, asset }) => `${kind} ${asset}`}
            skeletonRows={list.state === 'loading' ? SKELETON_ROWS : 0}
            empty={
              <EmptyState compact title={t('funds:profit.empty')}>
                {t('funds:profit.emptyText')}
              </EmptyState>
            }
          />
          <Together rows={rows} />
          {rows.some(({ feesInResult }) => feesInResult) && (
            <p className={styles.footnote}>{t('funds:profit.byCost')}</p>
          )}
        </div>
      )}
    </Card>
  );
}

function useColumns(): Column<ProfitRow>[] {
  const t = useT();
  const format = useFormat();
  return [
    {
      id: 'product',
      header: t('funds:profit.product'),
      lead: true,
      cell: ({ kind, asset }) => (
        <>
          {t(`funds:product.${kind}`)}
          {asset !== 'USDT' && <bdi className={styles.inAsset}> {asset}</bdi>}
        </>
      ),
    },
    {
      id: 'gross',
      header: t('funds:profit.gross'),
      align: 'end',
      cell: ({ gross, asset }) =>
        gross === undefined ? '–' : <Cents value={gross} asset={asset} name={t('funds:profit.gross')} />,
    },
    { id: 'fees', header: t('funds:profit.fees'), align: 'end', cell: (row) => <Fees row={row} /> },
    {
      id: 'net',
      header: t('funds:profit.net'),
      align: 'end',
      headline: true,
      cell: ({ net, asset }) =>
        net === undefined ? (
          t('funds:cost.pending')
        ) : (
          <span className={styles.strong}>
            <Cents coloured value={net} asset={asset} name={t('funds:profit.net')} />
          </span>
        ),
    },
    {
      id: 'orders',
      header: t('funds:profit.orders'),
      align: 'end',
      cell: ({ orders }) => <bdi translate="no">{format.number(orders)}</bdi>,
    },
  ];
}

function Fees({ row: { fees, feesInResult } }: { row: ProfitRow }) {
  const t = useT();
  if (fees.length === 0) return '–';
  return (
    <span className={styles.stacked}>
      {fees.map(({ asset, amount }) => (
        <span key={asset}>
          <Cents value={amount} asset={asset} name={t('funds:profit.fees')} />
        </span>
      ))}
      {feesInResult && <span className={styles.aside}>{t('funds:profit.inResult')}</span>}
    </span>
  );
}

function Together({ rows }: { rows: readonly ProfitRow[] }) {
  const t = useT();
  const net = together(rows);
  const format = useFormat();
  const coins = [...new Set(rows.map(({ asset }) => asset))].filter((asset) => asset !== 'USDT');
  return (
    <>
      {net !== undefined && (
        <p className={styles.together}>
          <span>{t('funds:profit.together')}</span>
          <span className={styles.strong}>
            <Cents coloured value={net} asset="USDT" name={t('funds:profit.together')} />
          </span>
        </p>
      )}
      {0 < coins.length && (
        <p className={styles.footnote}>{t('funds:summary.unpriced', { assets: format.list(coins) })}</p>
      )}
    </>
  );
}
