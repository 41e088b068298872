import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Page, PageHead } from '@glasshouse/ui';
import { useState } from 'react';
import { ConvertForm } from './convert-form.tsx';
import { ConvertHistory } from './convert-history.tsx';
import { LinesDialog } from './lines-dialog.tsx';

/** Converts one coin into another at a price that holds for ten seconds. */
export function ConvertPage() {
  const t = useT();
  const book = useBook();
  const [shown, setShown] = useState<number>();
  return (
    <Page width="reading">
      <PageHead title={t('convert:title')} note={t('convert:text')} />
      <ConvertForm key={book} onLines={setShown} />
      <ConvertHistory onLines={setShown} />
      {shown !== undefined && <LinesDialog id={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}
