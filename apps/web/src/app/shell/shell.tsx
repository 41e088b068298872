import { useBook, useSession } from '@glasshouse/app/session/session';
import { cx } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useIsMobile } from '../../parts/page/layout.ts';
import type { Route } from '../routes.tsx';
import { Xray } from '../xray/xray.tsx';
import { DesktopHeader } from './desktop-header.tsx';
import { Footer } from './footer.tsx';
import { MobileHeader } from './mobile-header.tsx';
import { MobileTabs } from './mobile-tabs.tsx';
import { Notices } from './notices.tsx';
import { Onboarding } from './onboarding.tsx';
import styles from './shell.module.css';

/** The frame of every page: header, notices, footer or tabs. One tree for all devices. */
export function Shell({ route, children }: { route: Route; children: ReactNode }) {
  const mobile = useIsMobile();
  const book = useBook();
  const session = useSession();
  const demo = book === 'demo' && session !== undefined;
  const footer = !route.bare && !route.workspace;
  const tabs = mobile && !route.bare;
  return (
    <div
      className={cx(
        styles.shell,
        tabs && styles.withTabs,
        route.workspace && !mobile && styles.work,
        route.fills && !mobile && styles.fills,
      )}
    >
      <div className={cx(styles.top, demo && styles.demo)}>
        {mobile ? <MobileHeader route={route} /> : <DesktopHeader route={route} />}
        <Notices />
      </div>
      <div className={cx(styles.content, footer && styles.aboveFooter)}>{children}</div>
      {footer && <Footer />}
      {tabs && <MobileTabs route={route} />}
      {mobile && route.root && <Onboarding />}
      <Xray />
    </div>
  );
}
