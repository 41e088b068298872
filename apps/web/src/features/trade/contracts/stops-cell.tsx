import { useT } from '@glasshouse/app/language/language';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { Figure, Icon } from '@glasshouse/ui';
import { Pencil } from '@glasshouse/ui/icon/icons';
import { TrailText } from '../../../parts/contracts/trail-text.tsx';
import { Remark } from '../workspace/order-tables/cells.tsx';
import styles from './contracts.module.css';

/** Stop and target of an order, as a button to change them. */
export function StopsCell({ order, onEdit }: { order: ContractOrder; onEdit: () => void }) {
  const t = useT();
  return (
    <button type="button" className={styles.edit} onClick={onEdit}>
      <span className="visually-hidden">{t('contracts:editStops', { name: order.name })}</span>
      <bdi dir="ltr">
        <Figure value={order.stopLoss ?? undefined} places={order.precision} />
        {' · '}
        <Figure value={order.targets?.[0]?.price ?? order.takeProfit ?? undefined} places={order.precision} />
      </bdi>
      {order.trailing !== undefined && (
        <Remark>
          <TrailText trailing={order.trailing} precision={order.precision} />
        </Remark>
      )}
      {order.targets !== undefined && 1 < order.targets.length && (
        <Remark>
          <bdi dir="ltr">+{order.targets.length - 1}</bdi>
        </Remark>
      )}
      <Icon of={Pencil} size="s" className={styles.muted} />
    </button>
  );
}
