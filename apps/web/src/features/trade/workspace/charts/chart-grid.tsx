import type { MarketInfo } from '@glasshouse/trade/market-info';
import { cx } from '@glasshouse/ui';
import { createChartLink } from '@glasshouse/ui/chart';
import { useState } from 'react';
import { otherCharts } from '../layout/layout.ts';
import type { Panes } from '../layout/use-panes.ts';
import type { Workspace } from '../use-workspace.ts';
import { WorkspaceChart } from '../workspace-chart.tsx';
import styles from './charts.module.css';
import { OtherChart } from './other-chart.tsx';

interface ChartGridProps {
  readonly info: MarketInfo;
  readonly workspace: Workspace;
  readonly panes: Panes;
  readonly showDeferred: boolean;
  readonly onDrawn: () => void;
  readonly className: string | undefined;
}

/** The chart of the page, and up to three others beside and below it, with one crosshair. */
export function ChartGrid({ info, workspace, panes, showDeferred, onDrawn, className }: ChartGridProps) {
  const [link] = useState(createChartLink);
  const { count } = panes.layout.charts;
  return (
    <div className={cx(styles.grid, count !== 1 && styles[`of${count}`], className)}>
      <div className={styles.cell}>
        <WorkspaceChart info={info} workspace={workspace} link={link} showDeferred={showDeferred} onDrawn={onDrawn} />
      </div>
      {/* The first chart comes first; the others take what time is left. */}
      {otherCharts(panes.layout).map((chart, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chart is its place in the grid.
        <div key={index} className={styles.cell}>
          {showDeferred && (
            <OtherChart page={info} chart={chart} link={link} onChange={(next) => panes.setOther(index, next)} />
          )}
        </div>
      ))}
    </div>
  );
}
