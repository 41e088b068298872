import type { Language } from '@glasshouse/api/constants';
import { languageInfo } from '@glasshouse/i18n/languages';
import PDFDocument from 'pdfkit';
import { type FontName, fontsFor, loadFont } from './fonts.ts';
import { isRtlScript, piecesOf, visualRuns } from './text-runs.ts';

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 42, foot: 34 } as const;
const INK = '#1a1d21';
const MUTED = '#5b636d';
const RULE = '#c9ced6';
const SHADE = '#f1f3f5';
const LEADING = 1.45;
const CELL_GAP = 6;
/** A cell never grows beyond this: what does not fit is cut with an ellipsis. */
const CELL_LINES_MAX = 12;

export interface PdfOptions {
  readonly language: Language;
  readonly title: string;
  /** At the foot of every page, beside its number. */
  readonly foot: string;
  readonly pageNumber: (page: number) => string;
  readonly createdAt: Date;
}

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly muted?: boolean;
}

export interface PdfColumn {
  readonly header: string;
  /** Share of the page's width. */
  readonly width: number;
  readonly align?: 'start' | 'end';
}

interface UsableFont {
  readonly name: FontName;
  readonly has: (character: string) => boolean;
}

/** A point of a signature, in any unit. */
export interface StrokePoint {
  readonly x: number;
  readonly y: number;
}

/**
 * A document that is written from top to bottom. Pages leave memory as they fill, so its length is
 * not bounded by memory; `pdfChunks` hands them on.
 */
export class PdfWriter {
  readonly #doc: PDFDocument;
  readonly #options: PdfOptions;
  readonly #dir: 'ltr' | 'rtl';
  readonly #locale: string;
  readonly #fonts: readonly UsableFont[];
  #y = 0;
  #page = 0;
  #columns: readonly PdfColumn[] | undefined;

  private constructor(doc: PDFDocument, options: PdfOptions, fonts: readonly UsableFont[]) {
    const { dir, locale } = languageInfo(options.language);
    this.#doc = doc;
    this.#options = options;
    this.#dir = dir;
    this.#locale = locale;
    this.#fonts = fonts;
    this.#newPage();
  }

  static async open(options: PdfOptions): Promise<PdfWriter> {
    const doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: false,
      compress: true,
      lang: languageInfo(options.language).locale,
      displayTitle: true,
      font: null,
      info: { Title: options.title, Creator: 'Glasshouse', Producer: 'Glasshouse', CreationDate: options.createdAt },
    });
    const fonts = await Promise.all(
      fontsFor(options.language).map(async (name) => {
        const { content, font } = await loadFont(name);
        doc.registerFont(name, content);
        return { name, has: (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) as number) };
      }),
    );
    return new PdfWriter(doc, options, fonts);
  }

  /** The bytes of the pages that are full. */
  take(): Uint8Array | undefined {
    return (this.#doc.read() as Uint8Array | null) ?? undefined;
  }

  get stream(): AsyncIterable<Uint8Array> {
    return this.#doc;
  }

  end(): void {
    this.#foot();
    this.#doc.end();
  }

  heading(text: string, level: 1 | 2 = 2): void {
    this.#columns = undefined;
    const size = level === 1 ? 18 : 12;
    this.space(level === 1 ? 0 : 10);
    // A heading at the foot of a page belongs to the next one.
    this.#room(size * LEADING + 40);
    this.paragraph(text, { size, bold: true });
    this.space(3);
  }

  paragraph(text: string, style: TextStyle = {}): void {
    const size = style.size ?? 9.5;
    const width = PAGE.width - 2 * PAGE.margin;
    for (const part of text.split('\n')) {
      for (const line of this.#lines(part, { size, width, max: Number.POSITIVE_INFINITY })) {
        this.#room(size * LEADING);
        this.#line(line, { ...style, size, x: PAGE.margin, width, align: 'start' });
        this.#y += size * LEADING;
      }
    }
    this.space(3);
  }

  /** Names with their values, one below the other. */
  pairs(rows: readonly (readonly [name: string, value: string])[]): void {
    const columns: PdfColumn[] = [
      { header: '', width: 1 },
      { header: '', width: 2 },
    ];
    this.#columns = undefined;
    for (const row of rows) this.#row(columns, row, {});
    this.space(6);
  }

  /** Begins a table; its header is repeated on every page that it reaches. */
  table(columns: readonly PdfColumn[]): void {
    this.#columns = undefined;
    this.#room(60);
    this.#head(columns);
    this.#columns = columns;
  }

  row(cells: readonly string[], style: TextStyle = {}): void {
    if (this.#columns === undefined) throw new Error('a row needs a table');
    this.#row(this.#columns, cells, style);
  }

  endTable(): void {
    this.#columns = undefined;
    this.space(6);
  }

  /** A PNG or JPEG, at most so wide and high, in points. */
  image(content: Uint8Array, width: number, height: number): void {
    this.#room(height);
    const x = this.#dir === 'rtl' ? PAGE.width - PAGE.margin - width : PAGE.margin;
    this.#doc.image(content, x, this.#y, { fit: [width, height] });
    this.#y += height;
    this.space(4);
  }

  /** Strokes of a pen, such as a signature, scaled into a box; sharp at any size. */
  strokes(strokes: readonly (readonly StrokePoint[])[], width: number, height: number): void {
    this.#room(height);
    const points = strokes.flat();
    const left = Math.min(...points.map(({ x }) => x));
    const top = Math.min(...points.map(({ y }) => y));
    const spanX = Math.max(1, Math.max(...points.map(({ x }) => x)) - left);
    const spanY = Math.max(1, Math.max(...points.map(({ y }) => y)) - top);
    const scale = Math.min(width / spanX, height / spanY);
    const origin = this.#dir === 'rtl' ? PAGE.width - PAGE.margin - spanX * scale : PAGE.margin;
    const doc = this.#doc.lineWidth(1.2).lineCap('round').lineJoin('round');
    for (const stroke of strokes) {
      stroke.forEach(({ x, y }, index) => {
        const atX = origin + (x - left) * scale;
        const atY = this.#y + (y - top) * scale;
        if (index === 0) doc.moveTo(atX, atY);
        // A dot is a stroke of one point: a line of no length with round ends.
        if (0 < index || stroke.length === 1) doc.lineTo(atX, atY);
      });
      doc.stroke(INK);
    }
    this.#y += height;
    this.space(4);
  }

  rule(): void {
    this.#room(8);
    this.#doc.rect(PAGE.margin, this.#y + 3, PAGE.width - 2 * PAGE.margin, 0.6).fill(RULE);
    this.#y += 8;
  }

  space(points: number): void {
    this.#y += points;
  }

  pageBreak(): void {
    this.#newPage();
  }

  #newPage(): void {
    if (0 < this.#page) this.#foot();
    this.#doc.addPage();
    this.#page += 1;
    this.#y = PAGE.margin;
    const columns = this.#columns;
    if (columns === undefined) return;
    // While the header is drawn there is no table to repeat.
    this.#columns = undefined;
    this.#head(columns);
    this.#columns = columns;
  }

  #foot(): void {
    const y = this.#y;
    this.#y = PAGE.height - PAGE.foot;
    const width = PAGE.width - 2 * PAGE.margin;
    const style = { size: 7.5, muted: true, x: PAGE.margin, width } as const;
    const [foot = ''] = this.#lines(this.#options.foot, { size: 7.5, width: width - 80, max: 1 });
    this.#line(foot, { ...style, align: 'start' });
    this.#line(this.#options.pageNumber(this.#page), { ...style, align: 'end' });
    this.#y = y;
  }

  #room(height: number): void {
    if (PAGE.height - PAGE.foot - 8 < this.#y + height) this.#newPage();
  }

  #head(columns: readonly PdfColumn[]): void {
    const cells = columns.map(({ header }) => header);
    this.#row(columns, cells, { bold: true, size: 8 }, SHADE);
  }

  #row(columns: readonly PdfColumn[], cells: readonly string[], style: TextStyle, shade?: string): void {
    const size = style.size ?? 8;
    const whole = columns.reduce((sum, { width }) => sum + width, 0);
    const usable = PAGE.width - 2 * PAGE.margin;
    let offset = 0;
    const placed = columns.map(({ width: share, align = 'start' }, index) => {
      const width = (share / whole) * usable;
      const x = this.#dir === 'rtl' ? PAGE.width - PAGE.margin - offset - width : PAGE.margin + offset;
      offset += width;
      const inner = width - CELL_GAP;
      return {
        x: x + CELL_GAP / 2,
        width: inner,
        align,
        lines: this.#lines(cells[index] ?? '', { size, width: inner, max: CELL_LINES_MAX }),
      };
    });
    const height = Math.max(1, ...placed.map(({ lines }) => lines.length)) * size * LEADING + 4;
    this.#room(height);
    if (shade !== undefined) this.#doc.rect(PAGE.margin, this.#y, usable, height).fill(shade);
    const top = this.#y + 2;
    for (const { lines, ...place } of placed) {
      lines.forEach((line, index) => {
        this.#y = top + index * size * LEADING;
        this.#line(line, { ...style, size, ...place });
      });
    }
    this.#y = top - 2 + height;
    this.#doc.rect(PAGE.margin, this.#y - 0.4, usable, 0.4).fill(RULE);
  }

  /** Breaks text into lines of at most a width; a word too long for one is broken anywhere. */
  #lines(text: string, { size, width, max }: { size: number; width: number; max: number }): string[] {
    const lines: string[] = [];
    let line = '';
    const put = (piece: string): void => {
      if (this.#width((line + piece).trimEnd(), size) <= width) {
        line += piece;
        return;
      }
      if (line.trim() !== '') {
        lines.push(line.trimEnd());
        line = '';
        put(piece);
        return;
      }
      let part = '';
      for (const character of piece) {
        if (part !== '' && width < this.#width(part + character, size)) {
          lines.push(part);
          part = '';
        }
        part += character;
      }
      line = part;
    };
    for (const piece of piecesOf(text, this.#locale)) put(piece);
    if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd());
    if (lines.length <= max) return lines;
    return [...lines.slice(0, max - 1), `${(lines[max - 1] as string).slice(0, -1)}…`];
  }

  #line(
    line: string,
    style: TextStyle & {
      readonly size: number;
      readonly x: number;
      readonly width: number;
      readonly align: 'start' | 'end';
    },
  ): void {
    const toRight = (style.align === 'end') !== (this.#dir === 'rtl');
    let x = toRight ? style.x + style.width - this.#width(line, style.size) : style.x;
    const color = style.muted === true ? MUTED : INK;
    const doc = this.#doc
      .fillColor(color)
      .strokeColor(color)
      .lineWidth(style.size / 40);
    for (const { text, font, shaping } of this.#spans(line)) {
      doc.font(font).fontSize(style.size);
      doc.text(text, x, this.#y + style.size * 1.05, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...shaping,
        ...(style.bold === true && { fill: true, stroke: true }),
      });
      x += doc.widthOfString(text, shaping);
    }
  }

  #width(line: string, size: number): number {
    let width = 0;
    for (const { text, font, shaping } of this.#spans(line)) {
      width += this.#doc.font(font).fontSize(size).widthOfString(text, shaping);
    }
    return width;
  }

  /** Stretches of one font, from left to right. */
  #spans(line: string): Span[] {
    return visualRuns(line, this.#dir).flatMap(({ text, isRtl }) => {
      const spans: { text: string; font: FontName }[] = [];
      for (const character of text) {
        const last = spans.at(-1);
        const font = this.#fontOf(character, last?.font);
        if (last !== undefined && last.font === font) last.text += character;
        else spans.push({ text: character, font });
      }
      if (!isRtl) return spans;
      return spans.reverse().map((span) => (isRtlScript(span.text) ? { ...span, shaping: AS_ONE } : reversed(span)));
    });
  }

  /** Keeps the font of what came before where it can: marks stay with their letters. */
  #fontOf(character: string, before: FontName | undefined): FontName {
    const isShared = /[\s\p{M}\p{P}]/u.test(character);
    const fitting = this.#fonts.filter(({ has }) => has(character));
    if (isShared && fitting.some(({ name }) => name === before)) return before as FontName;
    return fitting[0]?.name ?? 'latin';
  }
}

interface Span {
  readonly text: string;
  readonly font: FontName;
  readonly shaping?: typeof AS_ONE;
}

/**
 * With a list of features, even an empty one, the library lays out a text as a whole, which turns
 * round the words of a right-to-left script; without one it does so word by word, and remembers.
 */
const AS_ONE: { readonly features: readonly string[] } = { features: [] };

/** The font engine turns round letters only, not marks by themselves. */
const reversed = (span: Span): Span => ({ ...span, text: [...span.text].reverse().join('') });

/**
 * A PDF as chunks of a file, page by page as the client takes them. `write` draws, and yields where
 * pages may be handed on.
 */
export async function* pdfChunks(
  options: PdfOptions,
  write: (pdf: PdfWriter) => AsyncIterable<void> | Iterable<void>,
): AsyncGenerator<Uint8Array> {
  const pdf = await PdfWriter.open(options);
  for await (const _ of write(pdf)) {
    const full = pdf.take();
    if (full !== undefined) yield full;
  }
  pdf.end();
  for await (const rest of pdf.stream) yield rest;
}
