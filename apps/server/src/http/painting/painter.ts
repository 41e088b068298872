import { createFormatter } from '@glasshouse/i18n/format';
import type { Language } from '@glasshouse/i18n/languages';
import { translatorFor } from '@glasshouse/i18n/server';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Effort } from '../../platform/compression.ts';
import { requestUrl } from '../request-context.ts';
import { compressed, type PaintedFile, type StaticFile } from '../static-files.ts';
import { paintedDocument } from './document.ts';
import { type FigureSources, PAINTED_PAGES } from './painted-pages.ts';
import { type PaintedData, type PaintProgram, paintedMessages } from './program.ts';

/** Pages × languages × layouts that are looked at within a second; each is some 40 kB. */
const PAINTINGS_MAX = 200;
/** A painting serves everybody for this long: its prices are no older than those of the list. */
const FRESH_MS = 1_000;
/** Paintings a second, for everybody: at 4 ms each a sixth of the thread; others get the shell. */
const PER_SECOND_MAX = 40;
const EFFORT: Effort = { br: 4, gzip: 5 };

export interface PainterOptions extends FigureSources {
  readonly program: PaintProgram;
  /** Where people reach the site, without a slash at the end. */
  readonly site: string;
  readonly now: () => number;
  readonly languageFor: (request: FastifyRequest) => Language;
  readonly onError: (error: unknown) => void;
}

interface Painted {
  readonly at: number;
  readonly answer: Promise<PaintedFile | undefined>;
}

/**
 * Pages as a visitor sees them at this moment, painted where HTTP is served and never for one
 * person: the same for everybody with the language and the kind of device.
 */
export class Painter {
  readonly #options: PainterOptions;
  readonly #paintings = new LRUCache<string, Painted>({ max: PAINTINGS_MAX });
  #second = 0;
  #paintedInSecond = 0;

  constructor(options: PainterOptions) {
    this.#options = options;
  }

  /** Undefined: this page is not painted, or not now; then the shell is sent. */
  paint(request: FastifyRequest, page: StaticFile): Promise<PaintedFile | undefined> | undefined {
    const { program, languageFor, now } = this.#options;
    const url = requestUrl(request);
    const painted = PAINTED_PAGES.find(({ path }) => path === url.pathname);
    const address = painted?.addressOf(url.searchParams);
    if (painted === undefined || address === undefined) return undefined;
    const language = languageFor(request);
    const layout = program.layoutOf(request.headers['user-agent'] ?? '');
    const key = `${page.etag} ${address} ${language} ${layout}`;
    const known = this.#paintings.get(key);
    const at = now();
    if (known !== undefined && at - known.at < FRESH_MS) return known.answer;
    if (!this.#mayPaint(at)) return undefined;
    const work = async (): Promise<PaintedFile | undefined> => {
      const figures = await painted.figures(this.#options, { address: new URL(address, this.#options.site), language });
      if (figures === 'missing') return { status: 404, file: page, styleHash: undefined };
      const data = { at: now(), language, layout, address, ...figures };
      const messages = paintedMessages(language);
      const markup = await program.paint({ data, messages, site: this.#options.site });
      const { type, cacheControl } = page;
      const built = page.bytes.toString('utf8');
      const { html, styleHash } = paintedDocument({ page: built, markup, data, note: noteFor(data) });
      return { status: 200, file: compressed(type, html, { effort: EFFORT, cacheControl }), styleHash };
    };
    const answer = work().catch((error: unknown) => {
      this.#options.onError(error);
      return undefined;
    });
    this.#paintings.set(key, { at, answer });
    return answer;
  }

  #mayPaint(at: number): boolean {
    const second = Math.floor(at / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#paintedInSecond = 0;
    }
    this.#paintedInSecond += 1;
    return this.#paintedInSecond <= PER_SECOND_MAX;
  }
}

/** What readers without scripts are told: from when the prices are, or that a form needs them. */
function noteFor({ at, address, language, rows }: PaintedData): string {
  const { t } = translatorFor(language);
  if (address.startsWith('/pass/')) return t('site:painted.login');
  if (rows.length === 0) return '';
  return t('site:painted.asOf', { time: `${createFormatter(language, 'UTC').dateTime(at)} UTC` });
}
