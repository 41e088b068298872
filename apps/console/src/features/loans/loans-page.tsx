import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge } from '@glasshouse/ui';
import { call } from '../../api/client.ts';
import { RowText } from '../../parts/records/evidence.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import { QueuePage } from '../../queue/queue-page.tsx';
import { useQueueList } from '../../queue/use-queue-list.ts';
import { useView } from '../../queue/use-view.tsx';
import { LoanItem } from './loan-item.tsx';
import { type LoanRow, LoanState } from './loan-state.tsx';

const VIEWS = ['waiting', 'running', 'overdue', 'warned', 'all'] as const;

/** Requests to review, then what became of the loans. */
export function LoansPage() {
  const t = useT();
  const format = useFormat();
  const { view, q, found, filters } = useView({
    views: VIEWS,
    labelOf: (value) => t(`loans:console.view.${value}`),
    search: t('loans:console.search'),
    full: true,
  });
  const list = useQueueList<LoanRow>({
    queue: 'loans',
    scope: `${view} ${q ?? ''}`,
    idOf: (row) => row.id,
    read: (cursor, signal) =>
      call('listLoanQueue', { query: { queue: view, ...found, ...(cursor !== undefined && { cursor }) }, signal }),
  });
  return (
    <QueuePage
      queue="loans"
      title={t('console:page.loans')}
      list={list}
      filters={filters}
      empty={t('console:withdrawals.empty')}
      emptyText={t('loans:console.emptyText')}
      draw={(row) => (
        <RowText
          first={format.money(row.amount, 'USDT')}
          firstEnd={<Standing row={row} />}
          second={row.user.name}
          secondEnd={
            row.request === null ? t('loans:console.title', { id: row.id }) : t('console:withdrawals.waitsSecond')
          }
        />
      )}
      detail={(id) => <LoanItem id={id} />}
    />
  );
}

/** What decides the urgency of a row. */
function Standing({ row }: { row: LoanRow }) {
  const t = useT();
  if (row.state === 'pending') return <Deadline dueAt={row.dueAt} />;
  if (row.state === 'expired')
    return <Badge tone="danger">{t('loans:console.daysOverdue', { count: row.daysOverdue })}</Badge>;
  if (row.warnedAt !== null) return <Badge tone="warning">{t('loans:console.view.warned')}</Badge>;
  return <LoanState state={row.state} />;
}
