import type { Column } from '@glasshouse/ui';
import type { useT } from '../../../i18n/language.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { ContractSide, Lots } from '../../../shared/contracts/contract-words.tsx';
import { OrderLink } from '../workspace/order-link.tsx';
import styles from './contracts.module.css';

/** What every table of contracts begins with: which market, which way, how much and with what leverage. */
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
        </span>
      </span>
    ),
  },
];
