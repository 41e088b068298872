import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { ScheduleRow } from '@glasshouse/trade/loans/sums';
import { Card, type Column, Section, Table } from '@glasshouse/ui';
import { Cents } from '../../parts/money/cents.tsx';
import styles from './loans.module.css';

/** What ends the loan on which day; the repayment date last. */
export function Schedule({ rows, note }: { rows: readonly ScheduleRow[]; note?: string }) {
  const t = useT();
  const format = useFormat();
  const columns: Column<ScheduleRow>[] = [
    {
      id: 'at',
      header: t('loans:ifRepaid'),
      lead: true,
      cell: ({ at, isDue }) => (
        <span className={isDue ? styles.due : undefined}>
          {format.date(at)}
          {isDue && <span className={styles.muted}> {t('loans:field.repaymentAt')}</span>}
        </span>
      ),
    },
    {
      id: 'interest',
      header: t('loans:field.totalInterest'),
      align: 'end',
      cell: ({ interest, inCents }) => (
        <Cents value={interest} shown={inCents.interest} asset="USDT" name={t('loans:field.totalInterest')} />
      ),
    },
    {
      id: 'payoff',
      header: t('loans:field.repaymentAmount'),
      align: 'end',
      cell: ({ payoff, inCents }) => (
        <Cents value={payoff} shown={inCents.payoff} asset="USDT" name={t('loans:field.repaymentAmount')} />
      ),
    },
  ];
  return (
    <Section title={t('loans:schedule')} note={note} className={styles.schedule}>
      <Card flush>
        <Table caption={t('loans:schedule')} columns={columns} rows={rows} rowKey={({ at }) => String(at)} />
      </Card>
    </Section>
  );
}
