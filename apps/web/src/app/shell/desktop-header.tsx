import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { cx } from '@glasshouse/ui';
import { useLocation, useSearch } from 'wouter';
import { loginHref } from '../../parts/account/login-href.ts';
import type { Route } from '../routes.tsx';
import { BookSwitch } from './book-switch.tsx';
import { Brand } from './brand.tsx';
import { ConnectionState } from './connection-state.tsx';
import styles from './desktop-header.module.css';
import { HeaderLinks } from './header-links.tsx';
import { LanguageButton } from './language-button.tsx';
import { AccountTool, AppearanceTool, SupportTool, TryDemoTool } from './late-tools.tsx';
import { LiveIsland } from './live-island.tsx';
import { inAccount } from './navigation.ts';
import { NotificationBell } from './notification-bell.tsx';

export function DesktopHeader({ route }: { route: Route }) {
  const t = useT();
  const session = useSession();
  const book = useBook();
  const [path] = useLocation();
  // The way back after logging in includes what a page keeps in its address.
  useSearch();
  return (
    <header className={cx(styles.header, route.workspace && styles.wide)}>
      <Brand />
      <HeaderLinks />
      <div className={styles.tools}>
        <ConnectionState />
        {session === undefined ? (
          <>
            <SupportTool />
            <LanguageButton />
            <AppearanceTool />
            <NotificationBell />
            <LinkButton href={loginHref()} variant="quiet" size="s">
              {t('shell:tool.login')}
            </LinkButton>
            <TryDemoTool />
          </>
        ) : (
          <>
            <LiveIsland />
            {session.user.guest && !inAccount(path) && (
              <LinkButton href="/profile/info#save" variant="quiet" size="s" className={styles.save}>
                {t('shell:banner.saveAccount')}
              </LinkButton>
            )}
            {book === 'real' && !inAccount(path) && (
              <LinkButton href="/profile/balance" size="s">
                {t('shell:tool.deposit')}
              </LinkButton>
            )}
            <BookSwitch />
            <NotificationBell />
            <AccountTool />
          </>
        )}
      </div>
    </header>
  );
}
