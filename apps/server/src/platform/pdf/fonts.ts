import { readFile } from 'node:fs/promises';
import type { Language } from '@glasshouse/api/constants';
import { create, type Font } from 'fontkit';

/** The shipped fonts, and where they come from: fonts/README.md. */
const FILES = {
  latin: 'latin.ttf',
  arabic: 'arabic.ttf',
  thai: 'thai.ttf',
  japanese: 'japanese.otf',
  korean: 'korean.otf',
  traditional: 'chinese-traditional.otf',
  simplified: 'chinese-simplified.otf',
} as const;
export type FontName = keyof typeof FILES;

const EAST_ASIAN: readonly FontName[] = ['japanese', 'traditional', 'simplified', 'korean'];
/** A character has other strokes in Tokyo than in Hong Kong: a language's own font comes first. */
const OWN: { readonly [Name in Language]?: FontName } = {
  ja: 'japanese',
  ko: 'korean',
  th: 'thai',
  ar: 'arabic',
  hk: 'traditional',
  zh: 'simplified',
};

/** The fonts in which a document of a language looks for a character, in this order. */
export const fontsFor = (language: Language): readonly FontName[] => {
  const own = OWN[language];
  return [...new Set<FontName>(['latin', ...(own === undefined ? [] : [own]), 'arabic', 'thai', ...EAST_ASIAN])];
};

interface Loaded {
  readonly content: Uint8Array;
  readonly font: Font;
}

const loading = new Map<FontName, Promise<Loaded>>();

/** Read once and kept: seven files, ten megabytes together. */
export function loadFont(name: FontName): Promise<Loaded> {
  const begun = loading.get(name);
  if (begun !== undefined) return begun;
  const begin = async (): Promise<Loaded> => {
    const content = await readFile(new URL(`./fonts/${FILES[name]}`, import.meta.url));
    return { content, font: create(content) };
  };
  const load = begin();
  load.catch(() => loading.delete(name));
  loading.set(name, load);
  return load;
}
