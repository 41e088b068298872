import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { useState } from 'react';
import { FormAndContext, TransferPage } from '../../parts/portfolio/shell/transfer-page.tsx';
import { ConvertForm } from './convert-form.tsx';
import { ConvertHistory } from './convert-history.tsx';
import { LinesDialog } from './lines-dialog.tsx';

/** Converts one coin into another at a price that holds for ten seconds. */
export function ConvertPage() {
  const t = useT();
  const book = useBook();
  const [shown, setShown] = useState<number>();
  return (
    <TransferPage title={t('convert:title')} note={t('convert:text')}>
      <FormAndContext
        form={<ConvertForm key={book} onLines={setShown} />}
        context={<ConvertHistory onLines={setShown} />}
      />
      {shown !== undefined && <LinesDialog id={shown} onClose={() => setShown(undefined)} />}
    </TransferPage>
  );
}
