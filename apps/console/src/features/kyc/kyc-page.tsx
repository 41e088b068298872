import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useT } from '@glasshouse/app/language/language';
import { Segmented } from '@glasshouse/ui';
import { call } from '../../api/client.ts';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { RowText } from '../../parts/records/evidence.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import { QueuePage } from '../../queue/queue-page.tsx';
import { useQueueList } from '../../queue/use-queue-list.ts';
import { KycItem } from './kyc-item.tsx';

type KycRow = OperatorResultOf<'listKycQueue'>['items'][number];

const STATES = ['pending', 'verified', 'notPassed', 'all'] as const;

/** Identity checks, first due first. */
export function KycPage() {
  const t = useT();
  const [url, setUrl] = useUrlState();
  const state = STATES.find((known) => known === url.state) ?? 'pending';
  const list = useQueueList<KycRow>({
    queue: 'kyc',
    scope: state,
    idOf: (row) => row.id,
    read: (cursor, signal) =>
      call('listKycQueue', { query: { state, ...(cursor !== undefined && { cursor }) }, signal }),
  });
  return (
    <QueuePage
      queue="kyc"
      title={t('console:page.kyc')}
      list={list}
      filters={
        <Segmented
          size="s"
          label={t('common:word.state')}
          value={state}
          options={STATES.map((value) => ({
            value,
            label: value === 'all' ? t('common:word.all') : t(`console:state.${value}`),
          }))}
          onChange={(next) => setUrl({ state: next === 'pending' ? undefined : next, item: undefined })}
        />
      }
      empty={t('console:kyc.empty')}
      emptyText={t('console:kyc.emptyText')}
      draw={(row) => (
        <RowText
          first={t('console:person', { id: row.userId })}
          firstEnd={row.state === 'pending' ? <Deadline dueAt={row.reviewBy} /> : <StateBadge state={row.state} />}
          second={t(`console:kyc.level.${row.level}`)}
          secondEnd={1 < row.attempt ? t('console:kyc.attempt', { number: row.attempt }) : undefined}
        />
      )}
      detail={(id) => <KycItem id={id} />}
    />
  );
}
