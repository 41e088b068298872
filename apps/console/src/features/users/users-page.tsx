import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Page, PageHead, Segmented } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { SearchBox } from '../../parts/fields/search-box.tsx';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { Person } from '../../parts/people/person.tsx';
import { PagesTable, usePages } from '../../parts/records/pages-table.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';

const STATES = ['all', 'frozen', 'disabled'] as const;

/** Everybody, found by number or by any part of a name or address. */
export function UsersPage() {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const [url, setUrl] = useUrlState();
  const state = STATES.find((known) => known === url.state) ?? 'all';
  const query = {
    ...(url.q !== undefined && { q: url.q }),
    ...(state !== 'all' && { status: state }),
  };
  const pages = usePages(['searchUsers', query], (page, signal) =>
    fetchCall('searchUsers', { query: { ...query, ...page }, signal }),
  );
  return (
    <Page>
      <PageHead title={t('console:page.users')} note={t('records:users.seen')} />
      <Filters>
        <SearchBox key={url.q} value={url.q} label={t('records:users.search')} onChange={(q) => setUrl({ q })} />
        <Segmented
          label={t('common:word.state')}
          value={state}
          onChange={(next) => setUrl({ state: next === 'all' ? undefined : next })}
          options={STATES.map((value) => ({
            value,
            label: value === 'all' ? t('common:word.all') : t(`console:state.${value}`),
          }))}
        />
      </Filters>
      <PagesTable
        caption={t('console:page.users')}
        pages={pages}
        rowKey={(row) => String(row.id)}
        onOpen={(row) => navigate(`/users/${row.id}`)}
        empty={t('records:users.empty')}
        emptyText={t('records:users.emptyText')}
        columns={[
          {
            id: 'name',
            header: t('console:field.person'),
            lead: true,
            cell: (row) => <Person person={{ id: row.id, ...(row.username !== null && { name: row.username }) }} />,
          },
          { id: 'id', header: t('records:col.number'), align: 'end', cell: (row) => row.id },
          { id: 'email', header: t('records:col.email'), cell: (row) => <bdi>{row.email ?? '–'}</bdi> },
          { id: 'state', header: t('common:word.state'), cell: (row) => <StateBadge state={row.status} /> },
          { id: 'language', header: t('records:col.language'), cell: (row) => row.language },
          {
            id: 'created',
            header: t('records:col.created'),
            align: 'end',
            cell: (row) => format.dateTime(row.createdAt),
          },
        ]}
      />
    </Page>
  );
}
