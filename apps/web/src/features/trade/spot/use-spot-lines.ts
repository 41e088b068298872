import type { ChartLine } from '@glasshouse/ui/chart';
import { useMemo } from 'react';
import { useT } from '../../../i18n/language.ts';
import { useFormat } from '../../../shared/format.ts';
import { useLiveSpotOrders } from '../../../shared/orders/live-orders.ts';
import { openQuantity } from './figures.ts';

/** The resting spot orders of this market, each at its price with its open quantity. */
export function useSpotLines(code: string): readonly ChartLine[] {
  const t = useT();
  const format = useFormat();
  const { data } = useLiveSpotOrders();
  return useMemo(
    () =>
      (data ?? []).flatMap((order): ChartLine[] => {
        if (order.code !== code || order.price === null) return [];
        const buy = order.side === 'buy';
        const quantity = format.money(openQuantity(order), order.base, { max: 8 });
        return [
          {
            id: `spot-${order.id}`,
            price: Number(order.price),
            label: t(buy ? 'workspace:spot.lineBuy' : 'workspace:spot.lineSell', { quantity }),
            shortLabel: `${buy ? '↑' : '↓'} ${format.number(openQuantity(order))}`,
            tone: buy ? 'up' : 'down',
          },
        ];
      }),
    [data, code, t, format],
  );
}
