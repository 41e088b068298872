import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import type { Loan } from '@glasshouse/trade/loans/sums';
import { Badge, Card, type Column, EmptyState, Section, Table } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import styles from './loans.module.css';
import { Payoff } from './payoff.tsx';
import { TONE } from './tone.ts';

const LIMIT = 20;

/** The person's loans, newest first. */
export function MyLoans() {
  const t = useT();
  const format = useFormat();
  const pages = useInfiniteQuery({
    queryKey: privateKey('loans', 'real', 'list'),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listLoans', {
        query: pageParam === undefined ? { limit: LIMIT } : { cursor: pageParam, limit: LIMIT },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const columns: Column<Loan>[] = [
    {
      id: 'loan',
      header: t('loans:title'),
      lead: true,
      cell: ({ id }) => (
        <Link href={`/loan/${id}`} className={styles.link}>
          {t('loans:one', { id })}
        </Link>
      ),
    },
    {
      id: 'amount',
      header: t('loans:amount'),
      align: 'end',
      cell: ({ amount }) => <Money value={amount} asset="USDT" />,
    },
    {
      id: 'payoff',
      header: t('loans:field.payoff'),
      align: 'end',
      cell: (loan) => (loan.state === 'repaying' || loan.state === 'expired' ? <Payoff loan={loan} /> : '–'),
    },
    {
      id: 'due',
      header: t('loans:field.repaymentAt'),
      align: 'end',
      cell: ({ repaymentAt }) => (repaymentAt === null ? '–' : format.date(repaymentAt)),
    },
    {
      id: 'state',
      header: t('plans:mine.state'),
      align: 'end',
      cell: ({ state, cover }) => (
        <span className={styles.states}>
          {typeof cover?.warnedAt === 'string' && <Badge tone="warning">{t('loans:console.view.warned')}</Badge>}
          <Badge tone={TONE[state]}>{t(`loans:state.${state}`)}</Badge>
        </span>
      ),
    },
  ];
  return (
    <Section title={t('loans:mine')}>
      {pages.error && <FailureNote failure={failureOf(pages.error)} />}
      <Card flush>
        <Table
          caption={t('loans:mine')}
          columns={columns}
          rows={pages.data?.pages.flatMap(({ items }) => items) ?? []}
          rowKey={({ id }) => String(id)}
          skeletonRows={pages.isPending ? 1 : 0}
          empty={
            <EmptyState compact title={t('loans:empty')}>
              {t('loans:emptyText')}
            </EmptyState>
          }
        />
        <ShowMore pages={pages} />
      </Card>
    </Section>
  );
}
