import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { FREE_RETURN_WINDOW_DAYS, isReturnFree, WITHDRAWAL_DAYS } from '@glasshouse/rules/loans';
import type { Product } from '@glasshouse/trade/loans/sums';
import { Card, Section } from '@glasshouse/ui';
import styles from './loans.module.css';

/** Clauses that hold whatever the amount, in the words of the agreement. */
const CLAUSES = ['interest', 'early', 'withdrawal', 'pledge', 'cover', 'overdue', 'spending', 'changes'] as const;

export function HowItWorks({ product }: { product: Omit<Product, 'offered'> }) {
  const t = useT();
  const format = useFormat();
  const percent = (rate: string) => format.percent(rate, { max: 4 });
  const daysOf = (count: number) => t('loans:days', { count });
  const values = {
    dailyRate: percent(product.dailyRate),
    overdueRate: percent(product.overdueRate),
    freeDays: daysOf(product.interestFreeDays),
    graceDays: daysOf(product.graceDays),
    openRate: percent(product.openRate),
    warnRate: percent(product.warnRate),
    coverRate: percent(product.coverRate ?? product.warnRate),
    sellRate: percent(product.sellRate),
    saleRate: percent(product.saleRate),
    warnHours: format.number(product.warnHours),
    withdrawalDays: daysOf(WITHDRAWAL_DAYS),
    freeReturns: format.number(product.freeReturnsYear ?? 0),
    usedReturns: format.number(product.freeReturnsUsed ?? 0),
    windowDays: format.number(FREE_RETURN_WINDOW_DAYS),
  };
  const wordings = {
    interest: product.interestFreeDays === 0 ? 'interestAtOnce' : 'interest',
    withdrawal: isReturnFree(product) ? 'withdrawalFree' : 'withdrawalPaid',
  } as const;
  const wordingOf = (clause: (typeof CLAUSES)[number]) =>
    clause === 'interest' || clause === 'withdrawal' ? wordings[clause] : clause;
  return (
    <Section title={t('loans:help')}>
      <Card>
        <ul className={styles.terms}>
          {CLAUSES.map((clause) => (
            <li key={clause}>{t(`loans:agreement.${wordingOf(clause)}`, values)}</li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
