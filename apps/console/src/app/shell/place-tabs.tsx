import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useLocation } from 'wouter';
import { useMay } from '../../session/session.ts';
import { openPages } from '../pages.ts';
import { Count } from './count.tsx';
import { isHere, openPlaces, placeHere } from './navigation.ts';
import styles from './place-tabs.module.css';

/** The pages of the open place, where it has several. */
export function usePlaceTabs() {
  const [path] = useLocation();
  const place = placeHere(openPlaces(openPages(useMay())), path);
  return place === undefined || place.pages.length < 2 ? undefined : place;
}

export function PlaceTabs({ place }: { place: NonNullable<ReturnType<typeof usePlaceTabs>> }) {
  const t = useT();
  const [path] = useLocation();
  return (
    <nav className={styles.tabs} aria-label={t(place.title)}>
      {place.pages.map((page) => (
        <Link
          key={page.path}
          href={page.path}
          className={styles.tab}
          aria-current={isHere(page.path, path) ? 'page' : undefined}
        >
          {t(page.title)}
          <Count pages={[page]} />
        </Link>
      ))}
    </nav>
  );
}
