import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge, cx, Icon, KeyValue, type KeyValueRow, Timeline, type TimelineEntry } from '@glasshouse/ui';
import { ChevronDown } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import { useStateWords } from '../../parts/account/state-words.ts';
import { AssetLogo } from '../../parts/portfolio/asset-logo.tsx';
import type { Tone } from './request-steps.ts';
import styles from './wallet.module.css';

interface RequestCardProps {
  readonly symbol: string;
  readonly createdAt: string;
  readonly title: string;
  readonly amount: ReactNode;
  readonly state: string;
  readonly tone: Tone;
  readonly open: boolean;
  readonly steps: readonly TimelineEntry[];
  readonly facts: readonly KeyValueRow[];
  readonly footer?: ReactNode;
}

/** One deposit or withdrawal: a line that opens into its timeline and its facts. */
export function RequestCard(props: RequestCardProps) {
  const { symbol, createdAt, title, amount, state, tone, open, steps, facts, footer } = props;
  const t = useT();
  const format = useFormat();
  const stateWords = useStateWords();
  return (
    <li className={styles.request}>
      <details open={open || undefined}>
        <summary className={styles.summary}>
          <AssetLogo asset={symbol} />
          <span className={styles.two}>
            <span className={styles.strong}>{title}</span>
            <span className={styles.small}>{format.dateTime(createdAt)}</span>
          </span>
          <span className={cx(styles.two, styles.end)}>
            <span className={styles.strong}>{amount}</span>
            <Badge tone={tone}>{state}</Badge>
          </span>
          <Icon of={ChevronDown} className={styles.turn} />
        </summary>
        <div className={styles.inside}>
          <Timeline label={t('wallet:timeline.label', { what: title })} steps={steps} stateWords={stateWords} />
          <KeyValue dense rows={facts} />
          {footer}
        </div>
      </details>
    </li>
  );
}
