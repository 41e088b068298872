import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Card, type Column, EmptyState, KeyValue, Section, Stack, Table } from '@glasshouse/ui';
import { Link } from 'wouter';
import { Money } from '../../parts/fields/money.tsx';
import { Person } from '../../parts/people/person.tsx';

type Returns = OperatorResultOf<'getLendingPool'>['returns'];
type Sums = Returns['total'];

/** What the pool lent for nothing by the right of fourteen days: in all, by month, by person. */
export function FreeReturns({ returns }: { returns: Returns }) {
  const t = useT();
  const format = useFormat();
  const usdt = (value: string) => <Money value={value} asset="USDT" />;
  const { days, total, months, people, latest } = returns;
  const sums = <Row extends Sums>(): Column<Row>[] => [
    { id: 'count', header: t('loans:console.returns.count'), align: 'end', cell: ({ count }) => format.number(count) },
    {
      id: 'amountDays',
      header: t('loans:console.returns.amountDays'),
      align: 'end',
      cell: ({ amountDays }) => usdt(amountDays),
    },
    { id: 'forgone', header: t('loans:console.returns.forgone'), align: 'end', cell: ({ forgone }) => usdt(forgone) },
  ];
  return (
    <Section
      title={t('loans:console.returns.title')}
      note={t('loans:console.returns.text', { days: format.number(days) })}
    >
      {total.count === 0 ? (
        <EmptyState title={t('loans:console.returns.none')} />
      ) : (
        <Stack gap={4}>
          <Card>
            <KeyValue
              rows={[
                { id: 'count', name: t('loans:console.returns.count'), value: format.number(total.count) },
                { id: 'days', name: t('loans:console.returns.amountDays'), value: usdt(total.amountDays) },
                {
                  id: 'forgone',
                  name: t('loans:console.returns.forgone'),
                  value: usdt(total.forgone),
                  strong: true,
                },
              ]}
            />
          </Card>
          <Card flush>
            <Table
              caption={t('loans:console.returns.months')}
              rows={months}
              rowKey={({ month }) => month}
              columns={[
                { id: 'month', header: t('loans:console.returns.month'), lead: true, cell: ({ month }) => month },
                ...sums<Returns['months'][number]>(),
              ]}
            />
          </Card>
          <Card flush>
            <Table
              caption={t('loans:console.returns.people')}
              rows={people}
              rowKey={({ user }) => String(user.id)}
              columns={[
                {
                  id: 'person',
                  header: t('loans:console.returns.people'),
                  lead: true,
                  cell: ({ user }) => <Person person={user} />,
                },
                ...sums<Returns['people'][number]>(),
              ]}
            />
          </Card>
          <Card flush>
            <Table
              caption={t('loans:console.returns.latest')}
              rows={latest}
              rowKey={({ id }) => String(id)}
              columns={[
                {
                  id: 'id',
                  header: t('loans:console.returns.latest'),
                  lead: true,
                  cell: ({ id }) => <Link href={`/loans?view=all&item=${id}`}>{t('loans:console.title', { id })}</Link>,
                },
                { id: 'person', header: t('console:field.person'), cell: ({ user }) => <Person person={user} /> },
                {
                  id: 'at',
                  header: t('loans:console.returns.day'),
                  cell: ({ returnedAt }) => format.date(returnedAt),
                },
                { id: 'amount', header: t('loans:amount'), align: 'end', cell: ({ amount }) => usdt(amount) },
                {
                  id: 'held',
                  header: t('loans:console.returns.held'),
                  align: 'end',
                  cell: (row) => format.number(row.days),
                },
                {
                  id: 'amountDays',
                  header: t('loans:console.returns.amountDays'),
                  align: 'end',
                  cell: ({ amountDays }) => usdt(amountDays),
                },
                {
                  id: 'forgone',
                  header: t('loans:console.returns.forgone'),
                  align: 'end',
                  cell: ({ forgone }) => usdt(forgone),
                },
              ]}
            />
          </Card>
        </Stack>
      )}
    </Section>
  );
}
