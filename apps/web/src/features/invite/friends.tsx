import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { Column } from '@glasshouse/ui';
import { fetchResult } from '../../api/client.ts';
import { Money } from '../../parts/money/money.tsx';
import { PagedSection } from './paged-section.tsx';

type Friend = ResultOf<'listFriends'>['items'][number];

/** Who signed up with one’s code, and what their fees earned. */
export function Friends() {
  const t = useT();
  const columns = useColumns();
  return (
    <PagedSection
      id="friends"
      title={t('funds:invite.friends')}
      empty={t('funds:invite.noFriends')}
      emptyText={t('funds:invite.noFriendsText')}
      columns={columns}
      rowKey={({ id }) => String(id)}
      read={(query, signal) => fetchResult('listFriends', { query, signal })}
    />
  );
}

function useColumns(): Column<Friend>[] {
  const t = useT();
  const format = useFormat();
  return [
    { id: 'name', header: t('funds:invite.friend'), lead: true, cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'joined', header: t('funds:invite.joined'), cell: ({ joinedAt }) => format.date(joinedAt) },
    {
      id: 'state',
      header: t('common:word.state'),
      cell: ({ state, isVerified }) =>
        state === 'active' && !isVerified ? t('funds:invite.unverified') : t(`funds:invite.state.${state}`),
    },
    { id: 'until', header: t('funds:invite.until'), cell: ({ until }) => format.date(until) },
    {
      id: 'fees',
      header: t('funds:invite.fees'),
      align: 'end',
      cell: ({ fees }) => <Money value={fees} asset="USDT" />,
    },
    {
      id: 'earned',
      header: t('funds:invite.earned'),
      align: 'end',
      cell: ({ earned }) => <Money value={earned} asset="USDT" />,
    },
  ];
}
