import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Card, Page, PageHead } from '@glasshouse/ui';
import { AlertList } from '../../parts/alerts/alert-list.tsx';

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
