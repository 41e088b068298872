import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { Icon } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import type { Route } from '../routes.tsx';
import { LiveIsland } from './live-island.tsx';
import { LiveSeal } from './live-seal.tsx';
import styles from './mobile-tabs.module.css';
import { isHere, isProof, tabPlaces } from './navigation.ts';

export function MobileTabs({ route }: { route: Route }) {
  const t = useT();
  const [path] = useLocation();
  const places = tabPlaces(useSession() !== undefined);
  // The account is a place of its own, and its pages lie below the profile.
  const here = places.find((place) => isHere(place, path));
  return (
    <nav className={styles.bar} aria-label={t('shell:nav.label')}>
      <LiveIsland spokenOnly={route.fills} />
      <ul className={styles.tabs}>
        {places.map((place) => (
          <li key={place.label} className={styles.slot}>
            <Link href={place.href} className={styles.tab} aria-current={place === here ? 'page' : undefined}>
              {isProof(place) ? <LiveSeal size="m" /> : <Icon of={place.icon} size="l" />}
              <span className={styles.label}>{t(place.label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
