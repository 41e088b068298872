import type { useT } from '@glasshouse/app/language/language';
import type { Column } from '@glasshouse/ui';
import type { OptionsOrder } from '../../../live/user.ts';
import { Money } from '../../../shared/money.tsx';
import { DirectionWord } from '../../../shared/order-words.tsx';
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
