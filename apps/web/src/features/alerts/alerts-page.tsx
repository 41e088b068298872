import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Page, PageHead } from '@glasshouse/ui';
import { AlertList } from '../../parts/alerts/alert-list.tsx';
import styles from './alerts-page.module.css';
import { NewAlert } from './new-alert.tsx';

/** All alerts of the user beside the form of a new one. */
export function AlertsPage() {
  const t = useT();
  return (
    <Page>
      <PageHead
        title={t('alerts:title')}
        note={t('alerts:text')}
        actions={<LinkButton href="/market">{t('shell:nav.market')}</LinkButton>}
      />
      <div className={styles.columns}>
        <NewAlert />
        <AlertList />
      </div>
    </Page>
  );
}
