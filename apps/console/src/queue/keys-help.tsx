import { useT } from '@glasshouse/app/language/language';
import { Dialog } from '@glasshouse/ui';
import styles from './keys-help.module.css';
import { QUEUE_KEYS, type QueueKey } from './queue-keys.ts';

/** As they are printed on keys. */
const CHORDS = { palette: 'Ctrl K', send: 'Ctrl ↵' };
const NAMES: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '↵', Escape: 'Esc' };

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open width="s" title={t('console:keys.title')} closeLabel={t('common:action.close')} onClose={onClose}>
      <dl>
        {(Object.keys(QUEUE_KEYS) as QueueKey[]).map((action) => (
          <div key={action} className={styles.row}>
            <dt>{t(`console:keys.${action}`)}</dt>
            <dd>
              {QUEUE_KEYS[action].map((key) => (
                <kbd key={key} className={styles.key}>
                  {NAMES[key] ?? key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
        <div className={styles.row}>
          <dt>{t('console:palette.open')}</dt>
          <dd>
            <kbd className={styles.key}>{CHORDS.palette}</kbd>
          </dd>
        </div>
        <div className={styles.row}>
          <dt>{t('console:keys.send')}</dt>
          <dd>
            <kbd className={styles.key}>{CHORDS.send}</kbd>
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}
