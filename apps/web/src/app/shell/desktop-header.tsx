import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { cx } from '@glasshouse/ui';
import { useSearch } from 'wouter';
import { loginHref } from '../../parts/account/login-href.ts';
import type { Route } from '../routes.tsx';
import { BookSwitch } from './book-switch.tsx';
import { Brand } from './brand.tsx';
import { ConnectionState } from './connection-state.tsx';
import styles from './desktop-header.module.css';
import { HeaderLinks } from './header-links.tsx';
import { LanguageButton } from './language-button.tsx';
import { AccountTool, AppearanceTool, SupportTool } from './late-tools.tsx';
import { LiveIsland } from './live-island.tsx';
import { NotificationBell } from './notification-bell.tsx';

export function DesktopHeader({ route }: { route: Route }) {
  const t = useT();
  // The way back after logging in includes what a page keeps in its address.
  useSearch();
  const session = useSession();
  return (
    <header className={cx(styles.header, route.workspace && styles.wide)}>
      <Brand />
      <HeaderLinks />
      <div className={styles.tools}>
        <LiveIsland />
        <ConnectionState />
        {session !== undefined && <BookSwitch />}
        <SupportTool />
        <LanguageButton />
        <AppearanceTool />
        <NotificationBell />
        {session === undefined ? (
          <>
            <LinkButton href={loginHref()} variant="quiet">
              {t('shell:tool.login')}
            </LinkButton>
            <LinkButton href={loginHref({ to: '/pass/register' })} variant="primary">
              {t('shell:tool.register')}
            </LinkButton>
          </>
        ) : (
          <AccountTool />
        )}
      </div>
    </header>
  );
}
