import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useMemo } from 'react';
import type { DrawingWords } from './drawing.tsx';

const DAY_MS = 86_400_000;

/** The words of a picture; of days it has the dates, else the times. */
export function useDrawingWords({
  precision,
  from,
  to,
}: {
  readonly precision: number;
  readonly from: number;
  readonly to: number;
}): DrawingWords {
  const t = useT();
  const format = useFormat();
  const isShort = to - from < DAY_MS;
  return useMemo(
    () => ({
      levels: {
        entry: t('trade:orders.entry'),
        stopLoss: t('order:stopLoss'),
        takeProfit: t('order:takeProfit'),
        limit: t('order:limitPrice'),
        liquidation: t('order:liquidation'),
      },
      price: (price: number) => format.price(price.toFixed(precision), precision),
      expires: t('trade:orders.expires'),
      time: (at: number) => (isShort ? format.time(at) : format.date(at)),
    }),
    [t, format, precision, isShort],
  );
}
