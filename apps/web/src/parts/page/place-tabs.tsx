import { Link } from '@glasshouse/app/links/link.tsx';
import type { ReactNode } from 'react';
import styles from './place-tabs.module.css';

interface PlaceTab {
  readonly href: string;
  readonly label: string;
}

interface PlaceTabsProps {
  /** Accessible name of the navigation. */
  readonly label: string;
  readonly tabs: readonly PlaceTab[];
  /** The `href` of the tab that is open. */
  readonly current: string;
  /** At the end of the row; not on a phone. */
  readonly end?: ReactNode;
}

/** The pages of one place in a row of tabs, each with its own URL. */
export const PlaceTabs = ({ label, tabs, current, end }: PlaceTabsProps) => (
  <div className={styles.row}>
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link href={tab.href} className={styles.tab} aria-current={tab.href === current ? 'page' : undefined}>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    {end}
  </div>
);
