import { Card, type Column, EmptyState, Table } from '@glasshouse/ui';
import { ChartColumn } from '@glasshouse/ui/icon/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { loadable } from '../../api/loadable.ts';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { serverNow } from '../../live/clock.ts';
import { useBook } from '../../session/session.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { useFormat } from '../../shared/format.ts';
import { Money } from '../../shared/money.tsx';
import { privateKey } from '../../shared/query-keys.ts';
import { BlockHead } from './block-head.tsx';
import { type PeriodChoice, rangeOf } from './periods.ts';
import { type ProfitRow, profitRows, together } from './profit-rows.ts';
import styles from './statement.module.css';

const SKELETON_ROWS = 3;

/** What each product brought in the period, and what it cost. */
export function Profit({ choice }: { choice: PeriodChoice }) {
  const t = useT();
  const book = useBook();
  const range = rangeOf(choice, serverNow());
  const query = useQuery({
    queryKey: privateKey('profit', book, choice),
    queryFn: ({ signal }) => fetchResult('getProfitTotal', { query: rangeOf(choice, serverNow()) ?? {}, signal }),
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const list = loadable(query);
  const rows = list.state === 'ready' ? profitRows(list.value) : [];
  const byAsset = rows.some(({ kind }) => kind === 'spot' || kind === 'convert');
  return (
    <Card flush>
      <BlockHead title={t('funds:profit.title')} note={t('funds:profit.text')} flush />
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <div className={query.isPlaceholderData ? styles.waiting : undefined}>
          <Table
            caption={t('funds:profit.title')}
            columns={columns}
            rows={rows}
            rowKey={({ kind, asset }) => `${kind} ${asset}`}
            skeletonRows={list.state === 'loading' ? SKELETON_ROWS : 0}
            empty={
              <EmptyState compact icon={ChartColumn} title={t('funds:profit.empty')}>
                {t('funds:profit.emptyText')}
              </EmptyState>
            }
          />
          <Together rows={rows} />
          {byAsset && <p className={styles.footnote}>{t('funds:profit.byAsset')}</p>}
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
          {(kind === 'spot' || kind === 'convert') && <span className={styles.inAsset}> {asset}</span>}
        </>
      ),
    },
    {
      id: 'result',
      header: t('funds:profit.result'),
      align: 'end',
      cell: ({ realised, asset }) => <Money value={realised} asset={asset} sign="always" />,
    },
    {
      id: 'fees',
      header: t('funds:profit.fees'),
      align: 'end',
      cell: ({ fees, asset }) => <Money value={fees} asset={asset} />,
    },
    {
      id: 'net',
      header: t('funds:profit.net'),
      align: 'end',
      // An asset that went for another is no loss: only what is in USDT alone has the colour of one.
      cell: ({ net, asset, kind }) => (
        <Money
          value={net}
          asset={asset}
          sign="always"
          coloured={kind !== 'spot' && kind !== 'convert'}
          className={styles.strong}
        />
      ),
    },
    {
      id: 'orders',
      header: t('funds:profit.orders'),
      align: 'end',
      cell: ({ orders }) => <bdi>{format.number(orders)}</bdi>,
    },
  ];
}

function Together({ rows }: { rows: readonly ProfitRow[] }) {
  const t = useT();
  const sum = together(rows);
  if (sum === undefined) return null;
  return (
    <p className={styles.together}>
      <span>{t('funds:profit.together')}</span>
      <Money value={sum.net} asset="USDT" coloured className={styles.strong} />
    </p>
  );
}
