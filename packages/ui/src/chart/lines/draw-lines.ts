import type { ISeriesPrimitiveAxisView } from 'lightweight-charts';
import type { ChartPalette } from '../palette.ts';
import { inPixels, inPoints, type Target } from '../primitive.ts';
import { toneColours } from '../tones.ts';
import { hasLabel, isDragging, type LineEntry, priceOf } from './entry.ts';
import { drawLabel, type LabelStyle, STROKES } from './label.ts';

/** Width of the gutter beside the labels, in which displaced ones are joined to their lines. */
const JOINT_PX = 14;

/** The lines among the bars, in device pixels for sharpness. */
export function drawLines(target: Target, entries: readonly LineEntry[], palette: ChartPalette): void {
  // One gutter for all, so that no joint runs through a neighbour.
  const labels = entries.filter((entry) => entry.offscreen === undefined && hasLabel(entry) && !isDragging(entry));
  const gutter = {
    right: Math.min(...labels.filter(({ atLeft }) => !atLeft).map(({ box }) => box.left)) - JOINT_PX,
    left: Math.max(...labels.filter(({ atLeft }) => atLeft).map(({ box }) => box.left + box.width)) + JOINT_PX,
  };
  inPixels(target, ({ context, bitmapSize, horizontalPixelRatio, verticalPixelRatio }) => {
    for (const entry of entries) {
      if (entry.y === undefined || entry.offscreen !== undefined) continue;
      const { line, hovered, box } = entry;
      const active = hovered || isDragging(entry);
      const wide = Math.max(1, Math.floor(verticalPixelRatio)) * (active ? 2 : 1);
      const sharp = (y: number): number => Math.round(y * verticalPixelRatio) + (wide % 2) / 2;
      const y = sharp(entry.y);
      const middle = box.top + box.height / 2;
      context.save();
      context.strokeStyle = toneColours(palette, line.tone).line;
      context.lineWidth = wide;
      context.setLineDash(dashOf(STROKES[line.stroke ?? 'dashed']).map((part) => part * horizontalPixelRatio));
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(bitmapSize.width, y);
      context.stroke();
      // One that is folded has no label to be joined to.
      if (hasLabel(entry) && box.height / 2 < Math.abs(middle - entry.y)) {
        const [from, to, end] = entry.atLeft
          ? [gutter.left, gutter.left - JOINT_PX, box.left + box.width]
          : [gutter.right, gutter.right + JOINT_PX, box.left];
        context.setLineDash([]);
        context.beginPath();
        if (!isDragging(entry)) {
          context.moveTo(from * horizontalPixelRatio, y);
          context.lineTo(to * horizontalPixelRatio, sharp(middle));
        } else context.moveTo(end * horizontalPixelRatio, y);
        context.lineTo(end * horizontalPixelRatio, sharp(middle));
        context.stroke();
      }
      context.restore();
    }
  });
}

/** The labels on top of everything; live options, hovered and dragged ones last. */
export function drawLabels(target: Target, entries: readonly LineEntry[], style: LabelStyle): void {
  inPoints(target, ({ context }) => {
    const inFront = (entry: LineEntry) =>
      Number(entry.line.endsAt !== undefined) + 2 * Number(entry.hovered) + 4 * Number(isDragging(entry));
    const order = [...entries].sort((left, right) => inFront(left) - inFront(right));
    for (const entry of order) if (hasLabel(entry)) drawLabel(context, entry, style);
  });
}

/** The price of a line on the axis. */
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
    visible: () => entry.y !== undefined && entry.offscreen === undefined,
    tickVisible: () => false,
  };
}

/** The library's own dash patterns, so that all lines match. */
const dashOf = (stroke: number): number[] =>
  stroke === STROKES.solid ? [] : stroke === STROKES.dotted ? [1, 3] : [5, 4];
