import { useT } from '@glasshouse/app/language/language';
import { IconButton } from '@glasshouse/ui';
import { Search } from '@glasshouse/ui/icon/icons';
import { SessionMenu } from './session-menu.tsx';
import styles from './top-bar.module.css';

export function TopBar({ title, onSearch }: { title: string; onSearch: () => void }) {
  const t = useT();
  return (
    <header className={styles.bar}>
      <SessionMenu compact />
      <p className={styles.title}>{title}</p>
      <IconButton icon={Search} label={t('console:palette.open')} onClick={onSearch} />
    </header>
  );
}
