import { useT } from '@glasshouse/app/language/language';
import { Banner, cx } from '@glasshouse/ui';
import { type ReactNode, useEffect } from 'react';
import { useIsWide } from '../../parts/page/use-media.ts';
import type { ConsolePage } from '../pages.ts';
import { Palette } from '../palette/palette.tsx';
import { usePalette } from '../palette/use-palette.ts';
import { BottomBar } from './bottom-bar.tsx';
import { PlaceTabs, usePlaceTabs } from './place-tabs.tsx';
import { PlacesNav } from './places-nav.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useOnline } from './use-online.ts';
import { WorkHeader } from './work-header.tsx';

/**
 * The frame of every page: header and places where there is room, bars above and below on a phone.
 */
export function Shell({ page, children }: { page: ConsolePage; children: ReactNode }) {
  const t = useT();
  const wide = useIsWide();
  const online = useOnline();
  const palette = usePalette();
  const tabs = usePlaceTabs();
  const title = t(page.title);
  useEffect(() => {
    document.title = `${title} · ${t('common:brand')}`;
  }, [title, t]);
  return (
    <div className={cx(wide ? styles.wide : styles.narrow, wide && tabs !== undefined && styles.tabbed)}>
      {wide ? <WorkHeader onSearch={palette.open} /> : <TopBar title={title} onSearch={palette.open} />}
      {wide && <PlacesNav />}
      <div className={styles.content}>
        {wide && tabs !== undefined && <PlaceTabs place={tabs} />}
        {!online && (
          <Banner kind="offline" strip>
            {t('common:state.offline')}. {t('console:offlineText')}
          </Banner>
        )}
        {children}
      </div>
      {!wide && <BottomBar />}
      {palette.isOpen && <Palette onClose={palette.close} />}
    </div>
  );
}
