import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { Badge, cx, Icon } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import styles from './contracts.module.css';

/** `Buy long` or `Sell short` with its arrow: direction is never shown by colour alone. */
export function ContractSide({ side }: { side: ContractOrder['side'] }) {
  const t = useT();
  const buys = side === 'buy';
  return (
    <span className={cx(styles.side, buys ? styles.up : styles.down)}>
      <Icon of={buys ? ArrowUpRight : ArrowDownRight} size="s" />
      {t(buys ? 'order:side.long' : 'order:side.short')}
    </span>
  );
}

/** `5 lots`: the size of a contract with its unit. */
export function Lots({ value }: { value: string }) {
  const t = useT();
  const format = useFormat();
  return <bdi>{t('order:lotsCount', { count: Number(value), lots: format.number(value) })}</bdi>;
}

const CLOSED_BY = {
  user: { tone: 'neutral', label: 'order:closedBy.user' },
  stopLoss: { tone: 'warning', label: 'order:closedBy.stopLoss' },
  trailingStop: { tone: 'warning', label: 'order:closedBy.trailingStop' },
  takeProfit: { tone: 'success', label: 'order:closedBy.takeProfit' },
  profitLimit: { tone: 'success', label: 'order:closedBy.profitLimit' },
  liquidation: { tone: 'danger', label: 'order:closedBy.liquidation' },
  netting: { tone: 'danger', label: 'order:closedBy.netting' },
  oco: { tone: 'neutral', label: 'order:closedBy.oco' },
  moved: { tone: 'neutral', label: 'order:closedBy.moved' },
  expired: { tone: 'neutral', label: 'order:closedBy.expired' },
  reset: { tone: 'neutral', label: 'order:closedBy.reset' },
  operator: { tone: 'neutral', label: 'order:closedBy.operator' },
  noRoom: { tone: 'neutral', label: 'order:closedBy.noRoom' },
  leverage: { tone: 'neutral', label: 'order:closedBy.leverage' },
  delisting: { tone: 'neutral', label: 'order:closedBy.delisting' },
  roll: { tone: 'neutral', label: 'order:closedBy.roll' },
  dividend: { tone: 'danger', label: 'order:closedBy.dividend' },
} as const;

function liveState({ state, type, closingLots }: ContractOrder) {
  if (state === 'waiting') return type === 'market' ? 'order:state.next' : 'order:state.waiting';
  return closingLots === null ? 'order:state.open' : 'order:state.closing';
}

/** The state of an order, or how it ended. */
export function ContractBadge({ order }: { order: ContractOrder }) {
  const t = useT();
  if (order.state === 'waiting' || order.state === 'open') {
    return (
      <Badge tone="accent" dot>
        {t(liveState(order))}
      </Badge>
    );
  }
  if (order.state === 'cancelled') return <Badge>{t('order:state.cancelled')}</Badge>;
  const ended = CLOSED_BY[order.state === 'liquidated' ? 'liquidation' : (order.closedBy ?? 'user')];
  return <Badge tone={ended.tone}>{t(ended.label)}</Badge>;
}
