import type { ReactNode } from 'react';
import type { DrawingHintLabels } from './drawing-hint.tsx';
import type { DrawingsMenuLabels } from './drawings-menu.tsx';
import type { IndicatorLabels } from './indicator-settings.tsx';
import type { ChartLegendLabels } from './legend.tsx';
import type { ChartToolbarLabels } from './toolbar.tsx';

/** All texts of the chart; each interface belongs to the part that shows it. */
export interface ChartLabels
  extends ChartToolbarLabels,
    ChartLegendLabels,
    IndicatorLabels,
    DrawingHintLabels,
    DrawingsMenuLabels {
  /** Announced on the chart: how to navigate it by keyboard. */
  keyboardHint: string;
  /** Announced on a line that can be moved. */
  lineHint: string;
  /** Names the button that scrolls to the lines out of view. */
  linesAbove: (count: number) => string;
  linesBelow: (count: number) => string;
  /** Delete button of the selected drawing. */
  removeDrawing: string;
  /** Announced when a drawing is selected (how to move it by keyboard) and when it is removed. */
  drawingHint: string;
  drawingRemoved: string;
  /** Shown while there is no bar. */
  empty: string;
  /** Shown when the chart code could not be loaded. */
  loadFailed: ReactNode;
}
