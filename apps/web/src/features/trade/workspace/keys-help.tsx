import { useT } from '@glasshouse/app/language/language';
import { Dialog } from '@glasshouse/ui';
import styles from './workspace.module.css';

/** Lists the keyboard shortcuts of the workspace. */
export function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const keys = [
    { keys: ['/'], does: t('workspace:keys.search') },
    { keys: ['↑', '↓', '↵'], does: t('workspace:keys.choose') },
    { keys: ['b'], does: t('workspace:keys.buy') },
    { keys: ['s'], does: t('workspace:keys.sell') },
    { keys: ['x'], does: t('shell:tool.xray') },
    { keys: ['m'], does: t('workspace:keys.markets') },
    { keys: ['f'], does: t('workspace:keys.fullHeight') },
    { keys: ['⇧', 'F10'], does: t('workspace:keys.chartMenu') },
    { keys: ['Esc'], does: t('workspace:keys.close') },
    { keys: ['?'], does: t('workspace:keys.help') },
  ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="s"
      title={t('workspace:keys.title')}
      closeLabel={t('common:action.close')}
    >
      <dl className={styles.keys}>
        {keys.map((entry) => (
          <Entry key={entry.does} {...entry} />
        ))}
      </dl>
    </Dialog>
  );
}

const Entry = ({ keys, does }: { keys: readonly string[]; does: string }) => (
  <>
    <dt className={styles.key}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{does}</dd>
  </>
);
