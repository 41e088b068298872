import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { SpotOrder } from '@glasshouse/trade/orders';
import { isQueued } from '@glasshouse/trade/spot/queue';
import { useRefresh } from '../../../parts/calls/use-refresh.ts';
import { useOrderToast } from '../../../parts/ticket/use-order-toast.ts';

/**
 * Reports what a spot order that was just placed has achieved so far, and refetches what it
 * changed.
 */
export function useReportSpotOrder(): (order: SpotOrder) => void {
  const t = useT();
  const format = useFormat();
  const refresh = useRefresh('spotOrders', 'balances', 'statement');
  const toast = useOrderToast('spot');
  return (order) => {
    refresh(order);
    const filled = format.money(order.filledQuantity, order.base, { min: 0, max: 8 });
    const queued = isQueued(order);
    const some = order.averagePrice !== null;
    const values = {
      id: order.id,
      filled,
      price: order.averagePrice === null ? '' : format.price(order.averagePrice, order.precision),
      quote: order.quote,
    };
    const bought = order.side === 'buy';
    toast(order, {
      title: {
        waiting: t(
          queued
            ? 'workspace:spot.placed.next'
            : order.triggeredAt === null && order.type !== 'oco'
              ? 'workspace:spot.placed.waits'
              : 'workspace:spot.placed.waiting',
          values,
        ),
        partlyFilled: t(queued ? 'workspace:spot.placed.partlyNext' : 'workspace:spot.placed.partlyFilled', values),
        filled: t(bought ? 'workspace:spot.placed.bought' : 'workspace:spot.placed.sold', values),
        // Fill-or-kill and immediate-or-cancel: whatever could not fill at once was cancelled.
        revoked: t(some ? 'workspace:spot.placed.partlyRevoked' : 'workspace:spot.placed.revoked', values),
      }[order.state],
      tone: order.state === 'filled' ? 'success' : 'info',
    });
  };
}
