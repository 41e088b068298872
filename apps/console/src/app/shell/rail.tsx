import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Button, cx, Icon } from '@glasshouse/ui';
import { Search } from '@glasshouse/ui/icon/icons';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useCounts, useIsLive } from '../../live/counts.ts';
import type { PageGroup } from '../../parts/page-spec.ts';
import { useMay } from '../../session/session.ts';
import { openPages } from '../pages.ts';
import { PALETTE_KEYS } from '../palette/use-palette.ts';
import { Mark } from './mark.tsx';
import { isHere } from './navigation.ts';
import styles from './rail.module.css';
import { SessionMenu } from './session-menu.tsx';

const GROUPS = ['queues', 'records', 'system'] as const satisfies readonly PageGroup[];

/** All pages with what waits in each queue, for a screen with room. */
export function Rail({ onSearch }: { onSearch: () => void }) {
  const t = useT();
  const [path] = useLocation();
  const pages = openPages(useMay());
  const counts = useCounts();
  const live = useIsLive();
  const groups = useRef<HTMLElement>(null);
  // A link opened from elsewhere, or by a key, may lie below what the window shows of the list.
  useEffect(() => {
    void path;
    void pages.length;
    groups.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [path, pages.length]);
  return (
    <header className={styles.rail}>
      <div className={styles.head}>
        <Mark />
        <span className={cx(styles.live, live && styles.on)} title={t(live ? 'console:live.on' : 'console:live.off')}>
          <span className="visually-hidden">{t(live ? 'console:live.on' : 'console:live.off')}</span>
        </span>
      </div>
      <Button className={styles.search} size="s" icon={Search} onClick={onSearch}>
        <span className={styles.searchText}>
          {t('console:palette.open')} <kbd className={styles.key}>{PALETTE_KEYS}</kbd>
        </span>
      </Button>
      <nav ref={groups} className={styles.groups} aria-label={t('shell:nav.label')}>
        {GROUPS.map((group) => {
          const inGroup = pages.filter((page) => page.group === group);
          if (inGroup.length === 0) return null;
          return (
            <section key={group}>
              <h2 className={styles.group}>{t(`console:group.${group}`)}</h2>
              <ul>
                {inGroup.map((page) => {
                  const count = page.count === undefined ? undefined : counts[page.count];
                  return (
                    <li key={page.path}>
                      <Link
                        href={page.path}
                        className={styles.link}
                        aria-current={isHere(page.path, path) ? 'page' : undefined}
                      >
                        <Icon of={page.icon} />
                        <span className={styles.name}>{t(page.title)}</span>
                        {count !== undefined && 0 < count.waiting && (
                          <span className={cx(styles.count, count.isLate && styles.late)}>
                            {count.waiting}
                            <span className="visually-hidden">
                              {' '}
                              {t('console:queue.waiting', { count: count.waiting })}
                            </span>
                          </span>
                        )}
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </section>
          );
        })}
      </nav>
      <SessionMenu />
    </header>
  );
}
