import { useT } from '@glasshouse/app/language/language';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { Badge, Icon } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import styles from './order-words.module.css';

export function DirectionWord({ direction }: { direction: OptionsOrder['direction'] }) {
  const t = useT();
  return (
    <span className={direction === 'up' ? styles.up : styles.down}>
      <Icon of={direction === 'up' ? ArrowUpRight : ArrowDownRight} size="s" />
      {t(direction === 'up' ? 'trade:options.up' : 'trade:options.down')}
    </span>
  );
}

const OUTCOMES = {
  win: { tone: 'up', label: 'trade:outcome.win' },
  lose: { tone: 'down', label: 'trade:outcome.lose' },
  draw: { tone: 'neutral', label: 'trade:outcome.draw' },
  void: { tone: 'warning', label: 'trade:outcome.void' },
} as const;

/** The outcome of an order, or its state. */
export function OrderBadge({ order }: { order: OptionsOrder }) {
  const t = useT();
  const outcome = order.state === 'void' ? OUTCOMES.void : order.outcome === null ? undefined : OUTCOMES[order.outcome];
  if (outcome !== undefined) return <Badge tone={outcome.tone}>{t(outcome.label)}</Badge>;
  return (
    <Badge tone="accent" dot>
      {t(order.state === 'waiting' ? 'trade:state.waiting' : 'trade:state.open')}
    </Badge>
  );
}
