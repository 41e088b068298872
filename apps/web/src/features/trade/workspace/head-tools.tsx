import { IconButton } from '@glasshouse/ui';
import { Keyboard, Search, Share2 } from '@glasshouse/ui/icon/icons';
import { useTranslator } from '../../../i18n/language.ts';
import { marketHref } from '../../../shared/market/market-href.ts';
import { useShare } from '../../../shared/share.ts';
import styles from './instrument-page.module.css';

interface HeadToolsProps {
  readonly market: { readonly code: string; readonly appName: string };
  readonly onSearch: () => void;
  /** Omitted where there is no keyboard. */
  readonly onHelp?: (() => void) | undefined;
}

/** Tools at the end of the header: market search, and help for the keys. */
export function HeadTools({ market, onSearch, onHelp }: HeadToolsProps) {
  const { t, language } = useTranslator();
  const share = useShare();
  // In the language of who shares it, as its preview will be.
  const url = `${window.location.origin}${marketHref({ code: market.code })}&language=${language}`;
  return (
    <div className={styles.tools}>
      <IconButton icon={Search} label={t('market:list.search')} className={styles.searchTool} onClick={onSearch} />
      <IconButton
        icon={Share2}
        label={t('common:action.share')}
        onClick={() => void share({ title: market.appName, url })}
      />
      {onHelp !== undefined && <IconButton icon={Keyboard} label={t('workspace:keys.title')} onClick={onHelp} />}
    </div>
  );
}
