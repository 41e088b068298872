import { LineStyle } from 'lightweight-charts';
import { type ChartPalette, faded } from '../palette.ts';
import { isRightToLeftText, measureTabular, writeTabular } from '../tabular.ts';
import { toneColours, valueColour } from '../tones.ts';
import { isClosable, isDraggable, isPullable, type LineEntry, shownValue } from './entry.ts';

type Pen = CanvasRenderingContext2D;

export const FONT_PX = 11;
const PAD_PX = 7;
const GAP_PX = 6;
const GRIP_PX = 9;
const RADIUS_PX = 4;
/** Half of the arms of the cross that closes. */
const CROSS_PX = 3.5;

export interface LabelLook {
  palette: ChartPalette;
  rtl: boolean;
  height: number;
}

/** As wide as it is high, so that it can be hit. */
export const closeWidth = (height: number): number => height;

const labelFont = (palette: ChartPalette): string => `500 ${FONT_PX}px ${palette.font}`;

interface Part {
  width: number;
  draw: (pen: Pen, x: number, middle: number) => void;
}

const ARROWS = { above: '▲', below: '▼' } as const;

function write(text: string, colour: string): Omit<Part, 'width'> {
  return {
    draw: (pen, x, middle) => {
      pen.fillStyle = colour;
      pen.direction = isRightToLeftText(text) ? 'rtl' : 'ltr';
      pen.textAlign = 'left';
      writeTabular(pen, text, { x, y: middle });
    },
  };
}

function grip(colour: string): Part {
  return {
    width: GRIP_PX,
    draw: (pen, x, middle) => {
      pen.fillStyle = colour;
      for (const row of [-3, 0, 3]) {
        for (const column of [1, 4]) pen.fillRect(x + column, middle + row - 0.75, 1.5, 1.5);
      }
    },
  };
}

function cross(height: number, colour: string): Part {
  return {
    width: closeWidth(height) - PAD_PX,
    draw: (pen, x, middle) => {
      const centre = x + (closeWidth(height) - PAD_PX) / 2 + PAD_PX / 2 - 1;
      pen.strokeStyle = colour;
      pen.lineWidth = 1.4;
      pen.setLineDash([]);
      pen.beginPath();
      pen.moveTo(centre - CROSS_PX, middle - CROSS_PX);
      pen.lineTo(centre + CROSS_PX, middle + CROSS_PX);
      pen.moveTo(centre + CROSS_PX, middle - CROSS_PX);
      pen.lineTo(centre - CROSS_PX, middle + CROSS_PX);
      pen.stroke();
    },
  };
}

/** What stands on a label, from left to right; in languages written from the right the words and the figure change places. */
function partsOf(pen: Pen, entry: LineEntry, { palette, rtl, height }: LabelLook): Part[] {
  const tone = toneColours(palette, entry.line.tone);
  const active = entry.drag.state.phase === 'dragging';
  const words = entry.beyond === undefined ? entry.words : `${ARROWS[entry.beyond]} ${entry.words}`;
  const value = shownValue(entry);
  const texts: Part[] = [{ width: measureTabular(pen, words), ...write(words, active ? tone.onSolid : tone.text) }];
  if (value !== undefined) {
    const colour = active ? tone.onSolid : valueColour(palette, value.tone);
    texts.push({ width: measureTabular(pen, value.text), ...write(value.text, colour) });
  }
  if (rtl) texts.reverse();
  const parts = isDraggable(entry) || isPullable(entry) ? [grip(active ? tone.onSolid : tone.line), ...texts] : texts;
  return isClosable(entry) ? [...parts, cross(height, active ? tone.onSolid : palette.textMuted)] : parts;
}

export function labelWidth(pen: Pen, entry: LineEntry, look: LabelLook): number {
  const { words, measured } = entry;
  const value = shownValue(entry)?.text;
  const beyond = entry.beyond !== undefined;
  if (measured?.words === words && measured.value === value && measured.beyond === beyond) return measured.width;
  pen.font = labelFont(look.palette);
  const parts = partsOf(pen, entry, look);
  const width = Math.ceil(parts.reduce((sum, part) => sum + part.width, 2 * PAD_PX + (parts.length - 1) * GAP_PX));
  entry.measured = { words, value, beyond, width };
  return width;
}

export function drawLabel(pen: Pen, entry: LineEntry, look: LabelLook): void {
  const { palette } = look;
  const tone = toneColours(palette, entry.line.tone);
  const { left, top, width, height } = entry.box;
  const { phase } = entry.drag.state;
  pen.save();
  pen.globalAlpha = phase === 'asking' ? 0.75 : 1;
  pen.beginPath();
  pen.roundRect(left + 0.5, top + 0.5, width - 1, height - 1, RADIUS_PX);
  pen.fillStyle = phase === 'dragging' ? tone.solid : palette.surface;
  pen.fill();
  if (entry.hovered && phase !== 'dragging') {
    pen.fillStyle = faded(tone.line, 0.14);
    pen.fill();
  }
  pen.strokeStyle = phase === 'dragging' ? tone.solid : tone.line;
  pen.lineWidth = 1;
  pen.stroke();
  pen.font = labelFont(palette);
  pen.textBaseline = 'middle';
  let x = left + PAD_PX;
  for (const part of partsOf(pen, entry, look)) {
    part.draw(pen, x, top + height / 2 + 0.5);
    x += part.width + GAP_PX;
  }
  pen.restore();
}

export const STROKES = {
  dashed: LineStyle.Dashed,
  solid: LineStyle.Solid,
  dotted: LineStyle.Dotted,
} as const;
