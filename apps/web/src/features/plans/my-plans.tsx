import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { planNet } from '@glasshouse/trade/plans/result';
import type { Plan } from '@glasshouse/trade/plans/sums';
import { Badge, Button, Card, type Column, EmptyState, Section, Stack, Table } from '@glasshouse/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import styles from './plan.module.css';

type Payment = ResultOf<'listPlanPayments'>[number];
const SHOWN_DAYS = 31;
const LIMIT = 20;

/** The person's plans, and what they will pay when. */
export function MyPlans() {
  const t = useT();
  const format = useFormat();
  const [exiting, setExiting] = useState<Plan>();
  const pages = useInfiniteQuery({
    queryKey: privateKey('plans', 'real'),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listPlans', {
        query: pageParam === undefined ? { limit: LIMIT } : { cursor: pageParam, limit: LIMIT },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const columns: Column<Plan>[] = [
    { id: 'plan', header: t('plans:mine.plan'), lead: true, cell: ({ name }) => name },
    {
      id: 'principal',
      header: t('plans:mine.principal'),
      align: 'end',
      cell: ({ amount, asset }) => <Money value={amount} asset={asset} />,
    },
    {
      id: 'earned',
      header: t('plans:mine.earned'),
      align: 'end',
      cell: (plan) => <Earned plan={plan} />,
    },
    { id: 'days', header: t('plans:days'), align: 'end', cell: (plan) => `${plan.paidDays} / ${plan.cycleDays}` },
    {
      id: 'matures',
      header: t('plans:sum.matures'),
      align: 'end',
      cell: ({ maturesAt, closedAt }) => format.dateTime(closedAt ?? maturesAt),
    },
    {
      id: 'state',
      header: t('plans:mine.state'),
      cell: ({ state }) => <Badge tone={state === 'exited' ? 'neutral' : 'success'}>{t(`plans:state.${state}`)}</Badge>,
    },
    {
      id: 'actions',
      header: t('plans:mine.details'),
      hideHeader: true,
      align: 'end',
      cell: (plan) => (
        <Stack row gap={2} className={styles.rowActions}>
          <LinkButton href={`/order/plan/${plan.id}`}>{t('plans:mine.details')}</LinkButton>
          {plan.state === 'earning' && <Button onClick={() => setExiting(plan)}>{t('plans:mine.exit')}</Button>}
        </Stack>
      ),
    },
  ];
  return (
    <>
      <Section title={t('plans:mine.title')}>
        {pages.error && <FailureNote failure={failureOf(pages.error)} />}
        <Card flush>
          <Table
            caption={t('plans:mine.title')}
            columns={columns}
            rows={pages.data?.pages.flatMap(({ items }) => items) ?? []}
            rowKey={({ id }) => String(id)}
            skeletonRows={pages.isPending ? 2 : 0}
            empty={<EmptyState title={t('plans:mine.empty')}>{t('plans:mine.emptyText')}</EmptyState>}
          />
          <ShowMore pages={pages} />
        </Card>
      </Section>
      <Payments />
      {exiting !== undefined && <ExitDialog plan={exiting} onClose={() => setExiting(undefined)} />}
    </>
  );
}

/** Of one that was left early, also what it came to after the penalty. */
function Earned({ plan }: { plan: Plan }) {
  const t = useT();
  const { earned, penalty, asset } = plan;
  if (penalty === null) return <Money value={earned} asset={asset} />;
  return (
    <Stack gap={1}>
      <Money value={earned} asset={asset} />
      <span>
        {t('plans:mine.net')} <Money value={planNet(plan)} asset={asset} coloured />
      </span>
    </Stack>
  );
}

/** A line for each day and coin that something is paid on. */
function Payments() {
  const t = useT();
  const format = useFormat();
  const [shown, setShown] = useState(SHOWN_DAYS);
  const query = useQuery({
    queryKey: privateKey('plans', 'real', 'payments'),
    queryFn: ({ signal }) => fetchResult('listPlanPayments', { signal }),
  });
  const rows = query.data ?? [];
  if (rows.length === 0) return null;
  const columns: Column<Payment>[] = [
    { id: 'at', header: t('plans:calendar.at'), lead: true, cell: ({ at }) => format.dateTime(at) },
    {
      id: 'yield',
      header: t('plans:calendar.yield'),
      align: 'end',
      cell: (row) => <Money value={row.yield} asset={row.asset} />,
    },
    {
      id: 'principal',
      header: t('plans:mine.principal'),
      align: 'end',
      cell: ({ principal, asset }) => (principal === '0' ? '–' : <Money value={principal} asset={asset} />),
    },
  ];
  return (
    <Section title={t('plans:calendar.title')} note={t('plans:calendar.note')}>
      <Card flush>
        <Table
          caption={t('plans:calendar.title')}
          columns={columns}
          rows={rows.slice(0, shown)}
          rowKey={({ at, asset }) => `${at} ${asset}`}
        />
        {shown < rows.length && (
          <Button onClick={() => setShown(shown + SHOWN_DAYS)}>{t('common:action.showMore')}</Button>
        )}
      </Card>
    </Section>
  );
}
