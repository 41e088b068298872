import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge, Banner, Page, PageHead, Segmented } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { PagesTable } from '../../parts/records/pages-table.tsx';
import styles from './outbox-page.module.css';

const STATES = ['all', 'waiting', 'sent', 'failed'] as const;
const TONES = { waiting: 'accent', sent: 'success', failed: 'danger' } as const;

/** Mail to people and what became of it. */
export function OutboxPage() {
  const t = useT();
  const format = useFormat();
  const [url, setUrl] = useUrlState();
  const state = STATES.find((known) => known === url.state) ?? 'all';
  const query = useInfiniteQuery({
    queryKey: ['listOutbox', state],
    queryFn: ({ pageParam, signal }) =>
      fetchCall('listOutbox', {
        query: { ...(state !== 'all' && { state }), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.next ?? undefined,
    select: (data) => ({ ...data, sends: data.pages[0]?.sends ?? true, pages: data.pages.map(({ page }) => page) }),
  });
  return (
    <Page>
      <PageHead title={t('console:page.outbox')} note={t('records:outbox.note')} />
      {query.data?.sends === false && (
        <Banner kind="warning" className={styles.off}>
          {t('records:outbox.off')}
        </Banner>
      )}
      <Filters>
        <Segmented
          label={t('common:word.state')}
          value={state}
          onChange={(next) => setUrl({ state: next === 'all' ? undefined : next })}
          options={STATES.map((value) => ({
            value,
            label: value === 'all' ? t('common:word.all') : t(`records:outbox.${value}`),
          }))}
        />
      </Filters>
      <PagesTable
        caption={t('console:page.outbox')}
        pages={query}
        rowKey={(row) => String(row.id)}
        empty={t('records:outbox.empty')}
        columns={[
          { id: 'to', header: t('records:col.email'), lead: true, cell: (row) => <bdi>{row.to}</bdi> },
          { id: 'subject', header: t('records:col.mailSubject'), cell: (row) => <bdi>{row.subject}</bdi> },
          { id: 'created', header: t('records:col.created'), cell: (row) => format.dateTime(row.createdAt) },
          {
            id: 'state',
            header: t('common:word.state'),
            cell: (row) => <Badge tone={TONES[row.state]}>{t(`records:outbox.${row.state}`)}</Badge>,
          },
          { id: 'count', header: t('records:col.attempts'), align: 'end', cell: (row) => format.number(row.attempts) },
          { id: 'reason', header: t('records:col.reason'), cell: (row) => <bdi>{row.error ?? '–'}</bdi> },
        ]}
      />
    </Page>
  );
}
