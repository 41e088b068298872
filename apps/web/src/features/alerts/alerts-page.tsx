import { Card, Page, PageHead } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { AlertList } from '../../shared/alerts/alert-list.tsx';
import { LinkButton } from '../../shared/link-button.tsx';

/** All alerts of the user. */
export function AlertsPage() {
  const t = useT();
  return (
    <Page width="reading">
      <PageHead
        title={t('alerts:title')}
        note={t('alerts:text')}
        actions={<LinkButton href="/market">{t('shell:nav.market')}</LinkButton>}
      />
      <Card>
        <AlertList />
      </Card>
    </Page>
  );
}
