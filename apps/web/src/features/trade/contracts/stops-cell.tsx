import { useT } from '@glasshouse/app/language/language';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { Figure, Icon } from '@glasshouse/ui';
import { Pencil } from '@glasshouse/ui/icon/icons';
import cells from '../../../parts/contracts/contracts.module.css';
import { TrailText } from '../../../parts/contracts/trail-text.tsx';
import styles from './contracts.module.css';

/** Stop and target of an order, as a button to change them. */
export function StopsCell({ order, onEdit }: { order: ContractOrder; onEdit: () => void }) {
  const t = useT();
  return (
    <button type="button" className={styles.edit} onClick={onEdit}>
      <span className="visually-hidden">{t('contracts:editStops', { name: order.name })}</span>
      <span className={cells.pair}>
        <Figure value={order.stopLoss ?? undefined} places={order.precision} />
        <Figure value={order.targets?.[0]?.price ?? order.takeProfit ?? undefined} places={order.precision} />
        {order.trailing !== undefined && (
          <span className={styles.muted}>
            <TrailText trailing={order.trailing} precision={order.precision} />
          </span>
        )}
        {order.targets !== undefined && 1 < order.targets.length && (
          <span className={styles.muted}>
            <bdi dir="ltr">+{order.targets.length - 1}</bdi>
          </span>
        )}
      </span>
      <Icon of={Pencil} size="s" className={styles.muted} />
    </button>
  );
}
