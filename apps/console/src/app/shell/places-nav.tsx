import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useMay } from '../../session/session.ts';
import { openPages } from '../pages.ts';
import { Count } from './count.tsx';
import { GROUPS, openPlaces, placeHere } from './navigation.ts';
import styles from './places-nav.module.css';

/** All places in their groups, with how much waits in each, for a screen with room. */
export function PlacesNav() {
  const t = useT();
  const [path] = useLocation();
  const places = openPlaces(openPages(useMay()));
  const here = placeHere(places, path)?.place;
  const nav = useRef<HTMLElement>(null);
  // A link opened from elsewhere, or by a key, may lie below what a low window shows of the list.
  useEffect(() => {
    void here;
    void places.length;
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [here, places.length]);
  return (
    <nav ref={nav} className={styles.nav} aria-label={t('shell:nav.label')}>
      {GROUPS.map((group) => {
        const inGroup = places.filter((place) => place.group === group);
        if (inGroup.length === 0) return null;
        return (
          <section key={group}>
            <h2 className={styles.group}>{t(`console:group.${group}`)}</h2>
            <ul>
              {inGroup.map(({ place, title, pages }) => (
                <li key={place}>
                  <Link
                    href={pages[0]?.path ?? '/'}
                    className={styles.link}
                    aria-current={place === here ? 'page' : undefined}
                  >
                    <span className={styles.name} title={t(title)}>
                      {t(title)}
                    </span>
                    <Count pages={pages} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
