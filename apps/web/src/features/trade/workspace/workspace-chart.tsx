import type { ChartLine, ChartSpan } from '@glasshouse/ui/chart';
import { Suspense, useState } from 'react';
import { PricePanel } from '../../../shared/chart/price-panel.tsx';
import type { MarketInfo } from '../../../shared/market/market-info.ts';
import { ReportChartLines } from './deferred-parts.tsx';

interface WorkspaceChartProps {
  readonly info: MarketInfo;
  readonly showDeferred: boolean;
  readonly onDrawn: () => void;
}

const NOTHING: { readonly lines: readonly ChartLine[]; readonly spans: readonly ChartSpan[] } = {
  lines: [],
  spans: [],
};

/** The chart of the market; the user's orders and positions appear with the deferred parts. */
export function WorkspaceChart({ info, showDeferred, onDrawn }: WorkspaceChartProps) {
  const [{ lines, spans }, setOrders] = useState(NOTHING);
  return (
    <>
      <PricePanel
        code={info.code}
        name={info.appName}
        precision={info.precision}
        source={info.source}
        lines={lines}
        spans={spans}
        onDrawn={onDrawn}
      />
      {showDeferred && (
        <Suspense>
          <ReportChartLines code={info.code} onLines={setOrders} />
        </Suspense>
      )}
    </>
  );
}
