import type SignaturePad from 'signature_pad';

/** A fixed picture whatever the screen: dark strokes on white, as on paper. */
const WIDTH = 1200;
const HEIGHT = 480;
const INK = 'black';
const PAPER = 'white';
const MARGIN = 60;

const asPng = (canvas: HTMLCanvasElement): Promise<Blob | undefined> =>
  new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), 'image/png'));

function paper(): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  return { canvas, context };
}

export interface Stroke {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Scale and shift that bring the strokes to the middle of the paper; undefined without strokes. */
export function placeOn(strokes: readonly Stroke[]): { scale: number; x: number; y: number } | undefined {
  const points = strokes.flatMap((stroke) => stroke.points);
  if (points.length === 0) return undefined;
  const left = Math.min(...points.map(({ x }) => x));
  const right = Math.max(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const bottom = Math.max(...points.map(({ y }) => y));
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(1, right - left),
    (HEIGHT - 2 * MARGIN) / Math.max(1, bottom - top),
    4,
  );
  return {
    scale,
    x: WIDTH / 2 - (scale * (left + right)) / 2,
    y: HEIGHT / 2 - (scale * (top + bottom)) / 2,
  };
}

/** What was drawn, as a picture. */
export async function signaturePicture(pad: SignaturePad | undefined): Promise<Blob | undefined> {
  const sheet = paper();
  const strokes = pad?.toData() ?? [];
  const place = placeOn(strokes);
  if (sheet === undefined || place === undefined) return undefined;
  const { canvas, context } = sheet;
  Object.assign(context, { strokeStyle: INK, fillStyle: INK, lineWidth: 6, lineCap: 'round', lineJoin: 'round' });
  for (const { points } of strokes) {
    context.beginPath();
    for (const [index, point] of points.entries()) {
      const x = point.x * place.scale + place.x;
      const y = point.y * place.scale + place.y;
      if (index === 0) context.moveTo(x, y);
      context.lineTo(x, y);
    }
    context.stroke();
  }
  return asPng(canvas);
}

/** A typed name in a hand-written face, where the system has one. */
export async function typedSignature(name: string): Promise<Blob | undefined> {
  const sheet = paper();
  if (sheet === undefined) return undefined;
  const { canvas, context } = sheet;
  Object.assign(context, { fillStyle: INK, textAlign: 'center', textBaseline: 'middle' });
  let size = 160;
  do {
    context.font = `italic ${size}px "Snell Roundhand", "Segoe Script", "Brush Script MT", cursive, serif`;
    size -= 8;
  } while (WIDTH - 2 * MARGIN < context.measureText(name).width && 24 < size);
  context.fillText(name, WIDTH / 2, HEIGHT / 2);
  return asPng(canvas);
}
