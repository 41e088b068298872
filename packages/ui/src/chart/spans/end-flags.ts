import type { ChartPalette } from '../palette.ts';
import { isRightToLeftText, measureTabular, writeTabular } from '../tabular.ts';

const FONT_PX = 11;
const PAD_PX = 5;
const HEIGHT_PX = 18;
/** To the line that it belongs to, and to the edge. */
const GAP_PX = 4;

export interface EndFlag {
  readonly text: string;
  /** Of the vertical line. */
  readonly x: number;
  readonly colour: string;
}

/** Beside the vertical line of each end, at the bottom: when it is. */
export function drawEndFlags(
  context: CanvasRenderingContext2D,
  flags: readonly EndFlag[],
  { palette, size }: { palette: ChartPalette; size: { width: number; height: number } },
): void {
  context.save();
  context.font = `500 ${FONT_PX}px ${palette.font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const drawn: { left: number; right: number; top: number }[] = [];
  for (const { text, x, colour } of flags) {
    const width = measureTabular(context, text) + 2 * PAD_PX;
    const most = size.width - GAP_PX - width;
    const right = x + GAP_PX;
    const left = Math.round(right <= most ? right : Math.max(0, Math.min(most, right - 2 * GAP_PX - width)));
    let top = size.height - GAP_PX - HEIGHT_PX;
    // Ends close to each other stand above each other.
    while (drawn.some((other) => other.top === top && left < other.right && other.left < left + width)) {
      top -= HEIGHT_PX + GAP_PX;
    }
    drawn.push({ left, right: left + width, top });
    context.fillStyle = palette.surface;
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(left + 0.5, top + 0.5, width - 1, HEIGHT_PX - 1, 4);
    context.fill();
    context.stroke();
    context.fillStyle = palette.text;
    context.direction = isRightToLeftText(text) ? 'rtl' : 'ltr';
    writeTabular(context, text, { x: left + PAD_PX, y: top + HEIGHT_PX / 2 + 0.5 });
  }
  context.restore();
}
