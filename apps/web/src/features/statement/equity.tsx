import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Card, Change, EmptyState, Figure, SkeletonBlock } from '@glasshouse/ui';
import { ChartLine } from '@glasshouse/ui/icon/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { useBalances } from '../../parts/money/use-balances.ts';
import { useTotalWorth } from '../../parts/portfolio/total-worth.tsx';
import { BlockHead } from './block-head.tsx';
import { EquityChart } from './equity-chart.tsx';
import { type EquitySummary, summaryOf, untilNow } from './equity-scale.ts';
import { type PeriodChoice, rangeOf } from './periods.ts';
import styles from './statement.module.css';

/** Without `from` the server takes thirty days; "all" starts at the first money. */
const BEGINNING = '2000-01-01T00:00:00.000Z';

/** The equity of the book over the period, as a curve and in figures. */
export function Equity({ choice }: { choice: PeriodChoice }) {
  const t = useT();
  const book = useBook();
  const query = useQuery({
    queryKey: privateKey('equity', book, choice),
    queryFn: ({ signal }) =>
      fetchResult('getEquityCurve', { query: { from: BEGINNING, ...rangeOf(choice, serverNow()) }, signal }),
    enabled: rangeOf(choice, serverNow()) !== undefined,
    placeholderData: keepPreviousData,
  });
  const curve = loadable(query, (points) => points.length === 0);
  const isLive = rangeOf(choice, serverNow())?.to === undefined;
  const total = useTotalWorth(useBalances().data);
  const now = isLive && total !== undefined ? { at: new Date(serverNow()).toISOString(), value: total } : undefined;
  const points = curve.state === 'ready' ? untilNow(curve.value, now) : undefined;
  const summary = points && summaryOf(points);
  return (
    <Card>
      <BlockHead title={t('funds:equity.title')} note={t('funds:equity.text')} />
      <div className={query.isPlaceholderData ? styles.waiting : undefined}>
        {curve.state === 'error' && <FailureNote failure={curve.failure} retry={curve.retry} />}
        {curve.state === 'empty' && <EmptyState compact icon={ChartLine} title={t('funds:equity.empty')} />}
        {curve.state === 'loading' && <SkeletonBlock height="3.08rem" />}
        {points !== undefined && summary !== undefined && (
          <>
            <Figures summary={summary} />
            <EquityChart points={points} summary={summary} />
            <p className={styles.note}>{t('funds:equity.deposits')}</p>
          </>
        )}
      </div>
    </Card>
  );
}

function Figures({ summary }: { summary: EquitySummary }) {
  const t = useT();
  const { first, last, low, high, change, changePercent } = summary;
  const figures: readonly (readonly [string, ReactNode])[] = [
    [t('funds:equity.start'), <Figure key="start" value={first.value} places={2} asset="USDT" />],
    [t('funds:equity.now'), <Figure key="now" value={last.value} places={2} asset="USDT" />],
    [
      t('funds:equity.change'),
      <span key="change" className={styles.change}>
        <Figure value={change} places={2} asset="USDT" coloured />
        {changePercent !== undefined && <Change percent={changePercent} below />}
      </span>,
    ],
    [t('funds:equity.low'), <Figure key="low" value={low.value} places={2} asset="USDT" />],
    [t('funds:equity.high'), <Figure key="high" value={high.value} places={2} asset="USDT" />],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.part}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
