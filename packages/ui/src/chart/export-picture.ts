import { isRightToLeft } from '../lib/direction.ts';
import { paintOverlay } from './paint-overlay.ts';

/** Caption above an exported chart, so that the image explains itself. */
interface PictureCaption {
  title: string;
  note: string;
}

const HEAD_PX = 56;
const EDGE_PX = 16;

interface PictureParts {
  readonly chart: HTMLCanvasElement;
  /** What lies over it: the chips of lines, insets. */
  readonly overlay: HTMLElement;
  /** Gives width, colours and font. */
  readonly container: HTMLElement;
  readonly caption: PictureCaption;
}

/** Saves the chart as a PNG with a caption above it. Sizes are in canvas pixels. */
export async function savePicture(
  { chart, overlay, container, caption }: PictureParts,
  fileName: string,
): Promise<void> {
  // Not devicePixelRatio: the library sizes its canvas in its own way, and the caption must match
  // it.
  const scale = chart.width / container.clientWidth;
  const picture = document.createElement('canvas');
  picture.width = chart.width;
  picture.height = chart.height + HEAD_PX * scale;
  const context = picture.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(container);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(chart, 0, HEAD_PX * scale);
  context.scale(scale, scale);
  context.save();
  context.translate(0, HEAD_PX);
  paintOverlay(context, overlay);
  context.restore();
  context.fillStyle = style.color;
  const isRtl = isRightToLeft(container);
  context.direction = isRtl ? 'rtl' : 'ltr';
  context.textAlign = 'start';
  const start = isRtl ? container.clientWidth - EDGE_PX : EDGE_PX;
  context.font = `620 16px ${style.fontFamily}`;
  context.fillText(caption.title, start, 24);
  context.globalAlpha = 0.7;
  context.font = `420 12px ${style.fontFamily}`;
  context.fillText(caption.note, start, 43);

  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (blob === null) return;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // By the next task the browser holds the URL; revoking it sooner breaks the download in some.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
