import type { ResultOf } from '@glasshouse/api';
import { PROFIT_KINDS } from '@glasshouse/api/constants';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { netDerivation } from '@glasshouse/rules/derivations/orders';
import { Card, type Column, EmptyState, Section, Table } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { DayNet } from '../../parts/orders/day-net.tsx';
import { readersZone } from '../../parts/orders/use-today.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import { statementHref } from '../../parts/statement/statement-href.ts';
import { DayBars } from './day-bars.tsx';
import styles from './portfolio.module.css';

type Day = ResultOf<'listProfitDays'>['items'][number];

const PAGE_DAYS = 30;
const SHOWN_BARS = 30;
const SKELETON_ROWS = 3;
/** While the server processes a long history, each request continues it. */
const AGAIN_MS = 1_000;

/** What every day made, by product, after all fees. */
export function Days() {
  const t = useT();
  const book = useBook();
  const pages = useInfiniteQuery({
    queryKey: privateKey('profit', book, 'days'),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { zone: readersZone(), limit: PAGE_DAYS };
      return fetchResult('listProfitDays', {
        query: pageParam === undefined ? query : { ...query, cursor: pageParam },
        signal,
      });
    },
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ net }) => net === null)) === true ? AGAIN_MS : false,
  });
  const list = loadable(pages, (data) => data.pages.every(({ items }) => items.length === 0));
  const days = list.state === 'ready' ? list.value.pages.flatMap(({ items }) => items) : [];
  return (
    <Section aria-label={t('portfolio:section.days')}>
      <p className={styles.foldText}>{t('portfolio:daysText')}</p>
      <Card flush>
        {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
        {list.state === 'empty' && (
          <EmptyState compact title={t('funds:profit.empty')}>
            {t('funds:profit.emptyText')}
          </EmptyState>
        )}
        {1 < days.length && <DayBars days={days.slice(0, SHOWN_BARS)} />}
        {(list.state === 'ready' || list.state === 'loading') && (
          <DayTable days={days} isLoading={list.state === 'loading'} />
        )}
        <ShowMore pages={pages} />
      </Card>
    </Section>
  );
}

/** The results of one product on one day, by asset. */
const resultsOf = (day: Day, kind: string) => day.products.filter((product) => product.kind === kind);

function DayTable({ days, isLoading }: { days: readonly Day[]; isLoading: boolean }) {
  const t = useT();
  const format = useFormat();
  const kinds = PROFIT_KINDS.filter((kind) => days.some((day) => 0 < resultsOf(day, kind).length));
  const columns: Column<Day>[] = [
    {
      id: 'day',
      header: t('portfolio:day'),
      lead: true,
      // At noon: no zone is far enough from the reader's for it to be another day there.
      cell: ({ day }) => <time dateTime={day}>{format.date(`${day}T12:00:00`)}</time>,
    },
    ...kinds.map((kind) => ({
      id: kind,
      header: t(`funds:product.${kind}`),
      align: 'end' as const,
      cell: (day: Day) => <Results day={day.day} results={resultsOf(day, kind)} />,
    })),
    {
      id: 'net',
      header: t('funds:profit.together'),
      align: 'end',
      headline: true,
      cell: (day) =>
        day.net === null ? (
          t('funds:cost.pending')
        ) : (
          <DayNet day={day} name={t('funds:profit.together')} className={styles.strong} />
        ),
    },
  ];
  return (
    <Table
      compactCards
      caption={t('portfolio:section.days')}
      columns={columns}
      rows={days}
      rowKey={({ day }) => day}
      skeletonRows={isLoading ? SKELETON_ROWS : 0}
    />
  );
}

function Results({ day, results }: { day: string; results: Day['products'] }) {
  const t = useT();
  if (results.length === 0) return <span className={styles.muted}>–</span>;
  return (
    <span className={styles.pair}>
      {results.map(({ kind, asset, realised, fees, net }) => (
        <Derived
          key={asset}
          derivation={realised === null || fees === null ? undefined : netDerivation({ realised, fees })}
          value={net ?? undefined}
          name={t(`funds:product.${kind}`)}
          sources={{ ledger: statementHref({ reason: kind, asset, day }) }}
          places={2}
          asset={asset === 'USDT' ? undefined : asset}
          coloured
        />
      ))}
    </span>
  );
}
