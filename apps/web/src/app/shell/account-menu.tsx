import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import { Avatar, Menu, type MenuItem } from '@glasshouse/ui';
import {
  BookUser,
  CircleUser,
  FileQuestion,
  Globe,
  IdCard,
  LogOut,
  ScanSearch,
  Settings,
  ShieldCheck,
} from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { displayName } from '../../parts/account/display-name.ts';
import { useLogout } from '../../parts/account/use-logout.ts';
import { toggleXray } from '../../parts/page/xray.ts';
import styles from './account-menu.module.css';
import { LanguageDialog } from './language-dialog.tsx';
import { useSupportItem } from './use-support-item.ts';
import { useThemeItems } from './use-theme-items.ts';

/** All that concerns a person and not their money, and the tools of the page. */
export function AccountMenu() {
  const t = useT();
  const [, navigate] = useLocation();
  const [isChoosing, setChoosing] = useState(false);
  const logout = useLogout();
  const themes = useThemeItems();
  const support = useSupportItem();
  const user = useSession()?.user;
  if (user === undefined) return null;
  const name = displayName(t, user);
  const open = (href: string) => () => navigate(href);
  const items: readonly MenuItem[] = [
    ...(user.guest
      ? [{ id: 'save', label: t('shell:banner.saveAccount'), icon: BookUser, onSelect: open('/profile/info#save') }]
      : []),
    { id: 'profile', label: t('shell:nav.profile'), icon: CircleUser, onSelect: open('/profile') },
    {
      id: 'security',
      label: t('account:profile.security'),
      icon: ShieldCheck,
      onSelect: open('/profile/info#security'),
    },
    { id: 'identity', label: t('kyc:title'), icon: IdCard, onSelect: open('/profile/identity') },
    { id: 'settings', label: t('shell:tool.settings'), icon: Settings, onSelect: open('/profile/settings') },
    { id: 'language', label: t('shell:tool.language'), icon: Globe, onSelect: () => setChoosing(true) },
    ...themes,
    { id: 'xray', label: t('shell:tool.xray'), icon: ScanSearch, onSelect: toggleXray },
    { id: 'help', label: t('shell:nav.help'), icon: FileQuestion, onSelect: open('/help') },
    support.item,
    { id: 'invite', label: t('funds:invite.title'), icon: BookUser, onSelect: open('/profile/invite') },
    { id: 'logout', label: t('shell:tool.logout'), icon: LogOut, onSelect: logout },
  ];
  const label = support.isUnread ? `${t('shell:tool.account')}: ${support.item.label}` : t('shell:tool.account');
  return (
    <>
      <Menu label={t('shell:tool.account')} align="end" head={<p className={styles.name}>{name}</p>} items={items}>
        {(anchor) => (
          <button {...anchor} type="button" className={styles.avatar} aria-label={label} title={label}>
            <Avatar name={name} />
            {support.isUnread && <span aria-hidden="true" className={styles.dot} />}
          </button>
        )}
      </Menu>
      <LanguageDialog open={isChoosing} onClose={() => setChoosing(false)} />
    </>
  );
}
