import { useTranslator } from '@glasshouse/app/language/language';
import { LanguageList } from '@glasshouse/app/language/language-list.tsx';
import { setTheme, useTheme } from '@glasshouse/app/session/preferences';
import { useSession } from '@glasshouse/app/session/session';
import { Avatar, Dialog, Menu, type MenuItem } from '@glasshouse/ui';
import {
  BookUser,
  CircleUser,
  FileQuestion,
  Globe,
  Headset,
  IdCard,
  LogOut,
  ScanSearch,
  Settings,
  ShieldCheck,
} from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useUnreadSupport } from '../../features/support/use-unread.ts';
import { displayName } from '../../parts/account/display-name.ts';
import { useLogout } from '../../parts/account/use-logout.ts';
import { toggleXray } from '../../parts/page/xray.ts';
import styles from './account-menu.module.css';
import { THEME_ROWS } from './appearance-menu.tsx';

/** All that concerns a person and not their money, and the tools of the page. */
export function AccountMenu() {
  const { t, language } = useTranslator();
  const [, navigate] = useLocation();
  const [isChoosing, setChoosing] = useState(false);
  const logout = useLogout();
  const theme = useTheme();
  const unread = useUnreadSupport();
  const user = useSession()?.user;
  if (user === undefined) return null;
  const name = displayName(t, user);
  const support = unread === 0 ? t('support:title') : t('support:unread', { number: unread });
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
    ...THEME_ROWS.map((row) => ({
      id: row.theme,
      label: t(row.label),
      icon: row.icon,
      group: t('shell:tool.theme'),
      selected: row.theme === theme,
      onSelect: () => setTheme(row.theme),
    })),
    { id: 'xray', label: t('shell:tool.xray'), icon: ScanSearch, onSelect: toggleXray },
    { id: 'help', label: t('shell:nav.help'), icon: FileQuestion, onSelect: open('/help') },
    {
      id: 'support',
      label: support,
      icon: Headset,
      onSelect: () => window.open(`/service.html?language=${language}`, '_blank', 'noopener'),
    },
    { id: 'invite', label: t('funds:invite.title'), icon: BookUser, onSelect: open('/profile/invite') },
    { id: 'logout', label: t('shell:tool.logout'), icon: LogOut, onSelect: logout },
  ];
  const label = unread === 0 ? t('shell:tool.account') : `${t('shell:tool.account')}: ${support}`;
  return (
    <>
      <Menu label={t('shell:tool.account')} align="end" head={<p className={styles.name}>{name}</p>} items={items}>
        {(anchor) => (
          <button {...anchor} type="button" className={styles.avatar} aria-label={label} title={label}>
            <Avatar name={name} />
            {0 < unread && <span aria-hidden="true" className={styles.dot} />}
          </button>
        )}
      </Menu>
      <Dialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={t('shell:tool.chooseLanguage')}
        closeLabel={t('common:action.close')}
      >
        <LanguageList onChosen={() => setChoosing(false)} />
      </Dialog>
    </>
  );
}
