import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge } from '@glasshouse/ui';
import { call } from '../../api/client.ts';
import { RowText } from '../../parts/records/evidence.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import { QueuePage } from '../../queue/queue-page.tsx';
import { useQueueList } from '../../queue/use-queue-list.ts';
import { useView } from '../../queue/use-view.tsx';
import { shownAmount } from './shown-amount.ts';
import { WithdrawalItem } from './withdrawal-item.tsx';

export type WithdrawalRow = OperatorResultOf<'listWithdrawalQueue'>['items'][number];

const VIEWS = ['waiting', 'payable', 'sent', 'trouble', 'all'] as const;

/** Money out: review, then what became of it. */
export function WithdrawalsPage() {
  const t = useT();
  const format = useFormat();
  const { view, q, found, filters } = useView({
    views: VIEWS,
    labelOf: (value) => t(`console:withdrawals.view.${value}`),
    search: t('console:withdrawals.search'),
    full: true,
  });
  const list = useQueueList<WithdrawalRow>({
    queue: 'withdrawals',
    scope: `${view} ${q ?? ''}`,
    idOf: (row) => row.id,
    read: (cursor, signal) =>
      call('listWithdrawalQueue', {
        query: { queue: view, ...found, ...(cursor !== undefined && { cursor }) },
        signal,
      }),
  });
  return (
    <QueuePage
      queue="withdrawals"
      title={t('console:page.withdrawals')}
      list={list}
      filters={filters}
      empty={t('console:withdrawals.empty')}
      emptyText={t('console:withdrawals.emptyText')}
      draw={(row) => (
        <RowText
          first={shownAmount(format, row)}
          firstEnd={
            row.trouble !== null ? (
              <Badge tone="danger">{t(`console:withdrawals.${row.trouble}`)}</Badge>
            ) : row.dueAt === null ? (
              <StateBadge state={row.state} />
            ) : (
              <Deadline dueAt={row.dueAt} />
            )
          }
          second={row.user.name}
          secondEnd={
            row.request === null ? (row.network ?? t('console:method.bank')) : t('console:withdrawals.waitsSecond')
          }
        />
      )}
      detail={(id) => <WithdrawalItem id={id} />}
    />
  );
}
