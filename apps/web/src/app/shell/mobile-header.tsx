import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { IconButton } from '@glasshouse/ui';
import { ArrowLeft } from '@glasshouse/ui/icon/icons';
import { useLocation, useSearch } from 'wouter';
import { loginHref } from '../../parts/account/login-href.ts';
import type { Route } from '../routes.tsx';
import { BookSwitch } from './book-switch.tsx';
import { Brand } from './brand.tsx';
import { LanguageButton } from './language-button.tsx';
import { AppearanceTool, MoreTool, SupportTool } from './late-tools.tsx';
import styles from './mobile-header.module.css';
import { NotificationBell } from './notification-bell.tsx';

export function MobileHeader({ route }: { route: Route }) {
  const t = useT();
  const session = useSession();
  // Beside a chart the pill stands here, and what is not looked at all day is in a menu.
  const lean = session !== undefined && route.fills === true;
  const [, navigate] = useLocation();
  // The way back after logging in includes what a page keeps in its address.
  useSearch();
  // When opened from an external link, there is no page to go back to.
  const back = () => (1 < window.history.length ? window.history.back() : navigate('/'));
  return (
    <header className={styles.header}>
      {!route.root ? (
        <IconButton icon={ArrowLeft} mirror label={t('common:action.back')} onClick={back} />
      ) : session === undefined ? (
        <div className={styles.brand}>
          <Brand />
        </div>
      ) : (
        <Brand markOnly />
      )}
      {/* The head of the market puts its name here. */}
      {lean && <div id="header-market" className={styles.market} />}
      {session !== undefined && <BookSwitch />}
      <div className={styles.tools}>
        <NotificationBell alone={lean} />
        {!lean && <SupportTool />}
        {session === undefined && route.bare && <AppearanceTool />}
        {lean ? <MoreTool /> : <LanguageButton />}
        {session === undefined && !route.bare && (
          <LinkButton href={loginHref()} variant="primary" size="s">
            {t('shell:tool.login')}
          </LinkButton>
        )}
      </div>
    </header>
  );
}
