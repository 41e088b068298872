import { useT } from '@glasshouse/app/language/language';
import { Select } from '@glasshouse/ui';
import { call } from '../../api/client.ts';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { useActionWords } from '../../parts/records/action-words.ts';
import { RowText } from '../../parts/records/evidence.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import { QueuePage } from '../../queue/queue-page.tsx';
import { useQueueList } from '../../queue/use-queue-list.ts';
import type { OperatorRequest } from './operator-request.ts';
import { RequestItem } from './request-item.tsx';

const STATES = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const;

/** What waits for a second person. */
export function RequestsPage() {
  const t = useT();
  const { nameOf, detailOf } = useActionWords();
  const [url, setUrl] = useUrlState();
  const state = STATES.find((known) => known === url.state) ?? 'waiting';
  const list = useQueueList<OperatorRequest>({
    queue: 'requests',
    scope: state,
    idOf: (request) => request.id,
    read: (cursor, signal) =>
      call('listRequests', { query: { state, ...(cursor !== undefined && { cursor }) }, signal }),
  });
  return (
    <QueuePage
      queue="requests"
      title={t('console:page.requests')}
      list={list}
      filters={
        <Select
          hideLabel
          label={t('common:word.state')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`console:state.${value}`) }))}
          onChange={(next) => setUrl({ state: next === 'waiting' ? undefined : next, item: undefined })}
        />
      }
      empty={t('console:requests.empty')}
      emptyText={t('console:requests.emptyText')}
      isTall
      draw={(request) => (
        <RowText
          first={nameOf(request.type)}
          firstEnd={
            request.state === 'waiting' ? <Deadline dueAt={request.expiresAt} /> : <StateBadge state={request.state} />
          }
          wraps
          second={detailOf(request)}
          secondEnd={request.isOwn ? t('console:requests.own') : request.askedBy.name}
        />
      )}
      detail={(id, row) => <RequestItem id={id} known={row} />}
    />
  );
}
