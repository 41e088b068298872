import { useEffect, useState } from 'react';
import { StopsOfOrder } from '../contracts/index.ts';
import { type OrdersOnChart, useChartLines } from './use-chart-lines.ts';

interface ReportChartLinesProps {
  readonly code: string;
  readonly onLines: (lines: OrdersOnChart) => void;
}

/**
 * Reports the lines of the user's orders and positions to the chart, and shows the dialog that a
 * line opens. A component, because a hook cannot be deferred.
 */
export function ReportChartLines({ code, onLines }: ReportChartLinesProps) {
  const [stopsId, setStopsId] = useState<number>();
  const lines = useChartLines(code, setStopsId);
  useEffect(() => onLines(lines), [lines, onLines]);
  return <StopsOfOrder id={stopsId} onClose={() => setStopsId(undefined)} />;
}
