import { Page, PageHead } from '@glasshouse/ui';
import { useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { Balances } from './balances.tsx';
import { Lines } from './lines.tsx';

/** Funding details: what there is, and every movement that made it so. */
export function StatementPage() {
  const t = useT();
  const book = useBook();
  const [asset, setAsset] = useState<string>();
  return (
    <Page>
      <PageHead
        title={t('account:profile.balances')}
        note={t(book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount')}
      />
      <Balances onAsset={setAsset} />
      <Lines key={book} asset={asset} onAsset={setAsset} />
    </Page>
  );
}
