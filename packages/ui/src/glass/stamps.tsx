import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { Seal, type SealState } from './seal.tsx';
import styles from './stamps.module.css';

export interface Stamp {
  readonly name: string;
  /** A hash, a number, a time: what was compared in this step. */
  readonly value: ReactNode;
}

interface StampsProps {
  readonly label: string;
  /** Price, minute, root and signature. */
  readonly steps: readonly [Stamp, Stamp, Stamp, Stamp];
  readonly state: SealState;
  readonly className?: string | undefined;
}

const STATES = ['price', 'minute', 'root', 'sealed'] as const;

/** The four steps of a proof side by side; each closes one quarter of the seal. */
export const Stamps = ({ label, steps, state, className }: StampsProps) => {
  const closed = state === 'open' || state === 'broken' ? 0 : STATES.indexOf(state) + 1;
  return (
    <ol className={cx(styles.stamps, className)} aria-label={label} data-state={state}>
      {steps.map(({ name, value }, index) => (
        <li key={name} className={styles.stamp} data-closed={index < closed || undefined}>
          <span className={styles.name}>
            <Seal state={stateOf(index, closed, state)} />
            {name}
          </span>
          <span className={styles.value}>{value}</span>
        </li>
      ))}
    </ol>
  );
};

function stateOf(index: number, closed: number, state: SealState): SealState {
  if (state === 'broken') return 'broken';
  return index < closed ? STATES[index]! : 'open';
}
