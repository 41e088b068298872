import { failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useTranslator } from '@glasshouse/app/language/language';
import { saveFile } from '@glasshouse/app/save-file';
import { Button, toasts } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import type { Answer, ReceivedFile } from '../../api/client.ts';

interface CsvButtonProps {
  /** What kind of file it is, where it is no CSV. */
  readonly label?: string;
  readonly read: () => Promise<Answer<ReceivedFile>>;
}

/** Saves a list as a file. The call asks for a fresh second factor by itself. */
export function CsvButton({ label, read }: CsvButtonProps) {
  const translator = useTranslator();
  const { t } = translator;
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const answer = await read();
    setBusy(false);
    if (answer.ok) {
      saveFile(answer.result.name, answer.result.blob);
      toasts.show({ title: t('records:csvSaved'), tone: 'success' });
    } else toasts.show({ title: failureText(translator, answer.failure), tone: 'warning' });
  };
  return (
    <Button icon={Download} loading={isBusy} onClick={() => void save()}>
      {label ?? t('records:csv')}
    </Button>
  );
}
