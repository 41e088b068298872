import { useT } from '@glasshouse/app/language/language';
import { Button, cx, Dialog, EmptyState, Icon, Spinner } from '@glasshouse/ui';
import { Camera, CircleCheck, Info, RotateCcw, SwitchCamera } from '@glasshouse/ui/icon/icons';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import styles from './camera-dialog.module.css';
import { cardGuide, hintFrame, takePhoto } from './capture.ts';
import { type Guide, type Hint, hintOf, steadyHint } from './frame-hints.ts';
import { useCamera } from './use-camera.ts';

/** A document has edges to find; a face and a signature sheet have none. */
export type Subject = 'document' | 'person' | 'paper';

interface CameraDialogProps {
  readonly subject: Subject;
  readonly title: string;
  readonly description: string;
  readonly onClose: () => void;
  readonly onPhoto: (photo: Blob) => void;
  /** Offered wherever the camera fails. */
  readonly onChooseFile: () => void;
}

/** Four looks a second are enough to guide a hand, and spare a phone's battery. */
const LOOK_EVERY_MS = 250;

/** The camera with a live preview: hints before the photo, a look at it after. */
export function CameraDialog({ subject, title, description, onClose, onPhoto, onChooseFile }: CameraDialogProps) {
  const t = useT();
  const { video, camera, change, retry } = useCamera(subject === 'person' ? 'user' : 'environment');
  const [photo, setPhoto] = useState<{ readonly blob: Blob; readonly address: string }>();
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const live = camera.state === 'live' && photo === undefined;
  const guide = subject === 'document' && size !== undefined ? cardGuide(size.width, size.height) : undefined;
  const hint = useHint(video, live, guide);

  useEffect(() => () => photo && URL.revokeObjectURL(photo.address), [photo]);
  const take = async () => {
    const element = video.current;
    const blob = element === null ? undefined : await takePhoto(element);
    if (blob !== undefined) setPhoto({ blob, address: URL.createObjectURL(blob) });
  };
  const problem = camera.state === 'problem' ? camera.problem : undefined;
  const ratio = size === undefined ? {} : ({ '--ratio': `${size.width} / ${size.height}` } as CSSProperties);
  return (
    <Dialog
      open
      onClose={onClose}
      width="l"
      title={title}
      description={description}
      closeLabel={t('common:action.close')}
      footer={
        problem !== undefined ? (
          <>
            <Button onClick={retry} icon={RotateCcw}>
              {t('common:action.retry')}
            </Button>
            <Button variant="primary" onClick={onChooseFile}>
              {t('kyc:photo.chooseFile')}
            </Button>
          </>
        ) : photo !== undefined ? (
          <>
            <Button icon={RotateCcw} onClick={() => setPhoto(undefined)}>
              {t('kyc:camera.retake')}
            </Button>
            <Button variant="primary" onClick={() => onPhoto(photo.blob)}>
              {t('kyc:camera.use')}
            </Button>
          </>
        ) : (
          <>
            {change !== undefined && (
              <Button icon={SwitchCamera} onClick={() => void change()}>
                {t('kyc:camera.switch')}
              </Button>
            )}
            <Button variant="primary" icon={Camera} disabled={!live} onClick={() => void take()}>
              {t('kyc:camera.take')}
            </Button>
          </>
        )
      }
    >
      {problem !== undefined ? (
        <div className={styles.problem}>
          <EmptyState compact title={t(`kyc:camera.problem.${problem}`)}>
            {t(`kyc:camera.remedy.${problem}`)}
          </EmptyState>
        </div>
      ) : (
        <>
          <div className={cx(styles.stage, hint === 'good' && styles.good)} style={ratio}>
            <video
              ref={video}
              muted
              playsInline
              aria-label={t('kyc:camera.preview')}
              className={cx(
                styles.video,
                camera.state === 'live' && camera.mirrored && styles.mirrored,
                photo !== undefined && styles.hidden,
              )}
              onLoadedMetadata={({ currentTarget }) =>
                setSize({ width: currentTarget.videoWidth, height: currentTarget.videoHeight })
              }
            />
            {camera.state === 'starting' && (
              <span className={styles.waiting}>
                <Spinner />
              </span>
            )}
            {live && guide !== undefined && <Overlay guide={guide} />}
            {photo !== undefined && (
              <img src={photo.address} alt={t('kyc:camera.taken')} className={cx(styles.overlay, styles.photo)} />
            )}
          </div>
          <p className={cx(styles.hint, live && hint === 'good' && styles.good)} aria-live="polite">
            {camera.state === 'starting' && t('kyc:camera.starting')}
            {photo !== undefined && t('kyc:camera.check')}
            {live && hint !== undefined && (
              <>
                <Icon of={hint === 'good' ? CircleCheck : Info} />
                {t(`kyc:camera.hint.${subject === 'document' || hint !== 'good' ? hint : 'ready'}`)}
              </>
            )}
          </p>
        </>
      )}
    </Dialog>
  );
}

/** Everything but the place of the document is dimmed. */
function Overlay({ guide }: { guide: Guide }) {
  const [x, y, right, bottom] = [guide.left, guide.top, guide.right, guide.bottom].map((share) => share * 100) as [
    number,
    number,
    number,
    number,
  ];
  const hole = `M${x} ${y}H${right}V${bottom}H${x}Z`;
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.overlay} aria-hidden="true">
      <path className={styles.shade} d={`M0 0H100V100H0Z${hole}`} />
      <path className={styles.guide} d={hole} />
    </svg>
  );
}

function useHint(
  video: { readonly current: HTMLVideoElement | null },
  live: boolean,
  guide: Guide | undefined,
): Hint | undefined {
  const [hint, setHint] = useState<Hint>();
  const where = useRef(guide);
  where.current = guide;
  useEffect(() => {
    if (!live) return;
    const canvas = document.createElement('canvas');
    const steady = steadyHint();
    const timer = setInterval(() => {
      const frame = video.current === null ? undefined : hintFrame(video.current, canvas);
      if (frame !== undefined) setHint(steady(hintOf(frame, where.current)));
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      setHint(undefined);
    };
  }, [live, video]);
  return hint;
}
