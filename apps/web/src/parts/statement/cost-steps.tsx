import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { BottomSheet, type Column, EmptyState, Table } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';
import { Money } from '../money/money.tsx';
import styles from './cost-steps.module.css';
import { OrderLink } from './lines-table.tsx';

type Step = ResultOf<'listCostSteps'>['items'][number];

const PAGE = 50;
const SKELETON_ROWS = 4;

/** The cost calculation of one coin, step by step, newest first. */
export function CostSteps({ asset, onClose }: { asset: string; onClose: () => void }) {
  const t = useT();
  const book = useBook();
  const columns = useColumns();
  const query = useInfiniteQuery({
    queryKey: privateKey('profit', book, 'steps', asset),
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listCostSteps', {
        query: { asset, limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const list = loadable(query);
  const steps = list.state === 'ready' ? list.value.pages.flatMap((page) => page.items) : [];
  return (
    <BottomSheet
      open
      onClose={onClose}
      width="l"
      title={t('funds:cost.steps', { asset })}
      description={t('funds:cost.howText')}
      closeLabel={t('common:action.close')}
    >
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <Table
          caption={t('funds:cost.steps', { asset })}
          columns={columns}
          rows={steps}
          rowKey={({ id }) => id}
          skeletonRows={list.state === 'loading' ? SKELETON_ROWS : 0}
          empty={<EmptyState compact title={t('funds:cost.nothingHeld')} />}
        />
      )}
      <ShowMore pages={query} />
    </BottomSheet>
  );
}

function useColumns(): Column<Step>[] {
  const t = useT();
  const format = useFormat();
  return [
    {
      id: 'time',
      header: t('account:statement.time'),
      lead: true,
      cell: ({ at, kind, ref, seq }) => (
        <span className={styles.stacked}>
          <span>{format.dateTime(at)}</span>
          <span className={styles.aside}>
            {t(kind === 'other' ? 'funds:cost.other' : `funds:product.${kind}`)}{' '}
            <OrderLink product={kind} reference={ref} /> <bdi>#{seq}</bdi>
          </span>
        </span>
      ),
    },
    {
      id: 'quantity',
      header: t('funds:cost.change'),
      align: 'end',
      cell: ({ quantity }) => <Money value={quantity} sign="always" />,
    },
    {
      id: 'value',
      header: t('funds:cost.worth'),
      align: 'end',
      cell: ({ value, basis }) => (
        <span className={styles.stacked}>
          <span>
            <Money value={value} />
          </span>
          <span className={styles.aside}>{t(`funds:cost.basis.${basis}`)}</span>
        </span>
      ),
    },
    {
      id: 'profit',
      header: t('funds:cost.profit'),
      align: 'end',
      // An acquisition costs its value and makes no profit.
      cell: ({ profit, cost, quantity }) =>
        quantity.startsWith('-') ? (
          <span className={styles.stacked}>
            <span>
              <Money value={profit} coloured />
            </span>
            <span className={styles.aside}>
              {t('funds:cost.costOfSold')} <Money value={cost} />
            </span>
          </span>
        ) : (
          '–'
        ),
    },
    {
      id: 'after',
      header: t('funds:cost.after'),
      align: 'end',
      cell: ({ quantityAfter, costAfter }) => (
        <span className={styles.stacked}>
          <span>
            <Money value={quantityAfter} />
          </span>
          <span className={styles.aside}>
            {t('funds:cost.cost')} <Money value={costAfter} />
          </span>
        </span>
      ),
    },
  ];
}
