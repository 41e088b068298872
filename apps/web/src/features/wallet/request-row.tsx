import { useFormat } from '@glasshouse/app/hooks/use-format';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Badge, cx, Icon } from '@glasshouse/ui';
import { ChevronRight } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import { AssetLogo } from '../../parts/portfolio/asset-logo.tsx';
import type { Tone } from './request-steps.ts';
import styles from './wallet.module.css';

interface RequestRowProps {
  /** Its receipt. */
  readonly href: string;
  readonly symbol: string;
  readonly createdAt: string;
  readonly title: string;
  readonly amount: ReactNode;
  readonly state: string;
  readonly tone: Tone;
}

/** One deposit or withdrawal in its list; leads to its receipt. */
export function RequestRow({ href, symbol, createdAt, title, amount, state, tone }: RequestRowProps) {
  const format = useFormat();
  return (
    <li className={styles.request}>
      <Link href={href} className={styles.summary}>
        <AssetLogo asset={symbol} />
        <span className={styles.two}>
          <span className={styles.strong}>{title}</span>
          <span className={styles.small}>{format.dateTime(createdAt)}</span>
        </span>
        <span className={cx(styles.two, styles.end)}>
          <span className={styles.strong}>{amount}</span>
          <Badge tone={tone}>{state}</Badge>
        </span>
        <Icon of={ChevronRight} mirror className={styles.turn} />
      </Link>
    </li>
  );
}
