import { cx } from '@glasshouse/ui';
import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** Modules of white around the code: readers find its corners by them. */
const BORDER = 4;

/** A QR code as one path of an SVG: sharp at any size, dark on white in both themes. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: BORDER });
    return {
      size: code.size,
      path: code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join(''),
    };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={cx(styles.code, className)}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={styles.paper} d={`M0 0h${size}v${size}h-${size}z`} />
      <path className={styles.ink} d={path} />
    </svg>
  );
}
