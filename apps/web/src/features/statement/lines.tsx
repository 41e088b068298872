import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { Button, Card, EmptyState, Section, Segmented, Stack } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { groupsOf } from '../../parts/statement/line-groups.ts';
import { LinesTable } from '../../parts/statement/lines-table.tsx';
import { ExportMenu, type LineFilter } from './export-menu.tsx';
import { GroupsTable } from './groups-table.tsx';
import { type Filters, isUnfiltered, LineFilters, NO_FILTERS } from './line-filters.tsx';
import { rangeOf } from './periods.ts';
import styles from './statement.module.css';

const PAGE = 50;

interface LinesProps {
  readonly filters: Filters;
  readonly onFilters: (next: Filters) => void;
}

/** Every ledger line, newest first, page by page, with an export. */
export function Lines({ filters, onFilters }: LinesProps) {
  const t = useT();
  const book = useBook();
  const range = rangeOf(filters.time, serverNow());
  const filter = (): LineFilter => ({
    ...(filters.asset !== undefined && { asset: filters.asset }),
    ...(filters.reason !== undefined && { reason: filters.reason }),
    ...rangeOf(filters.time, serverNow()),
  });
  const query = useInfiniteQuery({
    queryKey: privateKey('statement', book, filters),
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listStatement', {
        query: { limit: PAGE, ...filter(), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: range !== undefined,
  });
  const [view, setView] = useState<'orders' | 'postings'>('orders');
  const list = loadable(query);
  const lines = list.state === 'ready' ? list.value.pages.flatMap((page) => page.items) : undefined;
  const empty = isUnfiltered(filters) ? (
    <EmptyState
      compact
      title={t('account:statement.empty')}
      action={<LinkButton href="/market">{t('shell:nav.market')}</LinkButton>}
    >
      {t('account:statement.emptyText')}
    </EmptyState>
  ) : (
    <EmptyState
      compact
      title={t('funds:lines.noMatch')}
      action={<Button onClick={() => onFilters(NO_FILTERS)}>{t('funds:lines.clear')}</Button>}
    />
  );
  return (
    <Section
      id="lines"
      className={styles.statement}
      title={t('account:statement.title')}
      note={t('account:statement.text')}
      actions={
        <>
          <ExportMenu filter={filter()} disabled={range === undefined || lines?.length === 0} />
          <LinkButton size="s" href="/zjxq/tax">
            {t('funds:tax.title')}
          </LinkButton>
        </>
      }
    >
      <Stack gap={3}>
        <Segmented
          label={t('funds:lines.view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'orders', label: t('funds:lines.byOrder') },
            { value: 'postings', label: t('funds:lines.every') },
          ]}
        />
        <LineFilters filters={filters} onChange={onFilters} />
      </Stack>
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <Card flush>
          {view === 'orders' ? (
            <GroupsTable groups={lines && groupsOf(lines, query.hasNextPage)} empty={empty} />
          ) : (
            <LinesTable inCents lines={lines} empty={empty} />
          )}
          <ShowMore pages={query} />
          {!query.hasNextPage && lines !== undefined && PAGE < lines.length && (
            <p className={styles.end}>{t('funds:lines.end')}</p>
          )}
        </Card>
      )}
    </Section>
  );
}
