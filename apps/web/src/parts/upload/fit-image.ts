/** Makes a photo small enough to upload: at most `SIDE_MAX` a side and `maxBytes` in all. */
import { imageKind, SIGNATURE_BYTES } from './image-kind.ts';

/** Reads every letter of a document that fills the picture, at a third of a phone's pixels. */
const SIDE_MAX = 2400;
const QUALITIES = [0.9, 0.82, 0.72, 0.6] as const;
/** After the lowest quality the picture itself shrinks; three times halve its bytes thrice. */
const SHRINKS_MAX = 4;
const SHRINK = 0.75;

export type FitProblem = 'kind' | 'large' | 'broken';
export type Fitted = { readonly ok: true; readonly file: Blob } | { readonly ok: false; readonly problem: FitProblem };

/** The size that fits, with the same proportions; never larger than it was. */
export function fitSize(width: number, height: number, sideMax: number): { width: number; height: number } {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A photo is drawn anew and so loses its metadata, place and device included, before it leaves the
 * browser. JPEG 2000, which most browsers cannot draw, goes as it is.
 */
export async function fitImage(file: Blob, maxBytes: number): Promise<Fitted> {
  const kind = imageKind(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()));
  if (kind === undefined) return { ok: false, problem: 'kind' };
  if (kind === 'jpeg2000') return file.size <= maxBytes ? { ok: true, file } : { ok: false, problem: 'large' };
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return { ok: false, problem: 'broken' };
  }
  try {
    return await encode(picture, maxBytes);
  } finally {
    picture.close();
  }
}

async function encode(picture: ImageBitmap, maxBytes: number): Promise<Fitted> {
  let side = SIDE_MAX;
  for (let attempt = 0; attempt < SHRINKS_MAX; attempt += 1) {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, fitSize(picture.width, picture.height, side));
    const context = canvas.getContext('2d');
    if (context === null) return { ok: false, problem: 'broken' };
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
      if (file === null) return { ok: false, problem: 'broken' };
      if (file.size <= maxBytes) return { ok: true, file };
    }
    side = Math.round(side * SHRINK);
  }
  return { ok: false, problem: 'large' };
}
