import { toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useT } from '../../../i18n/language.ts';
import type { SpotOrder } from '../../../live/user.ts';
import { useFormat } from '../../../shared/format.ts';
import { privateKey } from '../../../shared/query-keys.ts';

/** Says what became of an order at once, with the way to its page, and refreshes what it changed. */
export function useReportSpotOrder(): (order: SpotOrder) => void {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  return (order) => {
    for (const name of ['spotOrders', 'balances', 'statement'] as const) {
      void client.invalidateQueries({ queryKey: privateKey(name, order.book) });
    }
    const filled = format.money(order.filledQuantity, order.base, { min: 0, max: 8 });
    const some = order.averagePrice !== null;
    const values = {
      id: order.id,
      filled,
      price: order.averagePrice === null ? '' : format.price(order.averagePrice, order.precision),
      quote: order.quote,
    };
    const bought = order.side === 'buy';
    toasts.show({
      title: {
        waiting: t('workspace:spot.placed.waiting', values),
        partlyFilled: t('workspace:spot.placed.partlyFilled', values),
        filled: t(bought ? 'workspace:spot.placed.bought' : 'workspace:spot.placed.sold', values),
        // An order that must not wait: what could be filled at once was, and the rest is taken back.
        revoked: t(some ? 'workspace:spot.placed.partlyRevoked' : 'workspace:spot.placed.revoked', values),
      }[order.state],
      tone: order.state === 'filled' ? 'success' : 'info',
      action: { label: t('trade:options.viewOrder'), onPress: () => navigate(`/order/spot/${order.id}`) },
    });
  };
}
