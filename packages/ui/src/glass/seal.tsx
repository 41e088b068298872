import { cx } from '../lib/cx.ts';
import styles from './seal.module.css';

/**
 * How far a proof has come: none of its four steps while the minute is still being written, then
 * one quarter each for price, minute, root and signature.
 */
export type SealState = 'open' | 'price' | 'minute' | 'root' | 'sealed' | 'broken';

interface SealProps {
  readonly state: SealState;
  /** Without one it is an ornament beside words that say the same. */
  readonly label?: string | undefined;
  /** 12, 20, 28 or 52 px. */
  readonly size?: 's' | 'm' | 'l' | 'xl' | undefined;
  readonly className?: string | undefined;
}

/** In a square of 24, in the order in which they close. */
export const SEAL_PANES = [
  'M10.8 1.1v9.7H1.1A11 11 0 0 1 10.8 1.1Z',
  'M13.2 1.1v9.7h9.7A11 11 0 0 0 13.2 1.1Z',
  'M22.9 13.2h-9.7v9.7a11 11 0 0 0 9.7-9.7Z',
  'M10.8 22.9v-9.7H1.1a11 11 0 0 0 9.7 9.7Z',
] as const;

/**
 * A round window of four panes: mark, state and progress of a proof in one. Solid mulberry means
 * that this browser has checked it; a live price is always drawn open.
 */
export const Seal = ({ state, label, size = 's', className }: SealProps) => (
  <svg
    viewBox="0 0 24 24"
    // The style sheet has the size; these are for a seal within a drawing.
    width={24}
    height={24}
    className={cx(styles.seal, styles[size], className)}
    data-state={state}
    role={label === undefined ? undefined : 'img'}
    aria-label={label}
    aria-hidden={label === undefined ? 'true' : undefined}
    focusable="false"
  >
    {SEAL_PANES.map((pane) => (
      <path key={pane} d={pane} />
    ))}
  </svg>
);
