import { toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useT } from '../../../i18n/language.ts';
import type { OptionsOrder } from '../../../live/user.ts';
import { privateKey } from '../../../shared/query-keys.ts';

/** Says that an order was placed, with the way to its page, and refreshes what it changed. */
export function useReportOption(): (order: OptionsOrder) => void {
  const t = useT();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  return (order) => {
    for (const name of ['optionsOrders', 'balances', 'statement'] as const) {
      void client.invalidateQueries({ queryKey: privateKey(name, order.book) });
    }
    toasts.show({
      title: t('trade:options.placed', { id: order.id }),
      action: { label: t('trade:options.viewOrder'), onPress: () => navigate(`/order/options/${order.id}`) },
    });
  };
}
