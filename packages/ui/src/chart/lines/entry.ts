import type { ChartLine, ChartLineValue } from '../types.ts';
import type { Drag } from './drag.ts';

/** A line as it stands on the chart: what the list says of it, what the reader does with it, and where it is drawn. */
export interface LineEntry {
  line: ChartLine;
  /** It is being pulled out of another one, and the list does not have it yet. */
  unlisted: boolean;
  drag: Drag;
  /** The live figure, as it was last asked for. */
  value: ChartLineValue | undefined;
  /** Words of the label, with the time left. */
  text: string;
  /** Width of the label and what it was measured for: the library asks for the layout several times a frame. */
  measured: { text: string; value: string | undefined; offscreen: boolean; width: number } | undefined;
  hovered: boolean;
  /** Height of the line in its pane; undefined when the pane is not drawn yet. */
  y: number | undefined;
  /** The price lies outside of what is in view; the label stands at that edge. */
  offscreen: 'above' | 'below' | undefined;
  box: { left: number; top: number; width: number; height: number };
}

export const priceOf = ({ line, drag }: LineEntry): number => drag.state.price ?? line.price;

/** While it is moved, what it would mean there; else what it is worth now. */
export const shownValue = ({ line, drag, value }: LineEntry): ChartLineValue | undefined => {
  if (drag.state.phase !== 'idle') return drag.state.value;
  return value ?? line.valueAt?.(line.price);
};

export const isDraggable = ({ line }: LineEntry): boolean => line.onDrag !== undefined;
export const isPullable = ({ line }: LineEntry): boolean => line.pull !== undefined;
export const isPressable = (entry: LineEntry): boolean => entry.line.onPress !== undefined && !isDraggable(entry);
export const isClosable = ({ line }: LineEntry): boolean => line.onClose !== undefined;

/** What lies outside of the view keeps its label only where that can be used: at the edge it takes the place of others. */
export const hasLabel = (entry: LineEntry): boolean =>
  entry.y !== undefined &&
  (entry.offscreen === undefined || isDraggable(entry) || isPressable(entry) || isClosable(entry));

export const isDragging = ({ drag }: LineEntry): boolean => drag.state.phase === 'dragging';
