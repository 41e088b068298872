import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { saveFile } from '@glasshouse/app/save-file';
import { useSession } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { Button, Stack, toasts } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { download } from '../../../api/files.ts';
import { useUserInfo } from '../../../parts/account/use-user-info.ts';
import { Part } from '../part.tsx';
import { CloseDialog } from './close-dialog.tsx';

/** Taking everything along, and leaving. */
export function Closing() {
  const t = useT();
  const guest = useSession()?.user.guest === true;
  const info = useUserInfo();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [closing, setClosing] = useState(false);
  const take = async () => {
    setBusy(true);
    setFailure(undefined);
    const result = await download('exportAccount', {});
    setBusy(false);
    if (result.state === 'done') {
      saveFile(result.name, result.content);
      toasts.show({ title: t('signin:closing.exported', { name: result.name }) });
    } else if (result.state === 'failed') setFailure(result.failure);
    else setFailure({ kind: 'unreachable' });
  };
  return (
    <Part id="closing" title={t('signin:closing.title')} note={t('signin:closing.text')}>
      <Stack gap={4}>
        <p>{t('signin:closing.exportText')}</p>
        <Stack row wrap gap={2}>
          <Button icon={Download} loading={busy} onClick={() => void take()}>
            {t('signin:closing.export')}
          </Button>
          <LinkButton href="/profile/imports">{t('signin:closing.import')}</LinkButton>
        </Stack>
        {failure && <FailureNote failure={failure} />}
        {!guest && (
          <div>
            <Button variant="danger" onClick={() => setClosing(true)}>
              {t('signin:closing.close')}
            </Button>
          </div>
        )}
      </Stack>
      {closing && <CloseDialog totp={info.data?.security.totp === true} onClose={() => setClosing(false)} />}
    </Part>
  );
}
