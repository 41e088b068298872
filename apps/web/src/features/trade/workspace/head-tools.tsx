import { IconButton } from '@glasshouse/ui';
import { Keyboard, Search } from '@glasshouse/ui/icon/icons';
import { useT } from '../../../i18n/language.ts';
import styles from './instrument-page.module.css';

interface HeadToolsProps {
  readonly onSearch: () => void;
  /** Omitted where there is no keyboard. */
  readonly onHelp?: (() => void) | undefined;
}

/** Tools at the end of the header: market search, and help for the keys. */
export function HeadTools({ onSearch, onHelp }: HeadToolsProps) {
  const t = useT();
  return (
    <div className={styles.tools}>
      <IconButton icon={Search} label={t('market:list.search')} className={styles.searchTool} onClick={onSearch} />
      {onHelp !== undefined && <IconButton icon={Keyboard} label={t('workspace:keys.title')} onClick={onHelp} />}
    </div>
  );
}
