import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { BottomSheet, Icon } from '@glasshouse/ui';
import { Menu as MenuIcon } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useMay } from '../../session/session.ts';
import { type ConsolePage, openPages } from '../pages.ts';
import styles from './bottom-bar.module.css';
import { Count } from './count.tsx';
import { GROUPS, isHere, openPlaces } from './navigation.ts';

/** Within reach of the thumb; the fifth place opens all the others. */
const PLACES_MAX = 4;

export function BottomBar() {
  const t = useT();
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const all = openPages(useMay());
  const places = openPlaces(all);
  const shown = all.filter((page) => page.onPhone).slice(0, PLACES_MAX);
  return (
    <nav className={styles.bar} aria-label={t('shell:nav.label')}>
      <ul className={styles.tabs}>
        {shown.map((page) => (
          <li key={page.path} className={styles.slot}>
            <Tab page={page} here={isHere(page.path, path)} />
          </li>
        ))}
        <li className={styles.slot}>
          <button type="button" className={styles.tab} aria-expanded={isOpen} onClick={() => setOpen(true)}>
            <Icon of={MenuIcon} size="l" />
            <span className={styles.label}>{t('console:nav.more')}</span>
          </button>
        </li>
      </ul>
      <BottomSheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('console:nav.allPages')}
        closeLabel={t('common:action.close')}
      >
        {GROUPS.map((group) => {
          const pages = places.filter((place) => place.group === group).flatMap((place) => place.pages);
          if (pages.length === 0) return null;
          return (
            <section key={group} className={styles.group}>
              <h3 className={styles.groupName}>{t(`console:group.${group}`)}</h3>
              <ul>
                {pages.map((page) => (
                  <li key={page.path}>
                    <Link
                      href={page.path}
                      className={styles.row}
                      aria-current={isHere(page.path, path) ? 'page' : undefined}
                      onClick={() => setOpen(false)}
                    >
                      <Icon of={page.icon} size="l" />
                      <span>{t(page.title)}</span>
                      <Count pages={[page]} />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </BottomSheet>
    </nav>
  );
}

function Tab({ page, here }: { page: ConsolePage; here: boolean }) {
  const t = useT();
  return (
    <Link href={page.path} className={styles.tab} aria-current={here ? 'page' : undefined}>
      <span className={styles.picture}>
        <Icon of={page.icon} size="l" />
        <Count pages={[page]} className={styles.count} />
      </span>
      <span className={styles.label}>{t(page.shortTitle ?? page.title)}</span>
    </Link>
  );
}
