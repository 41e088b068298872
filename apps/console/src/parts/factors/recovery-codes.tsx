import { useCopy } from '@glasshouse/app/hooks/use-copy';
import { useT } from '@glasshouse/app/language/language';
import { saveFile } from '@glasshouse/app/save-file';
import { Button } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import styles from './factor-fields.module.css';

/** Shown once; whoever goes on without keeping them has nothing when the phone is lost. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT();
  const text = `${codes.join('\n')}\n`;
  const copy = useCopy();
  return (
    <div className={styles.fields}>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button full onClick={() => void copy(text)}>
        {t('console:recovery.copy')}
      </Button>
      <Button
        full
        icon={Download}
        onClick={() => saveFile('glasshouse-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
      >
        {t('console:recovery.save')}
      </Button>
      <Button variant="primary" size="l" full onClick={onDone}>
        {t('console:recovery.done')}
      </Button>
    </div>
  );
}
