/** The parts of the two libraries that are used here; neither ships its types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  interface TextOptions {
    readonly lineBreak: false;
    readonly baseline?: 'alphabetic';
    readonly features?: readonly string[];
    readonly fill?: boolean;
    readonly stroke?: boolean;
  }

  /** A document is the stream of its own bytes; a page leaves memory with the next one. */
  export default class PDFDocument extends Readable {
    constructor(options: {
      readonly size: readonly [number, number];
      readonly margin: number;
      readonly autoFirstPage: false;
      readonly bufferPages: false;
      readonly compress: boolean;
      readonly lang: string;
      readonly displayTitle: true;
      readonly font: null;
      readonly info: Readonly<Record<string, string | Date>>;
    });
    addPage(): this;
    end(): void;
    registerFont(name: string, source: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    widthOfString(text: string, options?: { readonly features: readonly string[] }): number;
    text(text: string, x: number, y: number, options: TextOptions): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    lineCap(style: 'round'): this;
    lineJoin(style: 'round'): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    rect(x: number, y: number, width: number, height: number): this;
    fill(color: string): this;
    stroke(color: string): this;
    image(content: Uint8Array, x: number, y: number, options: { readonly fit: readonly [number, number] }): this;
  }
}

declare module 'fontkit' {
  interface Font {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): {
      readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
      readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
      readonly advanceWidth: number;
    };
  }
  export function create(content: Uint8Array): Font;
}

declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { readonly levels: Uint8Array };
    getMirroredCharactersMap(text: string, levels: Uint8Array): ReadonlyMap<number, string>;
  }
  export default function factory(): Bidi;
}
