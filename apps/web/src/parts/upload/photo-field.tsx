import { failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import type { UploadPurpose } from '@glasshouse/client/upload';
import { Button, cx, Icon } from '@glasshouse/ui';
import { Camera, CircleAlert, CircleCheck, FileImage, ImageUp, Trash2 } from '@glasshouse/ui/icon/icons';
import { type DragEvent, useId, useRef, useState } from 'react';
import { CameraDialog, type Subject } from '../camera/camera-dialog.tsx';
import { ACCEPTED_FILES } from './image-kind.ts';
import styles from './photo-field.module.css';
import { type UploadState, useUpload } from './use-upload.ts';

const MEGABYTE = 1024 * 1024;

interface PhotoFieldProps {
  readonly purpose: UploadPurpose;
  readonly label: string;
  /** What must be seen on it. */
  readonly hint: string;
  /** Undefined: no camera, only files. */
  readonly subject?: Subject | undefined;
  readonly maxMegabytes: number;
  readonly fileId: string | undefined;
  readonly error?: string | undefined;
  readonly onChange: (fileId: string | undefined) => void;
}

/** One picture: from the camera or from a file, shown, sent with its progress, replaceable. */
export function PhotoField(props: PhotoFieldProps) {
  const { purpose, label, hint, subject, maxMegabytes, fileId, error, onChange } = props;
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [shooting, setShooting] = useState(false);
  const [over, setOver] = useState(false);
  const upload = useUpload({ purpose, maxBytes: maxMegabytes * MEGABYTE, onDone: onChange });
  const busy = upload.state.state === 'preparing' || upload.state.state === 'sending';
  const filled = fileId !== undefined && upload.state.state === 'idle';
  const choose = () => input.current?.click();
  const take = (file: Blob | undefined) => {
    if (file === undefined) return;
    onChange(undefined);
    upload.send(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const problem = useProblem(upload.state, maxMegabytes) ?? error;
  return (
    <fieldset
      className={styles.field}
      aria-describedby={`${id}-note`}
      tabIndex={-1}
      data-wrong={problem !== undefined || undefined}
    >
      <legend className={styles.label}>{label}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons do the same. */}
      <div
        className={cx(
          styles.place,
          over && styles.over,
          problem !== undefined && styles.wrong,
          filled && styles.filled,
          upload.preview === undefined && !filled && styles.empty,
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <span className={styles.picture}>
          {upload.preview === undefined ? (
            <Icon of={filled ? FileImage : ImageUp} size="xl" />
          ) : (
            <img src={upload.preview} alt={t('kyc:photo.yours', { what: label })} />
          )}
        </span>
        <div className={styles.words}>
          {busy && <Sending state={upload.state} label={label} />}
          {filled && (
            <span className={cx(styles.state, styles.done)}>
              <Icon of={CircleCheck} />
              {t('kyc:photo.done')}
            </span>
          )}
          <div className={styles.actions}>
            {busy && (
              <Button size="s" onClick={upload.cancel}>
                {t('common:action.cancel')}
              </Button>
            )}
            {upload.state.state === 'failed' && (
              <Button size="s" variant="primary" onClick={upload.retry}>
                {t('common:action.retry')}
              </Button>
            )}
            {!busy && subject !== undefined && (
              <Button
                size="s"
                icon={Camera}
                aria-label={`${label}: ${t('kyc:photo.takePhoto')}`}
                onClick={() => setShooting(true)}
              >
                {t('kyc:photo.takePhoto')}
              </Button>
            )}
            {!busy && (
              <Button size="s" aria-label={`${label}: ${t('kyc:photo.chooseFile')}`} onClick={choose}>
                {t('kyc:photo.chooseFile')}
              </Button>
            )}
            {filled && (
              <Button
                size="s"
                variant="quiet"
                icon={Trash2}
                aria-label={`${label}: ${t('kyc:photo.remove')}`}
                onClick={() => {
                  upload.cancel();
                  onChange(undefined);
                }}
              >
                {t('kyc:photo.remove')}
              </Button>
            )}
          </div>
          {!busy && !filled && <span className={styles.drop}>{t('kyc:photo.drop')}</span>}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED_FILES}
          data-purpose={purpose}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // The same file can be chosen again after a failure.
            event.currentTarget.value = '';
          }}
        />
      </div>
      <div id={`${id}-note`} className={cx(styles.note, problem !== undefined && styles.error)} aria-live="polite">
        {problem !== undefined && <Icon of={CircleAlert} size="s" />}
        <span>{problem ?? `${hint} ${t('kyc:photo.formats', { size: maxMegabytes })}`}</span>
      </div>
      {shooting && subject !== undefined && (
        <CameraDialog
          subject={subject}
          title={label}
          description={hint}
          onClose={() => setShooting(false)}
          onPhoto={(photo) => {
            setShooting(false);
            take(photo);
          }}
          onChooseFile={() => {
            setShooting(false);
            choose();
          }}
        />
      )}
    </fieldset>
  );
}

function Sending({ state, label }: { state: UploadState; label: string }) {
  const t = useT();
  const format = useFormat();
  const share = state.state === 'sending' ? state.share : undefined;
  return (
    <>
      <span className={styles.state}>
        {share === undefined
          ? t('kyc:photo.preparing')
          : t('kyc:photo.sending', { share: format.percent(share, { max: 0 }) })}
      </span>
      <progress className={styles.bar} value={share} max={1} aria-label={t('kyc:photo.progress', { what: label })} />
    </>
  );
}

function useProblem(state: UploadState, maxMegabytes: number): string | undefined {
  const translator = useTranslator();
  if (state.state === 'refused') return translator.t(`kyc:photo.problem.${state.problem}`, { size: maxMegabytes });
  return state.state === 'failed' ? failureText(translator, state.failure) : undefined;
}
