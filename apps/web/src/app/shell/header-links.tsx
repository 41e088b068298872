import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { cx, Icon, Menu } from '@glasshouse/ui';
import { ChevronDown } from '@glasshouse/ui/icon/icons';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import styles from './desktop-header.module.css';
import { destinations, isHere } from './navigation.ts';
import { useFitting } from './use-fitting.ts';

/** The main destinations in one row; those it has no room for are in the menu at its end. */
export function HeaderLinks() {
  const t = useT();
  const [path, navigate] = useLocation();
  const nav = useRef<HTMLElement>(null);
  const shown = useFitting(nav);
  const rest = destinations.slice(shown);
  // The profile comes last: convert, which lies below it, is a destination of its own.
  const here = destinations.find(({ href }) => isHere(href, path));
  return (
    <nav ref={nav} className={styles.nav} aria-label={t('shell:nav.label')}>
      <ul className={styles.links}>
        {destinations.map(({ href, label }, index) => (
          <li key={href} className={cx(shown <= index && styles.folded)}>
            <Link href={href} className={styles.link} aria-current={href === here?.href ? 'page' : undefined}>
              {t(label)}
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
