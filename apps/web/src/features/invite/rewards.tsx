import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { Column } from '@glasshouse/ui';
import { fetchResult } from '../../api/client.ts';
import { Money } from '../../parts/money/money.tsx';
import { PagedSection } from './paged-section.tsx';

type Reward = ResultOf<'listRewards'>['items'][number];

/** Every reward with the fee that it came from. */
export function Rewards() {
  const t = useT();
  const columns = useColumns();
  return (
    <PagedSection
      id="rewards"
      title={t('funds:invite.rewards')}
      note={t('funds:invite.rewardsText')}
      empty={t('funds:invite.noRewards')}
      emptyText={t('funds:invite.noRewardsText')}
      columns={columns}
      rowKey={({ seq, id }) => `${seq}-${id}`}
      read={(query, signal) => fetchResult('listRewards', { query, signal })}
    />
  );
}

function useColumns(): Column<Reward>[] {
  const t = useT();
  const format = useFormat();
  return [
    { id: 'name', header: t('funds:invite.friend'), lead: true, cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'at', header: t('common:word.time'), cell: ({ at }) => format.dateTime(at) },
    { id: 'seq', header: t('account:statement.logEntry'), cell: ({ seq }) => <bdi dir="ltr">{seq}</bdi> },
    { id: 'fee', header: t('funds:invite.fee'), align: 'end', cell: ({ fee }) => <Money value={fee} asset="USDT" /> },
    { id: 'share', header: t('funds:invite.share'), align: 'end', cell: ({ share }) => format.percent(share) },
    {
      id: 'reward',
      header: t('funds:invite.reward'),
      align: 'end',
      cell: ({ reward }) => <Money value={reward} asset="USDT" />,
    },
  ];
}
