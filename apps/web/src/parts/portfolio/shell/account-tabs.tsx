import { useT } from '@glasshouse/app/language/language';
import { PlaceTabs } from '../../page/place-tabs.tsx';
import { UsdtUseLine } from '../usdt-use.tsx';
import { ACCOUNT_TABS, type AccountTab } from './account-tab.ts';

/** The pages of the account in one row, with what of it can be used. */
export function AccountTabs({ current }: { readonly current: AccountTab }) {
  const t = useT();
  return (
    <PlaceTabs
      label={t('shell:nav.account')}
      tabs={ACCOUNT_TABS.map(({ href, label }) => ({ href, label: t(label) }))}
      current={ACCOUNT_TABS.find(({ tab }) => tab === current)!.href}
      end={<UsdtUseLine />}
    />
  );
}
