import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import styles from './brand.module.css';

/** The logo: a house of four panes, one of them sealed. */
export function Brand({ markOnly = false }: { markOnly?: boolean }) {
  const t = useT();
  return (
    <Link href="/" className={styles.brand} aria-label={t('common:brand')}>
      <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M12 13.5h8.2v7.7H12z" className={styles.sealed} />
        <path d="M3.5 9.8 12 3l8.5 6.8v11.7h-17ZM12 3v18.5M3.5 13h17" className={styles.lines} />
      </svg>
      {!markOnly && <span className={styles.name}>{t('common:brand')}</span>}
    </Link>
  );
}
