import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { MessageKey } from '@glasshouse/i18n';
import { Page } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import styles from './person-page.module.css';

/** Every page that concerns a person and not their money, in this order. */
const PAGES: readonly { readonly href: string; readonly label: MessageKey }[] = [
  { href: '/profile', label: 'shell:nav.profile' },
  { href: '/profile/info', label: 'account:profile.info' },
  { href: '/profile/identity', label: 'kyc:title' },
  { href: '/profile/settings', label: 'shell:tool.settings' },
  { href: '/profile/notification', label: 'notices:title' },
  { href: '/profile/invite', label: 'funds:invite.title' },
  { href: '/profile/imports', label: 'account:profile.imports' },
  { href: '/profile/kefu', label: 'support:title' },
];

/**
 * The shell of those pages: their list at the left edge, the open one beside it. On a phone the
 * list is the profile itself, so it is left out.
 */
export function PersonPage({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const [path] = useLocation();
  return (
    <Page className={styles.page}>
      <nav aria-label={t('shell:nav.profile')} className={styles.places}>
        <ul>
          {PAGES.map(({ href, label }) => (
            <li key={href}>
              <Link href={href} className={styles.place} aria-current={path === href ? 'page' : undefined}>
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.content}>{children}</div>
    </Page>
  );
}
