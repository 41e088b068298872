/**
 * What a frame of the camera shows about the photo that it would become, in the browser and before
 * it is taken. Pure arithmetic over brightness values: a frame of 240 × 150 takes under a
 * millisecond.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Brightness of each pixel, 0 to 255, row by row. */
  readonly luma: Uint8ClampedArray;
}

/** Brightness as the eye sees it (Rec. 601), from the pixels of a canvas. */
export function lumaOf(pixels: Uint8ClampedArray, width: number, height: number): Frame {
  const luma = new Uint8ClampedArray(width * height);
  for (let index = 0; index < luma.length; index += 1) {
    const at = index * 4;
    luma[index] =
      0.299 * (pixels[at] as number) + 0.587 * (pixels[at + 1] as number) + 0.114 * (pixels[at + 2] as number);
  }
  return { width, height, luma };
}

/**
 * Variance of the Laplacian: high where neighbouring pixels differ sharply, near zero where all is
 * blurred.
 */
export function sharpness({ width, height, luma }: Frame): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around =
        (luma[at - 1] as number) +
        (luma[at + 1] as number) +
        (luma[at - width] as number) +
        (luma[at + width] as number);
      const value = around - 4 * (luma[at] as number);
      sum += value;
      squares += value * value;
      count += 1;
    }
  }
  if (count === 0) return 0;
  const mean = sum / count;
  return squares / count - mean * mean;
}

/** As bright as the sensor can tell: whatever was printed there is lost. */
const SATURATED = 250;

/** The share of the frame that is overexposed, 0 to 1. */
export function glare({ luma }: Frame): number {
  if (luma.length === 0) return 0;
  let count = 0;
  for (const value of luma) if (SATURATED <= value) count += 1;
  return count / luma.length;
}

export function brightness({ luma }: Frame): number {
  if (luma.length === 0) return 0;
  let sum = 0;
  for (const value of luma) sum += value;
  return sum / luma.length;
}

/** Where the document should end, as shares of the frame. */
export interface Guide {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How far from the guide an edge still counts, as a share of the shorter side. */
const REACH = 0.05;
/** A step in brightness that only an edge makes; skin and tables vary by less. */
const STEP = 22;
/** Of a side, so much must show an edge: a thumb may cover the rest. */
const SIDE_SHARE = 0.55;
const SAMPLES = 40;

/** How many of the four sides of the guide have the edge of something along them. */
export function edgesAlong(frame: Frame, guide: Guide): number {
  const { width, height, luma } = frame;
  const reach = Math.max(2, Math.round(Math.min(width, height) * REACH));
  const value = (x: number, y: number): number =>
    luma[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] as number;
  const left = Math.round(guide.left * width);
  const right = Math.round(guide.right * width);
  const top = Math.round(guide.top * height);
  const bottom = Math.round(guide.bottom * height);
  /** The sharpest step across the line, near one of its points. */
  const step = (at: (offset: number) => number): number => {
    let sharpest = 0;
    for (let offset = -reach; offset <= reach; offset += 1) {
      sharpest = Math.max(sharpest, Math.abs(at(offset + 1) - at(offset - 1)));
    }
    return sharpest;
  };
  const hasEdge = (along: (share: number) => number): boolean => {
    let found = 0;
    for (let sample = 1; sample <= SAMPLES; sample += 1) if (STEP <= along(sample / (SAMPLES + 1))) found += 1;
    return SIDE_SHARE <= found / SAMPLES;
  };
  const across = (x: number) => (share: number) =>
    step((offset) => value(x + offset, Math.round(top + (bottom - top) * share)));
  const down = (y: number) => (share: number) =>
    step((offset) => value(Math.round(left + (right - left) * share), y + offset));
  return [hasEdge(across(left)), hasEdge(across(right)), hasEdge(down(top)), hasEdge(down(bottom))].filter(Boolean)
    .length;
}

/** In the order in which they should be mended: nothing shows in the dark. */
export type Hint = 'dark' | 'glare' | 'blurred' | 'place' | 'good';

const DARK_BELOW = 50;
const GLARE_ABOVE = 0.04;
const BLURRED_BELOW = 60;
const SIDES_NEEDED = 3;

/** `guide`: where a document should lie; without one, only light and sharpness count. */
export function hintOf(frame: Frame, guide: Guide | undefined): Hint {
  if (brightness(frame) < DARK_BELOW) return 'dark';
  if (GLARE_ABOVE < glare(frame)) return 'glare';
  if (sharpness(frame) < BLURRED_BELOW) return 'blurred';
  if (guide !== undefined && edgesAlong(frame, guide) < SIDES_NEEDED) return 'place';
  return 'good';
}

/** A hint shows once two frames in a row agree: otherwise it would flicker. */
export function steadyHint() {
  let shown: Hint | undefined;
  let last: Hint | undefined;
  return (next: Hint): Hint | undefined => {
    if (next === last) shown = next;
    last = next;
    return shown;
  };
}
