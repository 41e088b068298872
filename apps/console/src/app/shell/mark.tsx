import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useMay } from '../../session/session.ts';
import { firstPage } from '../pages.ts';
import styles from './mark.module.css';

/** The logo, marked as the console's, so that it is never taken for the customer app. */
export function Mark() {
  const t = useT();
  const home = firstPage(useMay())?.path ?? '/security';
  return (
    <Link href={home} className={styles.mark} aria-label={`${t('common:brand')} ${t('console:title')}`}>
      <svg className={styles.picture} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M12 13.5h8.2v7.7H12z" className={styles.sealed} />
        <path d="M3.5 9.8 12 3l8.5 6.8v11.7h-17ZM12 3v18.5M3.5 13h17" className={styles.lines} />
      </svg>
      <span className={styles.name}>{t('console:title')}</span>
    </Link>
  );
}
