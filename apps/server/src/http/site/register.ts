import { type Language, languageOf, negotiateLanguage } from '@glasshouse/i18n/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networkKey } from '../../platform/address-keys.ts';
import type { Effort } from '../../platform/compression.ts';
import { FairQueue } from '../../platform/fair-queue.ts';
import { largeInMemory, PICTURE_WEIGHT } from '../request-budget.ts';
import { requestUrl } from '../request-context.ts';
import type { PageHeaders } from '../security-headers.ts';
import { compressed, type StaticFile, sendFile } from '../static-files.ts';
import { manifestIn } from './manifest.ts';
import { headOf, robotsText, sitemapXml, withHead } from './pages.ts';
import { type PicturedMarket, socialPicture } from './picture.ts';
import { type PicturedReceipt, receiptPicture } from './receipt-picture.ts';

/** Markets × languages that are asked for at a time; each is a few kilobytes. */
const PAGES_MAX = 1_000;
const PICTURES_MAX = 200;
/** A preview shows prices with their time; it need not be newer than this. */
const PICTURE_MS = 300_000;
/** Pictures that wait to be drawn; more are refused, and their pages previewed without one. */
const DRAWINGS = { slots: 1, waitingPerKeyMax: 10, waitingMax: 200 };
const PAGE_EFFORT: Effort = { br: 4, gzip: 6 };
const MAP_EFFORT: Effort = { br: 5, gzip: 6 };
const HTML = 'text/html; charset=utf-8';
const MANIFEST = 'application/manifest+json';

export interface SiteHeadOptions {
  /** The address by which people reach it. */
  readonly publicUrl: string;
  /** A market as everybody sees it now. */
  readonly marketOf: (code: string) => PicturedMarket | undefined;
  /** A receipt as its owner shows it; undefined once they show it no more. */
  readonly sharedOf: (token: string) => Promise<PicturedReceipt | undefined>;
  readonly headers: PageHeaders;
}

const queryOf = (request: FastifyRequest): URLSearchParams => requestUrl(request).searchParams;

/** The language that an address names, else the reader's. */
export const languageFor = (request: FastifyRequest): Language =>
  languageOf(queryOf(request).get('language') ?? '') ?? negotiateLanguage(request.headers['accept-language']);

/**
 * What crawlers and previews read: the head of every page in its language, the map of the site, and
 * a picture for each market. Returns how a built page, or the manifest, is sent.
 */
export function registerSiteHeads(
  app: FastifyInstance,
  { publicUrl, marketOf, sharedOf, headers }: SiteHeadOptions,
): (request: FastifyRequest, file: StaticFile) => StaticFile {
  const site = publicUrl.replace(/\/$/, '');
  const pages = new LRUCache<string, StaticFile>({ max: PAGES_MAX });
  const pictures = new LRUCache<string, Buffer>({ max: PICTURES_MAX, ttl: PICTURE_MS });
  const drawings = new FairQueue(DRAWINGS);
  const drawn = { config: { weight: PICTURE_WEIGHT } };

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    code: string | undefined,
  ): Promise<FastifyReply> => {
    const language = languageFor(request);
    const market = code === undefined ? undefined : marketOf(code);
    if (code !== undefined && market === undefined) {
      reply.callNotFound();
      return reply;
    }
    const key = `${code ?? ''} ${language}`;
    const picture =
      pictures.get(key) ?? (await drawings.run(networkKey(request.ip), () => socialPicture(market, language)));
    if (picture === undefined) return reply.code(503).header('retry-after', '5').send();
    pictures.set(key, picture);
    return reply
      .headers(headers)
      .headers({ 'cache-control': `public, max-age=${PICTURE_MS / 1000}`, vary: 'accept-language' })
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/png')
      .send(picture);
  };
  app.get('/social/home.png', drawn, (request, reply) => send(request, reply, undefined));
  app.get<{ Params: { file: string } }>('/social/market/:file', drawn, (request, reply) => {
    const code = /^([A-Z0-9][A-Z0-9._-]{0,23})\.png$/.exec(request.params.file)?.[1];
    return send(request, reply, code ?? '');
  });

  // Never kept: its owner may take it back at any moment.
  app.get<{ Params: { file: string } }>('/social/receipt/:file', drawn, async (request, reply) => {
    const token = /^([A-Za-z0-9_-]{22})\.png$/.exec(request.params.file)?.[1];
    const receipt = token === undefined ? undefined : await sharedOf(token);
    if (receipt === undefined) {
      reply.callNotFound();
      return reply;
    }
    const language = languageFor(request);
    const picture = await drawings.run(networkKey(request.ip), () => receiptPicture(receipt, language));
    if (picture === undefined) return reply.code(503).header('retry-after', '5').send();
    return reply
      .headers(headers)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', vary: 'accept-language' })
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/png')
      .send(picture);
  });

  let map: StaticFile | undefined;
  app.get('/sitemap.xml', { config: { weight: largeInMemory } }, (request, reply) => {
    map ??= compressed(
      'application/xml; charset=utf-8',
      sitemapXml(site, (code) => marketOf(code) !== undefined),
      {
        effort: MAP_EFFORT,
        cacheControl: 'public, max-age=86400',
      },
    );
    return sendFile(request, reply, { file: map, headers });
  });

  const manifestFor = (file: StaticFile, language: Language): StaticFile => {
    const key = `${file.etag} ${language}`;
    const known = pages.get(key);
    if (known !== undefined) return known;
    const made = compressed(MANIFEST, manifestIn(file.bytes.toString('utf8'), language), {
      effort: PAGE_EFFORT,
      cacheControl: file.cacheControl,
    });
    pages.set(key, made);
    return made;
  };

  return (request, file) => {
    if (file.type !== HTML && file.type !== MANIFEST) return file;
    const language = languageFor(request);
    if (file.type === MANIFEST) return manifestFor(file, language);
    const url = requestUrl(request);
    const head = headOf(url, language);
    const key = `${file.etag} ${language} ${head.canonical ?? head.title}`;
    const known = pages.get(key);
    if (known !== undefined) return known;
    const page = compressed(HTML, withHead(file.bytes.toString('utf8'), head, { site, language }), {
      effort: PAGE_EFFORT,
      cacheControl: file.cacheControl,
    });
    pages.set(key, page);
    return page;
  };
}

/** Where the map of the site lies is part of the rules for crawlers. */
export const withSitemap = (file: StaticFile, publicUrl: string): StaticFile =>
  compressed(file.type, robotsText(file.bytes.toString('utf8'), publicUrl.replace(/\/$/, '')), {
    effort: PAGE_EFFORT,
    cacheControl: file.cacheControl,
  });
