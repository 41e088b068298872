import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Card } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import styles from './loans.module.css';

interface HeadlineProps {
  readonly loan: {
    readonly amount: string;
    readonly termDays: number;
    readonly totalInterest: string;
    readonly repaymentAmount: string;
    readonly apr: string;
  };
}

/** Everything that a loan costs, in one line. */
export function Headline({ loan }: HeadlineProps) {
  const t = useT();
  const format = useFormat();
  const usdt = (value: string) => <Money value={value} asset="USDT" />;
  const tiles = [
    { id: 'amount', name: t('loans:amount'), value: usdt(loan.amount) },
    { id: 'term', name: t('loans:term'), value: t('loans:days', { count: loan.termDays }) },
    { id: 'interest', name: t('loans:field.totalInterest'), value: usdt(loan.totalInterest) },
    { id: 'repay', name: t('loans:field.repaymentAmount'), value: usdt(loan.repaymentAmount) },
    {
      id: 'apr',
      name: t('loans:field.apr'),
      value: format.percent(loan.apr, { min: 2, max: 2, rounding: 'ceil' }),
    },
  ];
  return (
    <Card>
      <dl className={styles.tiles}>
        {tiles.map(({ id, name, value }) => (
          <div key={id} className={styles.tile}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
