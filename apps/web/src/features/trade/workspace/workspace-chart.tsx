import type { MarketInfo } from '@glasshouse/trade/market-info';
import type { ChartLink } from '@glasshouse/ui/chart';
import { Suspense, useMemo, useState } from 'react';
import { PricePanel } from '../../../parts/chart/price-panel.tsx';
import { useChartMenu } from './charts/use-chart-menu.ts';
import { ReportChartLines } from './deferred-parts.tsx';
import type { OrdersOnChart } from './use-chart-lines.ts';
import type { Workspace } from './use-workspace.ts';

interface WorkspaceChartProps {
  readonly info: MarketInfo;
  readonly workspace: Workspace;
  /** With other charts beside it. */
  readonly link?: ChartLink | undefined;
  readonly showDeferred: boolean;
  readonly onDrawn: () => void;
}

const NOTHING: OrdersOnChart = { lines: [], insets: [] };

/**
 * The chart of the market, with the order that is being written; the user's orders and positions
 * appear with the deferred parts.
 */
export function WorkspaceChart({ info, workspace, link, showDeferred, onDrawn }: WorkspaceChartProps) {
  const [{ lines, insets, sumOf }, setOrders] = useState(NOTHING);
  const menu = useChartMenu(workspace);
  const { onChart } = workspace;
  const all = useMemo(() => (onChart === undefined ? lines : [...lines, ...onChart.lines]), [lines, onChart]);
  return (
    <>
      <PricePanel
        code={info.code}
        name={info.appName}
        precision={info.precision}
        source={info.source}
        lines={all}
        insets={insets}
        sumOf={sumOf}
        lane
        box={onChart?.box}
        menu={menu}
        link={link}
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
