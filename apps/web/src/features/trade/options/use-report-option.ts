import { useT } from '@glasshouse/app/language/language';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { useRefresh } from '../../../parts/calls/use-refresh.ts';
import { useOrderToast } from '../../../parts/ticket/use-order-toast.ts';

/** Reports an option that was just bought, and refetches what it changed. */
export function useReportOption(): (order: OptionsOrder) => void {
  const t = useT();
  const refresh = useRefresh('optionsOrders', 'balances', 'statement');
  const toast = useOrderToast('options');
  return (order) => {
    refresh(order);
    toast(order, { title: t('trade:options.placed', { id: order.id }) });
  };
}
