import { type Frame, type Guide, lumaOf } from './frame-hints.ts';

/**
 * Where the document should lie in the picture: an identity card (ISO 7810 ID-1, 85.6 × 54 mm)
 * with a margin around it.
 */
const CARD_RATIO = 85.6 / 54;
const CARD_SHARE = 0.84;

/** The guide in a picture of this size, as shares of it. */
export function cardGuide(width: number, height: number): Guide {
  const cardWidth = Math.min(width * CARD_SHARE, height * CARD_SHARE * CARD_RATIO);
  const cardHeight = cardWidth / CARD_RATIO;
  const left = (width - cardWidth) / 2 / width;
  const top = (height - cardHeight) / 2 / height;
  return { left, top, right: 1 - left, bottom: 1 - top };
}

/** Wide enough to see the edges of print, small enough for four frames a second on any phone. */
const HINT_WIDTH = 240;

/** A small copy of what the camera shows; undefined until it shows something. */
export function hintFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): Frame | undefined {
  if (video.videoWidth === 0) return undefined;
  canvas.width = HINT_WIDTH;
  canvas.height = Math.round((HINT_WIDTH * video.videoHeight) / video.videoWidth);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return undefined;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return lumaOf(context.getImageData(0, 0, canvas.width, canvas.height).data, canvas.width, canvas.height);
}

const QUALITY = 0.92;

/** The photo as the camera sees it: never mirrored, whatever the preview does. */
export async function takePhoto(video: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return (await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))) ?? undefined;
}
