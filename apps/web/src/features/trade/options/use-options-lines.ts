import type { ChartLine } from '@glasshouse/ui/chart';
import { useMemo } from 'react';
import { useT } from '../../../i18n/language.ts';
import { useFormat } from '../../../shared/format.ts';
import { useLiveOptions } from './use-options-orders.ts';

/** The entry lines of the live options on this market, each with its countdown. */
export function useOptionsLines(code: string): readonly ChartLine[] {
  const t = useT();
  const format = useFormat();
  const { data } = useLiveOptions();
  return useMemo(
    () =>
      (data ?? []).flatMap((order): ChartLine[] => {
        if (order.code !== code || order.entry === null || order.expiresAt === null) return [];
        const amount = format.money(order.amount, order.asset);
        return [
          {
            id: String(order.id),
            price: Number(order.entry.price),
            label: t(order.direction === 'up' ? 'trade:chart.lineUp' : 'trade:chart.lineDown', { amount }),
            tone: order.direction,
            endsAt: Date.parse(order.expiresAt),
          },
        ];
      }),
    [data, code, t, format],
  );
}
