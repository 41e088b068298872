import { escaped } from '../site/pages.ts';
import type { PaintedData } from './program.ts';

/**
 * Data in a page, which no browser executes: `<` is the one character that could end or open
 * anything there.
 */
export const embedded = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** What the page needs behind its first price; `start.ts` fetches it then. */
const LATER = /<link rel="modulepreload" data-page /g;
const NO_SCRIPT = /<noscript>[^<]*<\/noscript>/;
const EMPTY_ROOT = '<div id="root"></div>';

interface Document {
  /** The built page, with the head of the address. */
  readonly page: string;
  readonly markup: string;
  readonly data: PaintedData;
  /** For readers without scripts; empty where there is nothing to say. */
  readonly note: string;
}

/** A built page with what was painted in the place of the app. */
export function paintedDocument({ page, markup, data, note }: Document): string {
  if (!page.includes(EMPTY_ROOT)) throw new Error('the page has no empty root to paint in');
  return page
    .replace('<html ', () => `<html data-painted="${data.language} ${data.layout}" `)
    .replaceAll(LATER, () => '<link rel="later" ')
    .replace(NO_SCRIPT, () => (note === '' ? '' : `<noscript><p class="painted-note">${escaped(note)}</p></noscript>`))
    .replace(
      EMPTY_ROOT,
      () => `<div id="root">${markup}</div><script type="application/json" id="painted">${embedded(data)}</script>`,
    );
}
