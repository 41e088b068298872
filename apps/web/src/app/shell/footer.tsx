import { useT } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { Link } from '../../shared/link.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';
import { LanguageButton } from './language-button.tsx';
import { destinations } from './navigation.ts';
import { useSandbox } from './use-sandbox.ts';

export function Footer() {
  const t = useT();
  const session = useSession();
  const sandbox = useSandbox();
  const visible = destinations.filter((destination) => !destination.private || session !== undefined);
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.about}>
          <Brand />
          <p className={styles.risk}>{t('shell:footer.riskText')}</p>
          {sandbox && <p className={styles.risk}>{t('shell:banner.sandbox')}</p>}
        </div>
        <nav aria-label={t('shell:footer.product')} className={styles.group}>
          <ul>
            {visible.map(({ href, label }) => (
              <li key={href}>
                <Link href={href} className={styles.link}>
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.group}>
          <a href="/swx/docs" className={styles.link}>
            {t('shell:footer.api')}
          </a>
          <div className={styles.tools}>
            <LanguageButton />
            <AppearanceMenu />
          </div>
        </div>
      </div>
    </footer>
  );
}
