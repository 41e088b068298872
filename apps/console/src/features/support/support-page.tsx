import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useT } from '@glasshouse/app/language/language';
import { Badge } from '@glasshouse/ui';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { useChats } from '../../live/counts.ts';
import { RowText } from '../../parts/records/evidence.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import { QueuePage } from '../../queue/queue-page.tsx';
import { useQueueList } from '../../queue/use-queue-list.ts';
import { useView } from '../../queue/use-view.tsx';
import { ChatItem } from './chat-item.tsx';

type Row = OperatorResultOf<'listSupport'>['items'][number];

const VIEWS = ['unassigned', 'mine', 'all', 'closed'] as const;

/** Conversations with customers: whoever waits longest first. */
export function SupportPage() {
  const t = useT();
  const { view, filters } = useView({
    views: VIEWS,
    labelOf: (value) => (value === 'all' ? t('common:word.all') : t(`support:op.view.${value}`)),
    full: true,
  });
  const list = useQueueList<Row>({
    queue: 'support',
    scope: view,
    idOf: (row) => row.id,
    read: (cursor, signal) =>
      call('listSupport', { query: { box: view, ...(cursor !== undefined && { cursor }) }, signal }),
  });
  const { refresh } = list;
  const last = Math.max(0, ...useChats().map((chat) => chat.last));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message anywhere changes the order.
  useEffect(() => {
    if (0 < last) refresh();
  }, [last]);
  return (
    <QueuePage
      queue="support"
      title={t('console:page.support')}
      list={list}
      filters={filters}
      empty={t('support:op.empty')}
      emptyText={t('support:op.emptyText')}
      gone={t('support:op.gone')}
      draw={(row) => (
        <RowText
          first={row.user?.name ?? t('support:op.visitor', { id: row.id })}
          firstEnd={row.dueAt === null ? null : <Deadline dueAt={row.dueAt} />}
          second={row.assigned?.name ?? t('support:op.view.unassigned')}
          secondEnd={0 < row.unread ? <Badge tone="warning">{row.unread}</Badge> : row.language}
        />
      )}
      detail={(id) => <ChatItem id={id} />}
    />
  );
}
