import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Page } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import styles from './person-page.module.css';
import { PERSON_PLACES } from './person-places.ts';

/**
 * The shell of the pages of a person: their list at the left edge, the open one beside it. On a
 * phone the list is the profile itself, so it is left out.
 */
export function PersonPage({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const [path] = useLocation();
  return (
    <Page className={styles.page}>
      <nav aria-label={t('shell:nav.profile')} className={styles.places}>
        <ul>
          {Object.values(PERSON_PLACES).map(({ href, label }) => (
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
