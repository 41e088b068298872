import { createHash } from 'node:crypto';
import { escaped, NO_SCRIPT, noScript } from '../site/pages.ts';
import type { PaintedData } from './program.ts';

/**
 * Data in a page, which no browser executes: `<` is the one character that could end or open
 * anything there.
 */
export const embedded = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** What the page needs behind its first price; `start.ts` fetches it then. */
const LATER = /<link rel="modulepreload" data-page /g;
/** A style that React wrote into an attribute; one with a quote or an angle is left out. */
const STYLE = / data-style="([\w\s:;.,%()#-]+)"/g;
const EMPTY_ROOT = '<div id="root"></div>';

interface Document {
  /** The built page, with the head of the address. */
  readonly page: string;
  readonly markup: string;
  readonly data: PaintedData;
  /** For readers without scripts; empty where there is nothing to say. */
  readonly note: string;
}

/**
 * The styles of a markup as a sheet, for readers without scripts: the policy of the page forbids
 * them in attributes, and `boot.js`, which sets them otherwise, does not run there.
 */
export function styleSheetOf(markup: string): string {
  const styles = new Set(Array.from(markup.matchAll(STYLE), ([, style]) => style ?? ''));
  return [...styles].map((style) => `[data-style="${style}"]{${style}}`).join('');
}

interface PaintedDocument {
  readonly html: string;
  /** Of the one sheet in it, which the policy of the page has to allow; undefined: none. */
  readonly styleHash: string | undefined;
}

/** A built page with what was painted in the place of the app. */
export function paintedDocument({ page, markup, data, note }: Document): PaintedDocument {
  if (!page.includes(EMPTY_ROOT)) throw new Error('the page has no empty root to paint in');
  const sheet = styleSheetOf(markup);
  const html = page
    .replace('<html ', () => `<html data-painted="${data.language} ${data.layout}" `)
    .replaceAll(LATER, () => '<link rel="later" ')
    .replace(NO_SCRIPT, () => (note === '' ? '' : noScript(`<p class="painted-note">${escaped(note)}</p>`)))
    .replace('</head>', () => (sheet === '' ? '</head>' : `${noScript(`<style>${sheet}</style>`)}</head>`))
    .replace(
      EMPTY_ROOT,
      () => `<div id="root">${markup}</div><script type="application/json" id="painted">${embedded(data)}</script>`,
    );
  const styleHash = sheet === '' ? undefined : createHash('sha256').update(sheet).digest('base64');
  return { html, styleHash };
}
