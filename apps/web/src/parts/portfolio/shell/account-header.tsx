import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { failureOf } from '@glasshouse/client/failure';
import { useLocation } from 'wouter';
import { useBalances } from '../../money/use-balances.ts';
import { AccountResult } from '../result.tsx';
import { TotalWorth, WorthParts } from '../total-worth.tsx';
import styles from './account-page.module.css';
import type { AccountTab } from './account-tab.ts';
import { ValueCurve } from './value-curve.tsx';

/** The total, the one result with its parts, what can be done, and the value over time. */
export function AccountHeader({ tab }: { readonly tab: AccountTab }) {
  const t = useT();
  const [path] = useLocation();
  const isGuest = useSession()?.user.guest === true;
  const { data: balances, error, refetch } = useBalances();
  const actions = [
    { href: '/profile/balance', label: t('shell:tool.deposit') },
    { href: '/profile/balance2', label: t('portfolio:withdraw') },
    { href: '/profile/exchange', label: t('shell:nav.convert') },
  ];
  return (
    <section aria-label={t('account:balances.total')} className={styles.header}>
      <div>
        <p className={styles.label}>
          {t('account:balances.total')}
          {isGuest && (
            <Link href="/profile/info#save" className={styles.save}>
              {t('shell:banner.saveAccount')}
            </Link>
          )}
        </p>
        {balances === undefined && error !== null ? (
          <FailureNote failure={failureOf(error)} retry={() => void refetch()} />
        ) : (
          <p className={styles.total}>
            <TotalWorth balances={balances} size="xxxl" />
          </p>
        )}
        <AccountResult />
        <WorthParts balances={balances} />
        <div className={styles.actions}>
          {actions.map(({ href, label }, index) => (
            <LinkButton
              key={href}
              href={href}
              // A form has its own: one filled button a screen.
              variant={index === 0 && tab !== 'transfers' ? 'primary' : 'secondary'}
              aria-current={path === href ? 'page' : undefined}
              className={styles.action}
            >
              {label}
            </LinkButton>
          ))}
        </div>
      </div>
      <ValueCurve />
    </section>
  );
}
