export interface ReceiptPicture {
  readonly title: string;
  readonly state: string;
  readonly rows: readonly { readonly name: string; readonly value: string }[];
  /** What makes it more than a picture: where it can be verified. */
  readonly foot: string;
  readonly dir: 'ltr' | 'rtl';
}

const SIZE = { width: 1200, height: 630, margin: 80 } as const;
const ROWS_MAX = 5;

/** The colours of the theme in use; a canvas knows no custom properties. */
function themeColours() {
  const probe = document.body.appendChild(document.createElement('span'));
  const colourOf = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    back: colourOf('--surface'),
    seal: colourOf('--seal'),
    ink: colourOf('--ink'),
    muted: colourOf('--ink-2'),
    line: colourOf('--line'),
  };
  probe.remove();
  return colours;
}

/**
 * A picture of a result, to be shared. It is drawn here and nowhere else: an order is private, and
 * a picture that the server gave out by an address would not be. Neither name nor balance is in it.
 */
export async function drawReceipt(picture: ReceiptPicture): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const colours = themeColours();
  const { fontFamily } = getComputedStyle(document.body);
  const [start, end] =
    picture.dir === 'rtl' ? [SIZE.width - SIZE.margin, SIZE.margin] : [SIZE.margin, SIZE.width - SIZE.margin];
  const usable = SIZE.width - 2 * SIZE.margin;
  const write = (
    text: string,
    at: { y: number; size: number; color: string; weight?: number; align?: 'start' | 'end'; width?: number },
  ): void => {
    const { y, size, color, weight = 400, align = 'start', width = usable } = at;
    context.direction = picture.dir;
    context.textAlign = align;
    context.fillStyle = color;
    context.font = `${weight} ${size}px ${fontFamily}`;
    context.fillText(text, align === 'start' ? start : end, y, width);
  };
  context.fillStyle = colours.back;
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  context.fillStyle = colours.seal;
  context.fillRect(0, SIZE.height - 8, SIZE.width, 8);
  write('Glasshouse', { y: 110, size: 32, color: colours.muted });
  write(picture.state, { y: 110, size: 32, color: colours.muted, align: 'end', width: usable / 2 });
  write(picture.title, { y: 196, size: 60, color: colours.ink, weight: 600 });
  picture.rows.slice(0, ROWS_MAX).forEach(({ name, value }, index) => {
    const y = 272 + index * 58;
    write(name, { y, size: 30, color: colours.muted, width: usable / 2 });
    write(value, { y, size: 32, color: colours.ink, align: 'end', width: usable / 2 });
    context.fillStyle = colours.line;
    context.fillRect(SIZE.margin, y + 20, usable, 1);
  });
  write(picture.foot, { y: 580, size: 24, color: colours.muted });
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), 'image/png'));
}
