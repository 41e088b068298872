import { type ISeriesPrimitiveAxisView, LineStyle } from 'lightweight-charts';
import type { ChartPalette } from '../palette.ts';
import { inPixels, type Target } from '../primitive.ts';
import { toneColours } from '../tones.ts';
import type { ChartLine } from '../types.ts';
import { isActive, type LineEntry, priceOf } from './entry.ts';

/** Radius of the ring where an entry was. */
const RING_PX = 3.5;
/** A line that begins at the newest bar is still to be seen. */
const LEAST_PX = 12;

interface Extent {
  /** Where the bars end: at the lane, or at the axis. */
  readonly right: number;
  /** Pixel of the bar of a time; undefined out of the bars. */
  readonly xOf: (time: number) => number | undefined;
}

/** Where a line begins: at the candle of its entry. */
export function startOf({ from }: ChartLine, { right, xOf }: Extent): number {
  const x = from === undefined ? 0 : (xOf(from) ?? 0);
  return Math.max(0, Math.min(right - LEAST_PX, x));
}

/** The lines among the bars, in device pixels for sharpness. */
export function drawLines(
  target: Target,
  entries: readonly LineEntry[],
  { palette, ...extent }: Extent & { readonly palette: ChartPalette },
): void {
  inPixels(target, ({ context, horizontalPixelRatio: across, verticalPixelRatio: down }) => {
    for (const entry of entries) {
      if (entry.y === undefined || entry.offscreen !== undefined) continue;
      const { line } = entry;
      const wide = Math.max(1, Math.floor(down)) * (isActive(entry) ? 2 : 1);
      const y = Math.round(entry.y * down) + (wide % 2) / 2;
      const start = startOf(line, extent);
      context.save();
      context.strokeStyle = toneColours(palette, line.tone).line;
      context.lineWidth = wide;
      context.setLineDash(dashOf(STROKES[line.stroke ?? 'dashed']).map((part) => part * across));
      context.beginPath();
      context.moveTo(start * across, y);
      context.lineTo(extent.right * across, y);
      context.stroke();
      if (line.stroke === 'solid' && 0 < start) {
        context.setLineDash([]);
        context.lineWidth = 1.5 * across;
        context.fillStyle = palette.surface;
        context.beginPath();
        context.arc(start * across, y, RING_PX * across, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
      }
      context.restore();
    }
  });
}

const STROKES = {
  dashed: LineStyle.Dashed,
  solid: LineStyle.Solid,
  dotted: LineStyle.Dotted,
} as const;

/** The price of a line on the axis, while it is pointed at: beside the last price, only one. */
export function axisLabelOf(
  entry: LineEntry,
  { palette, formatPrice }: { palette: () => ChartPalette; formatPrice: (price: number) => string },
): ISeriesPrimitiveAxisView {
  let written = { price: Number.NaN, text: '' };
  const tone = () => toneColours(palette(), entry.line.tone);
  return {
    coordinate: () => entry.y ?? -100,
    text: () => {
      const price = priceOf(entry);
      if (written.price !== price) written = { price, text: formatPrice(price) };
      return written.text;
    },
    textColor: () => tone().onSolid,
    backColor: () => tone().solid,
    visible: () => entry.y !== undefined && entry.offscreen === undefined && isActive(entry),
    tickVisible: () => false,
  };
}

/** The library's own dash patterns, so that all lines match. */
const dashOf = (stroke: number): number[] =>
  stroke === STROKES.solid ? [] : stroke === STROKES.dotted ? [1, 3] : [5, 4];
