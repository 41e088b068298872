import type { ChartLine } from '@glasshouse/ui/chart';
import { Suspense, useState } from 'react';
import type { MarketInfo } from '../../../shared/chart/instrument-head.tsx';
import { PricePanel } from '../../../shared/chart/price-panel.tsx';
import { OwnLines } from './later.tsx';

interface WorkspaceChartProps {
  readonly info: MarketInfo;
  readonly restDue: boolean;
  readonly onDrawn: () => void;
}

const NO_LINES: readonly ChartLine[] = [];

/** The chart of the market; the user's orders and positions come onto it with the rest of the workspace. */
export function WorkspaceChart({ info, restDue, onDrawn }: WorkspaceChartProps) {
  const [lines, setLines] = useState(NO_LINES);
  return (
    <>
      <PricePanel
        code={info.code}
        name={info.appName}
        precision={info.precision}
        source={info.source}
        lines={lines}
        onDrawn={onDrawn}
      />
      {restDue && (
        <Suspense>
          <OwnLines code={info.code} onLines={setLines} />
        </Suspense>
      )}
    </>
  );
}
