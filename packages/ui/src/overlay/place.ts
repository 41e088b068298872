export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PlaceOptions {
  align: 'start' | 'center' | 'end';
  rtl: boolean;
  /** Between anchor and panel, and between panel and the edge of the window, in px. */
  gap: number;
  margin: number;
}

/**
 * Where a panel of the given size goes so that it stays in the window: below the anchor if it fits there or if there is
 * more room than above, else above; aligned along the line of reading, then pushed inside.
 */
export function place(
  anchor: Box,
  panel: { width: number; height: number },
  view: { width: number; height: number },
  options: PlaceOptions,
) {
  const { align, rtl, gap, margin } = options;
  const roomBelow = view.height - margin - gap - anchor.top - anchor.height;
  const roomAbove = anchor.top - gap - margin;
  const below = panel.height <= roomBelow || roomAbove <= roomBelow;
  const maxHeight = Math.max(0, below ? roomBelow : roomAbove);
  const height = Math.min(panel.height, maxHeight);
  const startEdge = anchor.left;
  const endEdge = anchor.left + anchor.width - panel.width;
  const wanted = align === 'center' ? (startEdge + endEdge) / 2 : (align === 'start') === !rtl ? startEdge : endEdge;
  const left = Math.max(margin, Math.min(wanted, view.width - margin - panel.width));
  const top = below ? anchor.top + anchor.height + gap : anchor.top - gap - height;
  return { left, top, maxHeight, below };
}
