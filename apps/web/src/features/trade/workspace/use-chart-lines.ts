import { useFormat } from '@glasshouse/app/hooks/use-format';
import type { ChartInset, ChartLine, ChartLineValue } from '@glasshouse/ui/chart';
import { useMemo } from 'react';
import { sumOfLines } from '../../../parts/orders/result-value.ts';
import { useContractLines } from '../contracts/index.ts';
import { useOptionInsets } from '../options/index.ts';
import { useSpotLines } from '../spot/index.ts';

/** What somebody has on a market, as its chart shows it. */
export interface OrdersOnChart {
  readonly lines: readonly ChartLine[];
  readonly insets: readonly ChartInset[];
  /** Adds up the figures of lines that share a chip. */
  readonly sumOf?: (values: readonly ChartLineValue[]) => ChartLineValue | undefined;
}

/**
 * The user's lines on the chart of this market, and its options beside it. `onStops` opens the
 * stops dialog of a contract.
 */
export function useChartLines(code: string, onStops: (id: number) => void): OrdersOnChart {
  const format = useFormat();
  const insets = useOptionInsets(code);
  const contracts = useContractLines(code, ({ id }) => onStops(id));
  const spot = useSpotLines(code);
  return useMemo(
    () => ({
      lines: [...contracts, ...spot],
      insets,
      sumOf: (values: readonly ChartLineValue[]) => sumOfLines(values, format),
    }),
    [insets, contracts, spot, format],
  );
}
