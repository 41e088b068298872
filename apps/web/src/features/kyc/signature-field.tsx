import { failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useTranslator } from '@glasshouse/app/language/language';
import { Button, cx, Icon, Segmented, TextField } from '@glasshouse/ui';
import { CircleAlert, CircleCheck, PenLine, RotateCcw, Undo2 } from '@glasshouse/ui/icon/icons';
import { useId, useRef, useState } from 'react';
import type SignaturePad from 'signature_pad';
import { Pad } from '../../parts/signature/signature-pad.tsx';
import { useUpload } from '../../parts/upload/use-upload.ts';
import styles from './kyc.module.css';
import { signaturePicture, typedSignature } from './signature-picture.ts';

type SignatureMethod = 'draw' | 'type';
/** A line drawing has a few kilobytes. */
const MAX_BYTES = 1024 * 1024;

interface SignatureFieldProps {
  readonly fileId: string | undefined;
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: (fileId: string | undefined) => void;
}

/** A signature, drawn with finger or mouse, or typed where neither is at hand. */
export function SignatureField({ fileId, name, error, onChange }: SignatureFieldProps) {
  const translator = useTranslator();
  const { t } = translator;
  const id = useId();
  const [method, setMethod] = useState<SignatureMethod>('draw');
  const [typed, setTyped] = useState(name);
  const [drawn, setDrawn] = useState(false);
  const pad = useRef<SignaturePad>(undefined);
  const upload = useUpload({ purpose: 'signature', maxBytes: MAX_BYTES, onDone: onChange });
  const { state } = upload;
  const busy = state.state === 'preparing' || state.state === 'sending';
  const ready = method === 'draw' ? drawn : typed.trim() !== '';
  const send = async () => {
    const picture = method === 'draw' ? await signaturePicture(pad.current) : await typedSignature(typed.trim());
    if (picture !== undefined) upload.send(picture);
  };
  const problem =
    state.state === 'failed' ? failureText(translator, state.failure) : fileId === undefined ? error : undefined;
  return (
    <fieldset
      className={styles.group}
      aria-describedby={`${id}-note`}
      tabIndex={-1}
      data-wrong={problem !== undefined || undefined}
    >
      <legend className="visually-hidden">{t('kyc:part.signature')}</legend>
      {fileId !== undefined ? (
        <div className={styles.signed}>
          {upload.preview !== undefined && (
            <img src={upload.preview} alt={t('kyc:signature.yours')} className={styles.signedPicture} />
          )}
          <span className={styles.ok}>
            <Icon of={CircleCheck} />
            {t('kyc:photo.done')}
          </span>
          <Button
            size="s"
            icon={RotateCcw}
            onClick={() => {
              setDrawn(false);
              onChange(undefined);
            }}
          >
            {t('kyc:signature.again')}
          </Button>
        </div>
      ) : (
        <>
          <Segmented
            label={t('kyc:signature.way')}
            size="s"
            value={method}
            onChange={setMethod}
            options={[
              { value: 'draw', label: t('kyc:signature.draw'), icon: PenLine },
              { value: 'type', label: t('kyc:signature.type') },
            ]}
          />
          {method === 'draw' ? (
            <Pad pad={pad} wrong={problem !== undefined} onChange={setDrawn} />
          ) : (
            <TextField
              label={t('kyc:signature.name')}
              size="l"
              maxLength={64}
              autoComplete="name"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <div className={styles.actions}>
            <Button variant="primary" size="s" disabled={!ready} loading={busy} onClick={() => void send()}>
              {t('kyc:signature.use')}
            </Button>
            {method === 'draw' && (
              <>
                <Button
                  size="s"
                  icon={Undo2}
                  disabled={!drawn || busy}
                  onClick={() => {
                    pad.current?.fromData(pad.current.toData().slice(0, -1));
                    setDrawn(pad.current?.isEmpty() === false);
                  }}
                >
                  {t('kyc:signature.undo')}
                </Button>
                <Button
                  size="s"
                  variant="quiet"
                  disabled={!drawn || busy}
                  onClick={() => {
                    pad.current?.clear();
                    setDrawn(false);
                  }}
                >
                  {t('kyc:signature.clear')}
                </Button>
              </>
            )}
          </div>
        </>
      )}
      <p id={`${id}-note`} className={cx(styles.note, problem !== undefined && styles.error)} aria-live="polite">
        {problem !== undefined && <Icon of={CircleAlert} size="s" />}
        <span>{problem ?? t(method === 'draw' ? 'kyc:signature.drawHint' : 'kyc:signature.typeHint')}</span>
      </p>
    </fieldset>
  );
}
