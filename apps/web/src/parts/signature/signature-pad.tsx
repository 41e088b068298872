import { useT } from '@glasshouse/app/language/language';
import { cx } from '@glasshouse/ui';
import { useEffect, useRef } from 'react';
import SignaturePad from 'signature_pad';
import styles from './signature-pad.module.css';

interface PadProps {
  readonly pad: { current: SignaturePad | undefined };
  readonly wrong: boolean;
  readonly onChange: (drawn: boolean) => void;
}

/** A field to draw in with pointer or finger; strokes outlive a change of its size. */
export function Pad({ pad, wrong, onChange }: PadProps) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pad lives as long as its canvas.
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const ink = getComputedStyle(element).color;
    const made = new SignaturePad(element, { penColor: ink, minWidth: 0.8, maxWidth: 2.6 });
    pad.current = made;
    const fit = () => {
      // A canvas has its own pixels; the strokes are kept and drawn again.
      const ratio = Math.max(1, window.devicePixelRatio);
      element.width = element.offsetWidth * ratio;
      element.height = element.offsetHeight * ratio;
      element.getContext('2d')?.scale(ratio, ratio);
      made.fromData(made.toData());
    };
    const size = new ResizeObserver(fit);
    size.observe(element);
    const ended = () => onChange(!made.isEmpty());
    made.addEventListener('endStroke', ended);
    return () => {
      size.disconnect();
      made.removeEventListener('endStroke', ended);
      made.off();
      pad.current = undefined;
    };
  }, []);
  return (
    <div className={cx(styles.pad, wrong && styles.wrong)}>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={t('kyc:signature.pad')} />
      <span className={styles.line} aria-hidden="true" />
    </div>
  );
}
