import { needMessages, useT } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { useSandbox } from '../../parts/account/use-sandbox.ts';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';
import { LanguageButton } from './language-button.tsx';
import { AppearanceTool } from './late-tools.tsx';

/** Below every page, so it loads after it. */
const Groups = lazyPart(async () => {
  const [groups] = await Promise.all([import('./footer-groups.tsx'), needMessages(['help'])]);
  return groups.FooterGroups;
});

export function Footer() {
  const t = useT();
  const sandbox = useSandbox();
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.about}>
          <Brand />
          <p className={styles.risk}>{t('shell:footer.riskText')}</p>
          {sandbox && <p className={styles.risk}>{t('shell:banner.sandbox')}</p>}
          <div className={styles.tools}>
            <LanguageButton />
            <AppearanceTool />
          </div>
        </div>
        <div className={styles.groups}>
          <LazyPlace>
            <Groups />
          </LazyPlace>
        </div>
      </div>
    </footer>
  );
}
