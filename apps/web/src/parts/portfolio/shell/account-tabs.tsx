import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { UsdtUseLine } from '../usdt-use.tsx';
import styles from './account-page.module.css';
import { ACCOUNT_TABS, type AccountTab } from './account-tab.ts';

/** The pages of the account in one row, with what of it can be used. */
export function AccountTabs({ current }: { readonly current: AccountTab }) {
  const t = useT();
  return (
    <div className={styles.tabRow}>
      <nav aria-label={t('shell:nav.account')}>
        <ul className={styles.tabs}>
          {ACCOUNT_TABS.map(({ tab, href, label }) => (
            <li key={tab}>
              <Link href={href} className={styles.tab} aria-current={tab === current ? 'page' : undefined}>
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <UsdtUseLine />
    </div>
  );
}
