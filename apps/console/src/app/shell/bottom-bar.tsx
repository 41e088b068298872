import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { BottomSheet, cx, Icon } from '@glasshouse/ui';
import { Menu as MenuIcon } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useCounts } from '../../live/counts.ts';
import { useMay } from '../../session/session.ts';
import { type ConsolePage, openPages } from '../pages.ts';
import styles from './bottom-bar.module.css';
import { isHere } from './navigation.ts';

/** Within reach of the thumb; the fifth place opens all the others. */
const PLACES_MAX = 4;

export function BottomBar() {
  const t = useT();
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const all = openPages(useMay());
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
        <ul className={styles.all}>
          {all.map((page) => (
            <li key={page.path}>
              <Link
                href={page.path}
                className={styles.row}
                aria-current={isHere(page.path, path) ? 'page' : undefined}
                onClick={() => setOpen(false)}
              >
                <Icon of={page.icon} size="l" />
                <span>{t(page.title)}</span>
                <Waiting page={page} />
              </Link>
            </li>
          ))}
        </ul>
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
        <Waiting page={page} />
      </span>
      <span className={styles.label}>{t(page.shortTitle ?? page.title)}</span>
    </Link>
  );
}

function Waiting({ page }: { page: ConsolePage }) {
  const t = useT();
  const counts = useCounts();
  const count = page.count === undefined ? undefined : counts[page.count];
  if (count === undefined || count.waiting === 0) return null;
  return (
    <span className={cx(styles.count, count.isLate && styles.late)}>
      {count.waiting}
      <span className="visually-hidden"> {t('console:queue.waiting', { count: count.waiting })}</span>
    </span>
  );
}
