import { useT } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import { Avatar, IconButton, Menu } from '@glasshouse/ui';
import { CircleUser, LogOut, ReceiptText, Settings } from '@glasshouse/ui/icon/icons';
import { useLocation } from 'wouter';
import { displayName } from '../../parts/account/display-name.ts';
import { useLogout } from '../../parts/account/use-logout.ts';
import styles from './account-menu.module.css';

export function AccountMenu() {
  const t = useT();
  const [, navigate] = useLocation();
  const logout = useLogout();
  const user = useSession()?.user;
  if (user === undefined) return null;
  const name = displayName(t, user);
  return (
    <Menu
      label={t('shell:tool.account')}
      align="end"
      head={
        <div className={styles.head}>
          <Avatar name={name} />
          <span className={styles.name}>{name}</span>
        </div>
      }
      items={[
        { id: 'profile', label: t('shell:nav.profile'), icon: CircleUser, onSelect: () => navigate('/profile') },
        { id: 'statement', label: t('shell:nav.fundingDetails'), icon: ReceiptText, onSelect: () => navigate('/zjxq') },
        { id: 'info', label: t('shell:tool.settings'), icon: Settings, onSelect: () => navigate('/profile/settings') },
        { id: 'logout', label: t('shell:tool.logout'), icon: LogOut, onSelect: logout },
      ]}
    >
      {(anchor) => <IconButton {...anchor} icon={CircleUser} label={t('shell:tool.account')} />}
    </Menu>
  );
}
