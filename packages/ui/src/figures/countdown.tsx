import { useEffect, useState } from 'react';
import { cx } from '../lib/cx.ts';
import styles from './countdown.module.css';
import { formatRemaining, remainingShare, untilNextSecond } from './remaining.ts';

interface CountdownProps {
  /** Epoch milliseconds of the server's clock. */
  startsAt: number;
  endsAt: number;
  /** Accessible name, for example "Time until expiry". */
  label: string;
  shape?: 'ring' | 'bar' | 'text' | undefined;
  /** The server's clock; defaults to the local one. */
  now?: (() => number) | undefined;
  className?: string | undefined;
}

const systemNow = () => Date.now();

/** Time left, stated without urging: no colour change, no pulse, no alarm in the last seconds. */
export function Countdown({ startsAt, endsAt, label, shape = 'ring', now = systemNow, className }: CountdownProps) {
  const left = useRemaining(endsAt, now);
  const share = remainingShare(startsAt, endsAt, endsAt - left);
  return (
    <span role="timer" aria-live="off" aria-label={label} className={cx(styles.countdown, styles[shape], className)}>
      {shape === 'ring' && (
        <svg viewBox="0 0 20 20" className={styles.dial} aria-hidden="true" focusable="false">
          <circle cx="10" cy="10" r="8" className={styles.track} />
          <circle cx="10" cy="10" r="8" className={styles.left} pathLength={1} strokeDasharray={`${share} 1`} />
        </svg>
      )}
      <bdi dir="ltr" translate="no">
        {formatRemaining(left)}
      </bdi>
      {shape === 'bar' && (
        <span className={styles.rail}>
          <span className={styles.fill} style={{ scale: `${share} 1` }} />
        </span>
      )}
    </span>
  );
}

function useRemaining(endsAt: number, now: () => number): number {
  const [left, setLeft] = useState(() => Math.max(0, endsAt - now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const remaining = Math.max(0, endsAt - now());
      setLeft(remaining);
      if (remaining > 0) timer = setTimeout(tick, untilNextSecond(remaining));
    };
    tick();
    return () => clearTimeout(timer);
  }, [endsAt, now]);
  return left;
}
