interface Grabbed {
  /** Vertical position of the line; undefined until the pane is drawn. */
  readonly y: number | undefined;
  /** Its price is out of view, and its label sticks to that edge. */
  readonly offscreen: 'above' | 'below' | undefined;
}

/**
 * How far from the line it was grabbed: a label may be displaced from its line. A line out of view
 * comes to the pointer, so that it never moves somewhere that nobody sees.
 */
export const grabOffset = (pointer: number, { y, offscreen }: Grabbed): number =>
  y === undefined || offscreen !== undefined ? 0 : pointer - y;

/** Where a dragged line is: at the pointer, and at the edge while that is beyond the scale. */
export const draggedY = (pointer: number, { offset, height }: { offset: number; height: number }): number =>
  Math.max(0, Math.min(height, pointer - offset));
