import { useMemo } from 'react';
import { useContractLines } from '../contracts/index.ts';
import { type OptionsOnChart, useOptionsOnChart } from '../options/index.ts';
import { useSpotLines } from '../spot/index.ts';

/**
 * All of the user's lines on the chart of this market, and the spans of short options. `onStops`
 * opens the stops dialog of a contract.
 */
export function useChartLines(code: string, onStops: (id: number) => void): OptionsOnChart {
  const options = useOptionsOnChart(code);
  const contracts = useContractLines(code, ({ id }) => onStops(id));
  const spot = useSpotLines(code);
  return useMemo(
    () => ({ lines: [...options.lines, ...contracts, ...spot], spans: options.spans }),
    [options, contracts, spot],
  );
}
