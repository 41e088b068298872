import { useT } from '@glasshouse/app/language/language';
import { Section } from '@glasshouse/ui';
import type { DepositMethod } from './use-funding.ts';
import styles from './wallet.module.css';

/** What happens once the form is sent, in order; stands beside it. */
function NextSteps({ steps }: { readonly steps: readonly string[] }) {
  const t = useT();
  return (
    <Section title={t('wallet:deposit.next.title')} className={styles.list}>
      <ol className={styles.next}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Section>
  );
}

interface DepositNextProps {
  readonly method: DepositMethod;
  /** A review is done within this time. */
  readonly reviewHours: number;
}

/** From the transfer to the balance, by the way that was chosen. */
export function DepositNext({ method, reviewHours }: DepositNextProps) {
  const t = useT();
  const isFound = method.watched && method.method === 'crypto';
  return (
    <NextSteps
      steps={[
        t(isFound ? 'wallet:deposit.next.found' : 'wallet:deposit.next.report'),
        ...(method.confirmations === null
          ? []
          : [t('wallet:deposit.next.confirmations', { count: method.confirmations })]),
        t(isFound ? 'wallet:deposit.next.credited' : 'wallet:deposit.next.reviewed', { hours: reviewHours }),
      ]}
    />
  );
}

/** From the request to the money elsewhere. */
export function WithdrawNext({ reviewHours }: { readonly reviewHours: number }) {
  const t = useT();
  return <NextSteps steps={[t('wallet:withdraw.hold', { hours: reviewHours }), t('wallet:withdraw.next')]} />;
}
