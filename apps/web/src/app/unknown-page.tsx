import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { pageAddress } from '@glasshouse/app/page-host';
import { EmptyState, Page, PageHead } from '@glasshouse/ui';

/** An address that no page has. It stays in the bar, where a mistyped letter can be mended. */
export function UnknownPage() {
  const t = useT();
  return (
    <Page width="reading">
      <PageHead title={t('guide:gone.page')} />
      <EmptyState
        title={<bdi dir="ltr">{pageAddress().pathname}</bdi>}
        action={<LinkButton href="/">{t('shell:nav.home')}</LinkButton>}
      >
        {t('guide:gone.typed')}
      </EmptyState>
    </Page>
  );
}
