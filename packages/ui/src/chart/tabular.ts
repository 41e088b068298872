type Context = CanvasRenderingContext2D;

const WIDTHS_MAX = 500;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const widths = new Map<string, number>();

export const isRightToLeftText = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** In its own direction, where the drawing of the text cannot be given one. */
export const isolated = (text: string): string => `${isRightToLeftText(text) ? '\u2067' : '\u2066'}${text}\u2069`;

/**
 * Canvas has no tabular figures, so every digit is measured as a zero: text around a figure does
 * not shift.
 */
export function measureTabular(context: Context, text: string): number {
  const zeros = text.replace(/\d/g, '0');
  const key = `${context.font}|${zeros}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (WIDTHS_MAX <= widths.size) widths.clear();
  const { width } = context.measureText(zeros);
  widths.set(key, width);
  return width;
}

/** Draws from the left edge, each digit centred in its cell. Connected scripts are drawn whole. */
export function writeTabular(context: Context, text: string, { x, y }: { x: number; y: number }): void {
  if (isRightToLeftText(text)) {
    context.fillText(text, x, y);
    return;
  }
  const cell = measureTabular(context, '0');
  let at = x;
  for (const part of text.split(/(\d)/)) {
    if (part === '') continue;
    if (/^\d$/.test(part)) {
      context.fillText(part, at + (cell - context.measureText(part).width) / 2, y);
      at += cell;
    } else {
      context.fillText(part, at, y);
      at += measureTabular(context, part);
    }
  }
}
