import type { useT } from '@glasshouse/app/language/language';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import type { Column } from '@glasshouse/ui';
import { Money } from '../../../parts/money/money.tsx';
import { DirectionWord } from '../../../parts/orders/order-words.tsx';
import { OrderLink } from '../workspace/order-link.tsx';

/** The leading columns of both option tables: market, direction and stake. */
export const optionsColumns = (t: ReturnType<typeof useT>): Column<OptionsOrder>[] => [
  {
    id: 'market',
    header: t('trade:orders.market'),
    lead: true,
    cell: (order) => <OrderLink product="options" order={order} />,
  },
  {
    id: 'direction',
    header: t('trade:orders.direction'),
    cell: (order) => <DirectionWord direction={order.direction} />,
  },
  {
    id: 'stake',
    header: t('trade:orders.stake'),
    align: 'end',
    cell: (order) => <Money value={order.amount} asset={order.asset} />,
  },
];
