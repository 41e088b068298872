import { useTranslator } from '@glasshouse/app/language/language';
import { IconButton } from '@glasshouse/ui';
import { Keyboard, Search, Share2 } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import { marketHref } from '../../../parts/market/market-href.ts';
import { useShare } from '../../../parts/page/share.ts';
import styles from './instrument-page.module.css';

interface HeadToolsProps {
  readonly market: { readonly code: string; readonly appName: string };
  /** Omitted where the list of markets has its own pane. */
  readonly onSearch: (() => void) | undefined;
  /** Omitted where there is no keyboard. */
  readonly onHelp?: (() => void) | undefined;
  /** Further tools. */
  readonly children?: ReactNode;
}

/** Tools at the end of the header: market search, and help for the keys. */
export function HeadTools({ market, onSearch, onHelp, children }: HeadToolsProps) {
  const { t, language } = useTranslator();
  const share = useShare();
  // In the language of who shares it, as its preview will be.
  const url = `${window.location.origin}${marketHref({ code: market.code })}&language=${language}`;
  return (
    <div className={styles.tools}>
      {onSearch !== undefined && <IconButton icon={Search} label={t('market:list.search')} onClick={onSearch} />}
      <IconButton
        icon={Share2}
        label={t('common:action.share')}
        onClick={() => void share({ title: market.appName, url })}
      />
      {onHelp !== undefined && <IconButton icon={Keyboard} label={t('workspace:keys.title')} onClick={onHelp} />}
      {children}
    </div>
  );
}
