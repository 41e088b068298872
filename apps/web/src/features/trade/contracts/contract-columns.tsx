import type { useT } from '@glasshouse/app/language/language';
import type { ContractOrder } from '@glasshouse/trade/orders';
import type { Column } from '@glasshouse/ui';
import { ContractSide, Lots } from '../../../parts/contracts/contract-words.tsx';
import { ActionMark } from '../../../parts/market/action-mark.tsx';
import { OrderLink } from '../workspace/order-link.tsx';
import styles from './contracts.module.css';

/** The leading columns of every contract table: market, side, size and leverage. */
export const contractColumns = (
  t: ReturnType<typeof useT>,
  lots: 'lots' | 'openLots',
): readonly Column<ContractOrder>[] => [
  {
    id: 'market',
    header: t('trade:orders.market'),
    lead: true,
    cell: (order) => (
      <span className={styles.lead}>
        <OrderLink product="contracts" order={order} />
        <span className={styles.what}>
          <ContractSide side={order.side} />
          <span className={styles.muted}>
            <Lots value={order[lots]} /> · <bdi dir="ltr">{order.leverage}×</bdi>
          </span>
          {order.closedAt === null && <ActionMark code={order.code} />}
        </span>
      </span>
    ),
  },
];
