import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import styles from './brand.module.css';

/** The logo: a house of glass panes. */
export function Brand({ markOnly = false }: { markOnly?: boolean }) {
  const t = useT();
  return (
    <Link href="/" className={styles.brand} aria-label={t('common:brand')}>
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="7.5" className={styles.tile} />
        <g className={styles.lines}>
          <path d="M8 14.2 16 7.6l8 6.6v10.2H8Z" />
          <path d="M8 19.1h8M16 7.6v16.8" className={styles.bars} />
          <path d="m16 19.1 2.8-3 2.3 1.6L24 14.2" />
        </g>
      </svg>
      {!markOnly && <span className={styles.name}>{t('common:brand')}</span>}
    </Link>
  );
}
