import type { ChartLine } from '@glasshouse/ui/chart';
import { useMemo } from 'react';
import { useContractLines } from '../contracts/index.ts';
import { useOptionsLines } from '../options/index.ts';
import { useSpotLines } from '../spot/index.ts';

/**
 * All of the user's lines on the chart of this market. `onStops` opens the stops dialog of a
 * contract.
 */
export function useChartLines(code: string, onStops: (id: number) => void): readonly ChartLine[] {
  const options = useOptionsLines(code);
  const contracts = useContractLines(code, ({ id }) => onStops(id));
  const spot = useSpotLines(code);
  return useMemo(() => [...options, ...contracts, ...spot], [options, contracts, spot]);
}
