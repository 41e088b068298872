import { useT } from '@glasshouse/app/language/language';
import { Timer } from '@glasshouse/ui/icon/icons';
import { useLiveOptions } from '../../../parts/orders/live-orders.ts';
import { useOptionsInPlace } from '../../../parts/orders/use-ended.ts';
import { LiveOrders, PastOrders } from '../workspace/order-lists.tsx';
import { OrderViews } from '../workspace/order-views.tsx';
import { OptionsHistoryTable } from './options-history-table.tsx';
import { OptionsOpenTable } from './options-open-table.tsx';
import { useOptionsHistory } from './use-options-orders.ts';

/** The user's options: live ones with how they are doing, and settled ones. */
export const OptionsOrders = () => <OrderViews live={<Live />} history={<History />} />;

function Live() {
  const t = useT();
  const live = useLiveOptions();
  const data = useOptionsInPlace(live.data);
  return (
    <LiveOrders query={{ data, error: live.error, refetch: live.refetch }} icon={Timer} empty={t('trade:orders.empty')}>
      {(orders) => <OptionsOpenTable orders={orders} />}
    </LiveOrders>
  );
}

function History() {
  const t = useT();
  return (
    <PastOrders query={useOptionsHistory()} icon={Timer} empty={t('trade:orders.emptyHistory')}>
      {(orders) => <OptionsHistoryTable orders={orders} />}
    </PastOrders>
  );
}
