import type { ChartLine, ChartLineValue } from '../types.ts';
import type { Drag } from './drag.ts';

/** Where lines are whose price is out of view. */
export const EDGES = ['above', 'below'] as const;
export type Edge = (typeof EDGES)[number];

/** Where a chip lies in the pane. Without a lane it is a handle until it is selected. */
export interface ChipBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly isHandle: boolean;
}

/** A line on the chart: its data, its interaction state and its layout. */
export interface LineEntry {
  line: ChartLine;
  /** Being pulled out of another line and not in the list yet. */
  unlisted: boolean;
  drag: Drag;
  /** Last value of the live figure. */
  value: ChartLineValue | undefined;
  pointed: boolean;
  focused: boolean;
  /** Vertical position in the pane; undefined until the pane is drawn. */
  y: number | undefined;
  /** The price is out of view. */
  offscreen: Edge | undefined;
  /** Undefined while it has no chip of its own: out of view, or within one for several. */
  box: ChipBox | undefined;
}

export const priceOf = ({ line, drag }: LineEntry): number => drag.state.price ?? line.price;

/** While dragging, the value at that price; otherwise the current one. */
export const shownValue = ({ line, drag, value }: LineEntry): ChartLineValue | undefined => {
  if (drag.state.phase !== 'idle') return drag.state.value;
  return value ?? line.valueAt?.(line.price);
};

export const isDraggable = ({ line }: LineEntry): boolean => line.onDrag !== undefined;
export const isPullable = ({ line }: LineEntry): boolean => line.pull !== undefined;
export const isPressable = (entry: LineEntry): boolean => entry.line.onPress !== undefined && !isDraggable(entry);
export const isClosable = ({ line }: LineEntry): boolean => line.onClose !== undefined;

export const isDragging = ({ drag }: LineEntry): boolean => drag.state.phase === 'dragging';
/** Pointed at, focused or being dragged: its line is bold and its price on the axis. */
export const isActive = (entry: LineEntry): boolean => entry.pointed || entry.focused || isDragging(entry);
