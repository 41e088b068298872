import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { saveFile } from '@glasshouse/app/save-file';
import type { Failure } from '@glasshouse/client/failure';
import { Button, Stack } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { download } from '../../api/files.ts';

/** The agreement as a PDF, with the hashes of text and signature on it. */
export function PdfButton({ agreementId }: { agreementId: number }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const save = async () => {
    setBusy(true);
    setFailure(undefined);
    const got = await download('downloadLoanAgreement', { params: { id: agreementId } });
    setBusy(false);
    if (got.state === 'done') saveFile(got.name, got.content);
    if (got.state === 'failed') setFailure(got.failure);
    if (got.state === 'broken') setFailure({ kind: 'unreachable' });
  };
  return (
    <Stack gap={2}>
      <Button icon={Download} loading={busy} onClick={() => void save()}>
        {t('loans:download')}
      </Button>
      {failure && <FailureNote failure={failure} />}
    </Stack>
  );
}
