import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { openQuantity } from '@glasshouse/trade/spot/figures';
import type { ChartLine } from '@glasshouse/ui/chart';
import { useMemo } from 'react';
import { useLiveSpotOrders } from '../../../parts/orders/live-orders.ts';

/** The resting spot orders of this market, each at its price with its open quantity. */
export function useSpotLines(code: string): readonly ChartLine[] {
  const t = useT();
  const format = useFormat();
  const { data } = useLiveSpotOrders();
  return useMemo(
    () =>
      (data ?? []).flatMap((order): ChartLine[] => {
        if (order.code !== code) return [];
        const buy = order.side === 'buy';
        const quantity =
          order.quantity === null
            ? format.money(order.amount ?? '0', order.quote)
            : format.money(openQuantity(order), order.base, { max: 8 });
        const line = (id: string, price: string, name: string): ChartLine => ({
          id: `spot-${order.id}${id}`,
          price: Number(price),
          label: `${name}${t(buy ? 'workspace:spot.lineBuy' : 'workspace:spot.lineSell', { quantity })}`,
          from: Date.parse(order.placedAt),
          tone: buy ? 'up' : 'down',
        });
        // A stop-limit order is not at its limit before its stop is reached.
        const isAhead = order.triggeredAt === null;
        const stop = isAhead ? (order.stopPrice ?? null) : null;
        const rests = order.type === 'oco' && !isAhead ? (order.stopLimitPrice ?? null) : order.price;
        const limit = order.type === 'stopLimit' && isAhead ? null : rests;
        return [
          ...(limit === null ? [] : [line('', limit, '')]),
          ...(stop === null ? [] : [line('-stop', stop, `${t('workspace:spot.trigger')} · `)]),
        ];
      }),
    [data, code, t, format],
  );
}
