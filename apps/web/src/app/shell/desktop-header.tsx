import { cx } from '@glasshouse/ui';
import { useLocation, useSearch } from 'wouter';
import { useT } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { Link } from '../../shared/link.tsx';
import { LinkButton } from '../../shared/link-button.tsx';
import { loginHref } from '../../shared/login-href.ts';
import type { Route } from '../routes.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { BookSwitch } from './book-switch.tsx';
import { Brand } from './brand.tsx';
import { ConnectionState } from './connection-state.tsx';
import styles from './desktop-header.module.css';
import { LanguageButton } from './language-button.tsx';
import { LiveIsland } from './live-island.tsx';
import { destinations, isHere } from './navigation.ts';
import { NotificationBell } from './notification-bell.tsx';
import { SupportTool } from './support-tool.tsx';

export function DesktopHeader({ route }: { route: Route }) {
  const t = useT();
  const [path] = useLocation();
  // The way back after logging in includes what a page keeps in its address.
  useSearch();
  const session = useSession();
  return (
    <header className={cx(styles.header, route.workspace && styles.wide)}>
      <Brand />
      <nav aria-label={t('shell:nav.label')}>
        <ul className={styles.links}>
          {destinations.map(({ href, label }) => (
            <li key={href}>
              <Link href={href} className={styles.link} aria-current={isHere(href, path) ? 'page' : undefined}>
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.tools}>
        <LiveIsland />
        <ConnectionState />
        {session !== undefined && <BookSwitch />}
        <SupportTool />
        <LanguageButton />
        <AppearanceMenu />
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
          <AccountMenu />
        )}
      </div>
    </header>
  );
}
