import type { LimitKind } from '@glasshouse/api/kyc-limits';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import styles from './limit-line.module.css';
import { useKycLimits } from './use-kyc-limits.ts';

/** What the person's level leaves of one kind, beside a form; nothing where nothing is limited. */
export function LimitLine({ kind }: { kind: LimitKind }) {
  const t = useT();
  const format = useFormat();
  const usage = useKycLimits().data?.usage.find((line) => line.kind === kind);
  if (usage?.left == null || usage.leftBy === null) return null;
  return (
    <p className={styles.line}>
      {t(`kyc:limits.line.${usage.leftBy}`, { amount: format.money(usage.left, 'USDT', { min: 0, max: 2 }) })}{' '}
      <Link href="/profile/identity">{t('kyc:limits.see')}</Link>
    </p>
  );
}
