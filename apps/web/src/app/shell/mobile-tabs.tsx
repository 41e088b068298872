import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Icon } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import type { Route } from '../routes.tsx';
import { LiveIsland } from './live-island.tsx';
import styles from './mobile-tabs.module.css';
import { destinations, isHere } from './navigation.ts';

export function MobileTabs({ route }: { route: Route }) {
  const t = useT();
  const [path] = useLocation();
  return (
    <nav className={styles.bar} aria-label={t('shell:nav.label')}>
      <LiveIsland lifted={route.fills} />
      <ul className={styles.tabs}>
        {destinations.map(
          ({ href, label, icon }) =>
            icon && (
              <li key={href} className={styles.slot}>
                <Link href={href} className={styles.tab} aria-current={isHere(href, path) ? 'page' : undefined}>
                  <Icon of={icon} size="l" />
                  <span className={styles.label}>{t(label)}</span>
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}
