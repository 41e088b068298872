import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Button, Card, KeyValue, Page, PageHead, Section, SkeletonBlock, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { fetchCall } from '../../api/client.ts';
import { Money } from '../../parts/fields/money.tsx';
import { Person } from '../../parts/people/person.tsx';
import { PagesTable, usePages } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';
import { FreeReturns } from './free-returns.tsx';
import { LastNotice } from './loan-state.tsx';
import { usePoolMovement } from './use-pool-movement.tsx';

/** The pool that lends, money into it or out of it, and who is late with what. */
export function LendingPage() {
  const t = useT();
  const may = useMay();
  const query = useQuery({
    queryKey: ['getLendingPool'],
    queryFn: ({ signal }) => fetchCall('getLendingPool', { signal }),
  });
  const again = (): void => void query.refetch();
  const movement = usePoolMovement(again);
  return (
    <Page>
      <PageHead
        title={t('console:page.lending')}
        actions={
          <>
            {may('house.draw') && <Button onClick={() => movement.ask('draw')}>{t('plans:op.draw')}</Button>}
            {may('house.fund') && (
              <Button variant="primary" onClick={() => movement.ask('fund')}>
                {t('plans:op.fund')}
              </Button>
            )}
          </>
        }
      />
      <Stack gap={8}>
        {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={again} />}
        {query.data === undefined ? (
          query.error === null && <SkeletonBlock height="2.4rem" />
        ) : (
          <PoolFigures pool={query.data} />
        )}
        {query.data !== undefined && <FreeReturns returns={query.data.returns} />}
        <Section title={t('loans:console.poolOverdue')}>
          <Overdue />
        </Section>
      </Stack>
      {movement.dialog}
    </Page>
  );
}

function PoolFigures({ pool }: { pool: OperatorResultOf<'getLendingPool'> }) {
  const t = useT();
  const format = useFormat();
  const usdt = (value: string) => <Money value={value} asset="USDT" />;
  return (
    <Card>
      <KeyValue
        rows={[
          { id: 'available', name: t('loans:console.poolAvailable'), value: usdt(pool.available), strong: true },
          { id: 'waiting', name: t('loans:console.poolWaiting'), value: usdt(pool.waiting) },
          { id: 'lent', name: t('loans:console.poolLent'), value: usdt(pool.lent) },
          { id: 'loans', name: t('loans:console.running'), value: format.number(pool.loans) },
          { id: 'overdue', name: t('loans:console.poolOverdue'), value: usdt(pool.overdue) },
          { id: 'earned', name: t('loans:console.poolEarned'), value: usdt(pool.earned) },
        ]}
      />
    </Card>
  );
}

/** Loans past their date: since when, how much, and what the person was told last. */
function Overdue() {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const pages = usePages(['listLoanQueue', 'overdue'], (page, signal) =>
    fetchCall('listLoanQueue', { query: { queue: 'overdue', ...page }, signal }),
  );
  return (
    <PagesTable
      caption={t('loans:console.poolOverdue')}
      pages={pages}
      rowKey={({ id }) => String(id)}
      empty={t('loans:console.noneOverdue')}
      onOpen={({ id }) => navigate(`/loans?view=overdue&item=${id}`)}
      columns={[
        { id: 'id', header: t('records:col.number'), lead: true, cell: ({ id }) => t('loans:console.title', { id }) },
        { id: 'person', header: t('console:field.person'), cell: ({ user }) => <Person person={user} /> },
        {
          id: 'days',
          header: t('loans:console.late'),
          align: 'end',
          cell: ({ daysOverdue }) => format.number(daysOverdue),
        },
        {
          id: 'since',
          header: t('loans:field.repaymentAt'),
          cell: ({ dueAt }) => (dueAt === null ? '–' : format.date(dueAt)),
        },
        {
          id: 'principal',
          header: t('loans:field.principal'),
          align: 'end',
          cell: ({ principal }) => <Money value={principal} asset="USDT" />,
        },
        {
          id: 'owed',
          header: t('loans:field.payoff'),
          align: 'end',
          cell: ({ owed }) => <Money value={owed} asset="USDT" />,
        },
        { id: 'told', header: t('loans:console.told'), cell: ({ told: lastStep }) => <LastNotice told={lastStep} /> },
      ]}
    />
  );
}
