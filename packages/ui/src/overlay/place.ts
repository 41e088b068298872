export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface PlaceOptions {
  align: 'start' | 'center' | 'end';
  rtl: boolean;
  /** Between anchor and panel, in px. */
  gap: number;
  /** Between panel and window edge, in px. */
  margin: number;
}

/**
 * Places a panel inside the window: below its anchor if it fits there or there is more room than
 * above, otherwise above; aligned in reading direction, then shifted into view.
 */
export function place(
  anchor: Box,
  panel: { width: number; height: number },
  view: { width: number; height: number },
  { align, rtl, gap, margin }: PlaceOptions,
) {
  const roomBelow = view.height - margin - gap - anchor.top - anchor.height;
  const roomAbove = anchor.top - gap - margin;
  const below = panel.height <= roomBelow || roomAbove <= roomBelow;
  const maxHeight = Math.max(0, below ? roomBelow : roomAbove);
  const height = Math.min(panel.height, maxHeight);
  const startEdge = anchor.left;
  const endEdge = anchor.left + anchor.width - panel.width;
  const aligned = align === 'center' ? (startEdge + endEdge) / 2 : (align === 'start') === !rtl ? startEdge : endEdge;
  const left = Math.max(margin, Math.min(aligned, view.width - margin - panel.width));
  const top = below ? anchor.top + anchor.height + gap : anchor.top - gap - height;
  return { left, top, maxHeight };
}
