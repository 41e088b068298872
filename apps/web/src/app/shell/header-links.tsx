import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { cx, Icon, Menu } from '@glasshouse/ui';
import { ChevronDown } from '@glasshouse/ui/icon/icons';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import styles from './desktop-header.module.css';
import { LiveSeal } from './live-seal.tsx';
import { headerPlaces, isHere, isProof } from './navigation.ts';
import { useFitting } from './use-fitting.ts';

/** The places of the site in one row; those it has no room for are in the menu at its end. */
export function HeaderLinks() {
  const t = useT();
  const [path, navigate] = useLocation();
  const nav = useRef<HTMLElement>(null);
  const fitting = useFitting(nav);
  const places = headerPlaces(useSession() !== undefined);
  const rest = places.slice(fitting);
  const here = places.find((place) => isHere(place, path));
  return (
    <nav ref={nav} className={styles.nav} aria-label={t('shell:nav.label')}>
      <ul className={styles.links}>
        {places.map((place, index) => (
          <li key={place.label} className={cx(fitting <= index && styles.folded)}>
            <Link href={place.href} className={styles.link} aria-current={place === here ? 'page' : undefined}>
              {t(place.label)}
              {isProof(place) && <LiveSeal />}
            </Link>
          </li>
        ))}
        <li className={cx(rest.length === 0 && styles.folded)}>
          <Menu
            label={t('shell:nav.more')}
            items={rest.map(({ href, label }) => ({ id: href, label: t(label), onSelect: () => navigate(href) }))}
          >
            {(anchor) => (
              <button
                {...anchor}
                type="button"
                className={cx(styles.link, here !== undefined && rest.includes(here) && styles.here)}
              >
                {t('shell:nav.more')}
                <Icon of={ChevronDown} size="s" />
              </button>
            )}
          </Menu>
        </li>
      </ul>
    </nav>
  );
}
