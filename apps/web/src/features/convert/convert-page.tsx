import { Page, PageHead } from '@glasshouse/ui';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { LinkButton } from '../../shared/link-button.tsx';
import { ConvertForm } from './convert-form.tsx';
import { ConvertHistory } from './convert-history.tsx';
import { LinesDialog } from './lines-dialog.tsx';

/** Converts one coin into another at a price that holds for ten seconds. */
export function ConvertPage() {
  const t = useT();
  const book = useBook();
  const search = useSearch();
  const [shown, setShown] = useState(() => conversionIn(search));
  return (
    <Page width="reading">
      <PageHead
        title={t('convert:title')}
        note={t('convert:text')}
        actions={<LinkButton href="/zjxq">{t('shell:nav.fundingDetails')}</LinkButton>}
      />
      <ConvertForm key={book} onLines={setShown} />
      <ConvertHistory onLines={setShown} />
      {shown !== undefined && <LinesDialog id={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

/** `?id=17` opens the ledger lines of that conversion; the statement links to it. */
function conversionIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('id');
  return id !== null && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
