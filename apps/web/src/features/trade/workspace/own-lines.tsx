import type { ChartLine } from '@glasshouse/ui/chart';
import { useEffect, useState } from 'react';
import { StopsOfOrder } from '../contracts/index.ts';
import { useChartLines } from '../use-chart-lines.ts';

interface OwnLinesProps {
  readonly code: string;
  readonly onLines: (lines: readonly ChartLine[]) => void;
}

/** Hands up what of the user's stands on the chart, and shows the dialog that a line asks for. A hook cannot be fetched later. */
export function OwnLines({ code, onLines }: OwnLinesProps) {
  const [asked, setAsked] = useState<number>();
  const lines = useChartLines(code, setAsked);
  useEffect(() => onLines(lines), [lines, onLines]);
  return <StopsOfOrder id={asked} onClose={() => setAsked(undefined)} />;
}
