import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Check, X } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import styles from './timeline.module.css';

/** `failed` ends a timeline; `next` is still to come. */
export type StepState = 'done' | 'current' | 'next' | 'failed';

export interface TimelineEntry {
  id: string;
  state: StepState;
  title: ReactNode;
  /** When it happened, or by when it will. */
  at?: ReactNode | undefined;
  /** What it means, or the reason. */
  note?: ReactNode | undefined;
}

interface TimelineProps {
  /** Accessible name of the list. */
  label: string;
  steps: readonly TimelineEntry[];
  /** Spoken before each title, where colour and mark say it on screen. */
  stateWords: Readonly<Record<StepState, string>>;
}

/** What happened to a request, what happens now, and what comes next. */
export function Timeline({ label, steps, stateWords }: TimelineProps) {
  return (
    <ol className={styles.list} aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.id}
          className={cx(styles.step, styles[step.state])}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {step.state === 'done' && <Icon of={Check} size="s" />}
            {step.state === 'failed' && <Icon of={X} size="s" />}
            {step.state === 'current' && <span className={styles.dot} />}
          </span>
          <div className={styles.words}>
            <div className={styles.head}>
              <span className={styles.title}>
                <span className="visually-hidden">{stateWords[step.state]}: </span>
                {step.title}
              </span>
              {step.at !== undefined && <span className={styles.at}>{step.at}</span>}
            </div>
            {step.note !== undefined && <div className={styles.note}>{step.note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
