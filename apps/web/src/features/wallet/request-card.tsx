import { Badge, cx, Icon, KeyValue, type KeyValueRow, Timeline, type TimelineEntry } from '@glasshouse/ui';
import { ChevronDown } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import { useStateWords } from '../../parts/account/state-words.ts';
import type { Tone } from './request-steps.ts';
import styles from './wallet.module.css';

interface RequestCardProps {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly amount: ReactNode;
  readonly state: string;
  readonly tone: Tone;
  readonly open: boolean;
  readonly timelineLabel: string;
  readonly steps: readonly TimelineEntry[];
  readonly facts: readonly KeyValueRow[];
  readonly footer?: ReactNode;
}

/** One deposit or withdrawal: a line that opens into its timeline and its facts. */
export function RequestCard(props: RequestCardProps) {
  const { icon, title, note, amount, state, tone, open, timelineLabel, steps, facts, footer } = props;
  const stateWords = useStateWords();
  return (
    <li className={styles.request}>
      <details open={open || undefined}>
        <summary className={styles.summary}>
          {icon}
          <span className={styles.two}>
            <span className={styles.strong}>{title}</span>
            <span className={styles.small}>{note}</span>
          </span>
          <span className={cx(styles.two, styles.end)}>
            <span className={styles.strong}>{amount}</span>
            <Badge tone={tone}>{state}</Badge>
          </span>
          <Icon of={ChevronDown} className={styles.turn} />
        </summary>
        <div className={styles.inside}>
          <Timeline label={timelineLabel} steps={steps} stateWords={stateWords} />
          <KeyValue dense rows={facts} />
          {footer}
        </div>
      </details>
    </li>
  );
}
