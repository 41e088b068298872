import { LineStyle } from 'lightweight-charts';
import { type ChartPalette, withAlpha } from '../palette.ts';
import { isRightToLeftText, measureTabular, writeTabular } from '../tabular.ts';
import { toneColours, valueColour } from '../tones.ts';
import type { ChartLineValue } from '../types.ts';
import { isClosable, isDraggable, isPullable, type LineEntry, priceOf, shownValue } from './entry.ts';

type Context = CanvasRenderingContext2D;

const FONT_PX = 11;
const PAD_PX = 7;
const GAP_PX = 6;
const GRIP_PX = 9;
const RADIUS_PX = 4;
/** Half the arm length of the close icon. */
const CROSS_PX = 3.5;

export interface LabelStyle {
  palette: ChartPalette;
  rtl: boolean;
  height: number;
  formatPrice: (price: number) => string;
  /** A docked label has no figure: its price takes that space. */
  narrow: boolean;
}

/** Square, for a usable target. */
export const closeWidth = (height: number): number => height;

const labelFont = (palette: ChartPalette): string => `500 ${FONT_PX}px ${palette.font}`;

interface Part {
  width: number;
  draw: (context: Context, x: number, middle: number) => void;
}

export const ARROWS = { above: '▲', below: '▼' } as const;

function write(text: string, colour: string): Omit<Part, 'width'> {
  return {
    draw: (context, x, middle) => {
      context.fillStyle = colour;
      context.direction = isRightToLeftText(text) ? 'rtl' : 'ltr';
      context.textAlign = 'left';
      writeTabular(context, text, { x, y: middle });
    },
  };
}

function grip(colour: string): Part {
  return {
    width: GRIP_PX,
    draw: (context, x, middle) => {
      context.fillStyle = colour;
      for (const row of [-3, 0, 3]) {
        for (const column of [1, 4]) context.fillRect(x + column, middle + row - 0.75, 1.5, 1.5);
      }
    },
  };
}

function cross(height: number, colour: string): Part {
  return {
    width: closeWidth(height) - PAD_PX,
    draw: (context, x, middle) => {
      const centre = x + (closeWidth(height) - PAD_PX) / 2 + PAD_PX / 2 - 1;
      context.strokeStyle = colour;
      context.lineWidth = 1.4;
      context.setLineDash([]);
      context.beginPath();
      context.moveTo(centre - CROSS_PX, middle - CROSS_PX);
      context.lineTo(centre + CROSS_PX, middle + CROSS_PX);
      context.moveTo(centre + CROSS_PX, middle - CROSS_PX);
      context.lineTo(centre - CROSS_PX, middle + CROSS_PX);
      context.stroke();
    },
  };
}

function figureOf(entry: LineEntry, { narrow }: LabelStyle): ChartLineValue | undefined {
  const value = shownValue(entry);
  if (value === undefined || !narrow) return value;
  return entry.offscreen === undefined ? { ...value, text: value.short ?? value.text } : undefined;
}

/** Label parts from left to right; text and figures swap places in right-to-left languages. */
function partsOf(context: Context, entry: LineEntry, style: LabelStyle): Part[] {
  const { palette, rtl, height, formatPrice } = style;
  const tone = toneColours(palette, entry.line.tone);
  const active = entry.drag.state.phase === 'dragging';
  const text = entry.offscreen === undefined ? entry.text : `${ARROWS[entry.offscreen]} ${entry.text}`;
  const value = figureOf(entry, style);
  const colour = active ? tone.onSolid : tone.text;
  const texts: Part[] = [{ width: measureTabular(context, text), ...write(text, colour) }];
  // Height does not say it.
  if (entry.offscreen !== undefined) {
    const price = formatPrice(priceOf(entry));
    texts.push({ width: measureTabular(context, price), ...write(price, colour) });
  }
  if (value !== undefined) {
    const paint = active ? tone.onSolid : valueColour(palette, value.tone);
    texts.push({ width: measureTabular(context, value.text), ...write(value.text, paint) });
  }
  if (rtl) texts.reverse();
  const parts = isDraggable(entry) || isPullable(entry) ? [grip(active ? tone.onSolid : tone.line), ...texts] : texts;
  return isClosable(entry) ? [...parts, cross(height, active ? tone.onSolid : palette.textMuted)] : parts;
}

export function labelWidth(context: Context, entry: LineEntry, style: LabelStyle): number {
  const docked = entry.offscreen === undefined ? '' : priceOf(entry);
  const inputs = [entry.text, figureOf(entry, style)?.text, docked].join('|');
  if (entry.measured?.inputs === inputs) return entry.measured.width;
  context.font = labelFont(style.palette);
  const parts = partsOf(context, entry, style);
  const width = Math.ceil(parts.reduce((sum, part) => sum + part.width, 2 * PAD_PX + (parts.length - 1) * GAP_PX));
  entry.measured = { inputs, width };
  return width;
}

export function drawLabel(context: Context, entry: LineEntry, style: LabelStyle): void {
  const { palette } = style;
  const tone = toneColours(palette, entry.line.tone);
  const { left, top, width, height } = entry.box;
  const { phase } = entry.drag.state;
  context.save();
  context.globalAlpha = phase === 'pending' ? 0.75 : 1;
  context.beginPath();
  context.roundRect(left + 0.5, top + 0.5, width - 1, height - 1, RADIUS_PX);
  context.fillStyle = phase === 'dragging' ? tone.solid : palette.surface;
  context.fill();
  if (entry.hovered && phase !== 'dragging') {
    context.fillStyle = withAlpha(tone.line, 0.14);
    context.fill();
  }
  context.strokeStyle = phase === 'dragging' ? tone.solid : tone.line;
  context.lineWidth = 1;
  context.stroke();
  context.font = labelFont(palette);
  context.textBaseline = 'middle';
  let x = left + PAD_PX;
  for (const part of partsOf(context, entry, style)) {
    part.draw(context, x, top + height / 2 + 0.5);
    x += part.width + GAP_PX;
  }
  context.restore();
}

export const STROKES = {
  dashed: LineStyle.Dashed,
  solid: LineStyle.Solid,
  dotted: LineStyle.Dotted,
} as const;
