import { CopyButton } from '@glasshouse/app/copy-button.tsx';
import { useT } from '@glasshouse/app/language/language';
import { saveFile } from '@glasshouse/app/save-file';
import { Banner, Button, Checkbox, Stack } from '@glasshouse/ui';
import { Download, Printer } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import styles from './security.module.css';

const FILE_NAME = 'glasshouse-recovery-codes.txt';

/** Shown once: they can be copied, saved and printed, and the way on asks whether they were. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT();
  const [hasSaved, setHasSaved] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap={4}>
      <Banner kind="warning">{t('security:recovery.text')}</Banner>
      <ol className={styles.codes} dir="ltr" translate="no">
        {codes.map((code) => (
          <li key={code} className={styles.code}>
            {code}
          </li>
        ))}
      </ol>
      <div className={styles.keep}>
        <CopyButton text={text}>{t('security:recovery.copy')}</CopyButton>
        <Button icon={Download} onClick={() => saveFile(FILE_NAME, new Blob([text], { type: 'text/plain' }))}>
          {t('security:recovery.save')}
        </Button>
        <Button icon={Printer} onClick={() => window.print()}>
          {t('security:recovery.print')}
        </Button>
      </div>
      <Checkbox label={t('security:recovery.kept')} checked={hasSaved} onChange={setHasSaved} />
      <Button variant="primary" size="l" full disabled={!hasSaved} onClick={onDone}>
        {t('security:recovery.done')}
      </Button>
    </Stack>
  );
}
