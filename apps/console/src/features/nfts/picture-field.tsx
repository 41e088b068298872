import type { OperatorBodyOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Field } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import styles from './nfts.module.css';

type Upload = 'uploadNftImage' | 'uploadPayoutProof';
export const fileAddress = (file: string): string => `/swx/operator/nfts/files/${file}`;

interface PictureFieldProps {
  readonly label: string;
  readonly upload: Upload;
  readonly fileId: string | undefined;
  readonly onChange: (fileId: string | undefined) => void;
}

/** A picture that is sent as soon as it is chosen, and shown as the server has it. */
export function PictureField({ label, upload, fileId, onChange }: PictureFieldProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const send = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const form = new FormData();
    form.append('file', file, 'file');
    setBusy(true);
    setFailure(undefined);
    // A form with the one field that the call declares.
    const answer = await call(upload, { body: form as unknown as OperatorBodyOf<Upload> });
    setBusy(false);
    if (answer.ok) onChange(answer.result.fileId);
    else setFailure(answer.failure);
  };
  return (
    <div className={styles.field} aria-busy={busy}>
      <Field label={label} hint={t('nfts:op.pictureHint')}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept="image/jpeg,image/png"
            disabled={busy}
            onChange={(event) => void send(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {failure !== undefined && <FailureNote failure={failure} />}
      {fileId !== undefined && <img src={fileAddress(fileId)} alt={label} className={styles.preview} />}
    </div>
  );
}
