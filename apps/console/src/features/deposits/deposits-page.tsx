import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { call } from '../../api/client.ts';
import { RowText } from '../../parts/records/evidence.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import { QueuePage } from '../../queue/queue-page.tsx';
import { useQueueList } from '../../queue/use-queue-list.ts';
import { useView } from '../../queue/use-view.tsx';
import { DepositItem } from './deposit-item.tsx';
import { shownAmount } from './shown-amount.ts';

type DepositRow = OperatorResultOf<'listDepositQueue'>['items'][number];

const VIEWS = ['waiting', 'confirming', 'held', 'frozen', 'all'] as const;

/** Money in that a person must look at. */
export function DepositsPage() {
  const t = useT();
  const format = useFormat();
  const { view, q, found, filters } = useView({
    views: VIEWS,
    labelOf: (value) => {
      if (value === 'all') return t('common:word.all');
      return value === 'held' ? t('records:deposits.queueHeld') : t(`console:state.${value}`);
    },
    search: t('console:deposits.search'),
  });
  const list = useQueueList<DepositRow>({
    queue: 'deposits',
    scope: `${view} ${q ?? ''}`,
    idOf: (row) => row.id,
    read: (cursor, signal) =>
      call('listDepositQueue', {
        query: { queue: view, ...found, ...(cursor !== undefined && { cursor }) },
        signal,
      }),
  });
  return (
    <QueuePage
      queue="deposits"
      title={t('console:page.deposits')}
      list={list}
      filters={filters}
      empty={t('console:deposits.empty')}
      emptyText={t('console:deposits.emptyText')}
      draw={(row) => (
        <RowText
          first={shownAmount(format, row)}
          firstEnd={row.dueAt === null ? <StateBadge state={row.state} /> : <Deadline dueAt={row.dueAt} />}
          second={row.user.name}
          secondEnd={row.network ?? t('console:method.bank')}
        />
      )}
      detail={(id) => <DepositItem id={id} />}
    />
  );
}
