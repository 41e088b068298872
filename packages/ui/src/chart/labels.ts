import type { ReactNode } from 'react';
import type { DrawingHintLabels } from './drawing-hint.tsx';
import type { DrawingsMenuLabels } from './drawings-menu.tsx';
import type { IndicatorLabels } from './indicator-settings.tsx';
import type { ChartLegendLabels } from './legend.tsx';
import type { ChartToolbarLabels } from './toolbar.tsx';

/** All words of the chart, each with the part that says it. */
export interface ChartLabels
  extends ChartToolbarLabels,
    ChartLegendLabels,
    IndicatorLabels,
    DrawingHintLabels,
    DrawingsMenuLabels {
  /** Said to screen readers on the chart itself; how to move in it by keyboard. */
  keyboardHint: string;
  /** The same on a line that can be moved. */
  lineHint: string;
  /** Button on the drawing that is selected. */
  removeDrawing: string;
  /** Read out when a drawing is selected: how to move it by keyboard; and when it is gone. */
  drawingHint: string;
  drawingRemoved: string;
  /** In place of the chart when its program could not be loaded. */
  loadFailed: ReactNode;
}
