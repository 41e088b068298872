import type { Language } from '@glasshouse/api/constants';
import { languageInfo } from '@glasshouse/i18n/languages';
import type { Font } from 'fontkit';
import { fontsFor, loadFont } from '../pdf/fonts.ts';
import { visualRuns } from '../pdf/text-runs.ts';

export interface TextPlace {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly color: string;
  /** The most that it takes; a longer text is drawn smaller. */
  readonly width: number;
  readonly align?: 'start' | 'end';
}

interface Stretch {
  readonly font: Font;
  text: string;
}

/**
 * Draws text as outlines of the shipped fonts: a picture looks the same whatever fonts the machine
 * has, and an SVG without text has nothing to escape.
 */
export async function textDrawer(language: Language): Promise<(text: string, place: TextPlace) => string> {
  const fonts = await Promise.all(fontsFor(language).map(async (name) => (await loadFont(name)).font));
  const { dir } = languageInfo(language);
  const first = fonts[0] as Font;
  const fontOf = (character: string): Font =>
    fonts.find((font) => font.hasGlyphForCodePoint(character.codePointAt(0) as number)) ?? first;
  const stretches = (text: string): Stretch[] =>
    visualRuns(text, dir).flatMap((run) => {
      const found: Stretch[] = [];
      for (const character of run.text) {
        const last = found.at(-1);
        const font = /[\s\p{M}]/u.test(character) ? (last?.font ?? first) : fontOf(character);
        if (last?.font === font) last.text += character;
        else found.push({ font, text: character });
      }
      return run.isRtl ? found.reverse() : found;
    });

  return (text, { x, y, size, color, width, align = 'start' }) => {
    const parts = stretches(text).map(({ font, text: part }) => ({ font, run: font.layout(part) }));
    const natural = parts.reduce((sum, { font, run }) => sum + run.advanceWidth / font.unitsPerEm, 0);
    const fitting = Math.min(size, width / Math.max(natural, 1e-6));
    const toRight = (align === 'end') !== (dir === 'rtl');
    let at = toRight ? x + width - natural * fitting : x;
    const drawn: string[] = [];
    for (const { font, run } of parts) {
      const scale = fitting / font.unitsPerEm;
      run.glyphs.forEach((glyph, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[index] ?? {};
        const path = glyph.path.toSVG();
        if (path !== '') {
          const [left, base] = [at + xOffset * scale, y - yOffset * scale].map((value) => value.toFixed(2));
          const scaled = scale.toFixed(5);
          drawn.push(`<path transform="translate(${left} ${base}) scale(${scaled} -${scaled})" d="${path}"/>`);
        }
        at += xAdvance * scale;
      });
    }
    return `<g fill="${color}">${drawn.join('')}</g>`;
  };
}
