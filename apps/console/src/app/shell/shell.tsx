import { useT } from '@glasshouse/app/language/language';
import { Banner } from '@glasshouse/ui';
import { type ReactNode, useEffect } from 'react';
import { useIsWide } from '../../parts/page/use-media.ts';
import type { ConsolePage } from '../pages.ts';
import { Palette } from '../palette/palette.tsx';
import { usePalette } from '../palette/use-palette.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useOnline } from './use-online.ts';

/** The frame of every page: a rail where there is room, bars above and below on a phone. */
export function Shell({ page, children }: { page: ConsolePage; children: ReactNode }) {
  const t = useT();
  const wide = useIsWide();
  const online = useOnline();
  const palette = usePalette();
  const title = t(page.title);
  useEffect(() => {
    document.title = `${title} · ${t('common:brand')}`;
  }, [title, t]);
  return (
    <div className={wide ? styles.wide : styles.narrow}>
      {wide ? <Rail onSearch={palette.open} /> : <TopBar title={title} onSearch={palette.open} />}
      <div className={styles.content}>
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
