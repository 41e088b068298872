import type { ChartLine, ChartLineValue } from '../types.ts';
import type { Drag } from './drag.ts';

/** Where lines are whose price is out of view. */
export const EDGES = ['above', 'below'] as const;
export type Edge = (typeof EDGES)[number];

/** A line on the chart: its data, its interaction state and its layout. */
export interface LineEntry {
  line: ChartLine;
  /** Being pulled out of another line and not in the list yet. */
  unlisted: boolean;
  drag: Drag;
  /** Last value of the live figure. */
  value: ChartLineValue | undefined;
  /** Label text, with the time left. */
  text: string;
  /** Cached label width with its inputs: the library requests layout several times a frame. */
  measured: { inputs: string; width: number } | undefined;
  hovered: boolean;
  /** Vertical position in the pane; undefined until the pane is drawn. */
  y: number | undefined;
  /** The price is out of view; the label is docked at that edge. */
  offscreen: Edge | undefined;
  /** Docked and folded into the button of its edge. */
  folded: boolean;
  /** The label is at the left, clear of the newest prices. */
  atLeft: boolean;
  box: { left: number; top: number; width: number; height: number };
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

export const hasLabel = ({ y, folded }: LineEntry): boolean => y !== undefined && !folded;

export const isDragging = ({ drag }: LineEntry): boolean => drag.state.phase === 'dragging';
