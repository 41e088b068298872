/**
 * Letters of five by seven points, five columns each, the lowest bit on top. Drawn here rather than
 * by a font: a server without fonts would draw nothing, and nobody would notice.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: '7e1111117e',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141221c',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e4149497a',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f020c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '4649494931',
  T: '01017f0101',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
  0: '3e5149453e',
  1: '00427f4000',
  2: '4261514946',
  3: '2141454b31',
  4: '1814127f10',
  5: '2745454539',
  6: '3c4a494930',
  7: '0171090503',
  8: '3649494936',
  9: '064949291e',
  '-': '0808080808',
  '.': '0060600000',
  ':': '0036360000',
  '/': '2010080402',
  '#': '147f147f14',
  '@': '3249794142',
  _: '4040404040',
  '?': '0201510906',
};
const GLYPH_WIDTH = 6;
const GLYPH_HEIGHT = 7;
const LINE_HEIGHT = 12;
const LETTERS_MAX = 64;
/** Letters take this share of the shorter side, so that they stay readable on a small copy. */
const LINES_PER_SIDE = 26;
const ALPHA = 110;

export interface Overlay {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** One tile with the lines, dark and light so that they show on any ground; it is repeated. */
export function watermark(width: number, height: number, lines: readonly string[]): Overlay {
  const texts = lines.map((line) => [...line.toUpperCase()].slice(0, LETTERS_MAX));
  const longest = Math.max(1, ...texts.map((letters) => letters.length));
  const scale = Math.max(1, Math.floor(Math.min(width, height) / (LINES_PER_SIDE * LINE_HEIGHT)));
  // Never larger than the image, or nothing would be drawn.
  const tile = {
    width: Math.min(width, (longest + 3) * GLYPH_WIDTH * scale),
    height: Math.min(height, (texts.length + 2) * LINE_HEIGHT * scale),
  };
  const data = Buffer.alloc(tile.width * tile.height * 4);
  const dot = (x: number, y: number, shade: number): void => {
    for (let dy = 0; dy < scale; dy += 1) {
      for (let dx = 0; dx < scale; dx += 1) {
        const column = x * scale + dx;
        const row = y * scale + dy;
        if (tile.width <= column || tile.height <= row) continue;
        data.set([shade, shade, shade, ALPHA], (row * tile.width + column) * 4);
      }
    }
  };
  for (const [index, letters] of texts.entries()) {
    for (const [place, letter] of letters.entries()) {
      const columns = letter === ' ' ? '0000000000' : (LETTERS[letter] ?? LETTERS['?'] ?? '');
      for (const [x, y] of pointsOf(columns)) {
        dot(place * GLYPH_WIDTH + x + 2, index * LINE_HEIGHT + y + 2, 255);
        dot(place * GLYPH_WIDTH + x + 1, index * LINE_HEIGHT + y + 1, 20);
      }
    }
  }
  return { data, ...tile };
}

function pointsOf(columns: string): [number, number][] {
  const points: [number, number][] = [];
  for (const [x, column] of [...Buffer.from(columns, 'hex')].entries()) {
    for (let y = 0; y < GLYPH_HEIGHT; y += 1) if ((column >> y) & 1) points.push([x, y]);
  }
  return points;
}
