import { useT } from '@glasshouse/app/language/language';
import { Banner } from '@glasshouse/ui';
import type { DepositCase } from './deposit-case.ts';

/** What speaks against crediting what nobody saw. */
export function DepositWarnings({ found }: { found: DepositCase }) {
  const t = useT();
  if (found.item.state !== 'pending' || found.deposit.method === 'bank') return null;
  return (
    <>
      {found.isShared && <Banner kind="warning">{t('console:deposits.shared')}</Banner>}
      {!found.isShared && found.watcher === 'well' && (
        <Banner kind="warning">{t('console:deposits.watcherWell')}</Banner>
      )}
      {!found.isShared && found.watcher === 'ill' && <Banner kind="info">{t('console:deposits.watcherIll')}</Banner>}
    </>
  );
}
