import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressNow, type Effort } from '../platform/compression.ts';
import { acceptedEncoding, hasVersion } from './content-encoding.ts';
import { PAGE_WEIGHT } from './request-budget.ts';
import { type PageHeaders, withStyleHash } from './security-headers.ts';

/** The built app is a few megabytes; it is read once and served from memory. */
const FILES_MAX = 5_000;
const BYTES_MAX = 128 * 1024 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Of what is sent in the language of who asks, pages for the kind of device as well. */
const IN_LANGUAGES = /^(?:text\/html|application\/manifest)/;

/** Vite puts a hash of the content into these names, so they never change. */
const HASHED = /^(?:\/operator)?\/assets\/.+-[\w-]{8,}\.\w+$/;
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';
const ONE_DAY = 'public, max-age=86400';

export interface StaticFile {
  readonly type: string;
  readonly cacheControl: string;
  readonly etag: string;
  readonly bytes: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

export type StaticFiles = ReadonlyMap<string, StaticFile>;

export const etagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

interface CompressedOptions {
  readonly effort: Effort;
  readonly cacheControl: string;
}

/** A text that the server makes while it runs, in every encoding. */
export function compressed(type: string, text: string, { effort, cacheControl }: CompressedOptions): StaticFile {
  const bytes = Buffer.from(text);
  return {
    type,
    bytes,
    cacheControl,
    etag: etagOf(bytes),
    br: compressNow.br(bytes, effort),
    gzip: compressNow.gzip(bytes, effort),
  };
}

/**
 * Reads a folder into memory: path on the wire → file, with what the build compressed beside it. An
 * absent folder is empty.
 */
export function readStaticFiles(folder: string, prefix = ''): StaticFiles {
  const files = new Map<string, StaticFile>();
  if (!existsSync(folder)) return files;
  let total = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const type = TYPES[extname(name)];
    if (type === undefined || !statSync(path).isFile()) continue;
    const url = `${prefix}/${name.split(sep).join('/')}`;
    const bytes = readFileSync(path);
    const br = readIfThere(`${path}.br`);
    const gzip = readIfThere(`${path}.gz`);
    total += bytes.length + (br?.length ?? 0) + (gzip?.length ?? 0);
    if (FILES_MAX <= files.size || BYTES_MAX < total) throw new Error(`${folder} holds more than a built app should`);
    files.set(url, {
      type,
      cacheControl: HASHED.test(url) ? FOREVER : prefix === '/logos' ? ONE_DAY : ASK_AGAIN,
      etag: etagOf(bytes),
      bytes,
      ...(br === undefined ? {} : { br }),
      ...(gzip === undefined ? {} : { gzip }),
    });
  }
  return files;
}

const readIfThere = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, headers }: { readonly file: StaticFile; readonly headers: PageHeaders },
): FastifyReply {
  reply.headers(headers);
  reply.header('cache-control', file.cacheControl);
  reply.header('etag', file.etag);
  reply.header(
    'vary',
    IN_LANGUAGES.test(file.type) ? 'accept-encoding, accept-language, user-agent' : 'accept-encoding',
  );
  if (hasVersion(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const encoded = encoding === undefined ? undefined : file[encoding];
  if (encoding !== undefined && encoded !== undefined) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(encoded ?? file.bytes);
}

export interface SiteOptions {
  /** `apps/web/dist`. */
  readonly webFolder: string;
  /** `apps/console/dist`, served under `/operator/`. */
  readonly consoleFolder: string;
  /** Drawn and packaged logos, served under `/logos/`. */
  readonly logosFolder: string;
  /** What paints the first screen; without it the app draws everything. */
  readonly paintProgram?: string;
}

/** What the pages get besides their files. */
export interface SiteParts {
  readonly headers: PageHeaders;
  readonly supportHeaders: () => Promise<PageHeaders>;
  readonly robots: (file: StaticFile) => StaticFile;
  /**
   * A page of the app with the head of what was asked for, or its manifest, in the language of who
   * asks.
   */
  readonly headed: (request: FastifyRequest, file: StaticFile) => StaticFile;
  /** The page as it looks at this moment; undefined where it is not painted, or not now. */
  readonly painted?: (request: FastifyRequest, page: StaticFile) => Promise<PaintedFile | undefined> | undefined;
}

/** A page with what it shows at this moment. */
export interface PaintedFile {
  readonly status: 200 | 404;
  readonly file: StaticFile;
  /** Of the one style sheet in its markup, for readers without scripts; undefined: none. */
  readonly styleHash: string | undefined;
}

/** The last part of a path with an ending: a file, and never a page of the apps. */
const NAMES_FILE = /\.\w{1,12}$/;

const CONSOLE_PATH = '/operator';
/** Opens in a window of its own; the only page that may frame a chat of somebody else. */
const SUPPORT_PATH = '/service.html';

/**
 * Serves the apps: files by name, and their page for every other path outside `/swx`, because they
 * do their own routing and send unknown paths home. Below `/operator` that is the console's page. A
 * path whose page the build has written apart (`/cruuency` → `cruuency.html`) gets that one: the
 * same app, with links to what it needs first; those without one get `other.html`. Files that are
 * asked for by name and missing are not found: a page in place of a script, or of a document, would
 * only confuse.
 */
export function registerSite(
  app: FastifyInstance,
  options: SiteOptions,
  { headers, supportHeaders, robots, headed, painted }: SiteParts,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const files = new Map([
    ...readStaticFiles(options.webFolder),
    ...readStaticFiles(options.consoleFolder, CONSOLE_PATH),
    ...readStaticFiles(options.logosFolder, '/logos'),
  ]);
  for (const [url, file] of files) {
    if (url.endsWith('/index.html')) continue;
    const sent = url === '/robots.txt' ? robots(file) : file;
    const isManifest = url.endsWith('.webmanifest');
    app.get(url, { exposeHeadRoute: true }, (request, reply) =>
      sendFile(request, reply, { file: isManifest ? headed(request, sent) : sent, headers }),
    );
  }
  const home = files.get('/index.html');
  // Without links to what only the home page needs.
  const page = files.get('/other.html') ?? home;
  if (page !== undefined) {
    app.get(SUPPORT_PATH, { exposeHeadRoute: true, config: { weight: PAGE_WEIGHT } }, async (request, reply) =>
      sendFile(request, reply, { file: headed(request, page), headers: await supportHeaders() }),
    );
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, own: StaticFile): Promise<void> => {
    const page = headed(request, own);
    const answer = await painted?.(request, page);
    if (answer?.status === 404) reply.code(404);
    const styleHash = answer?.styleHash;
    void sendFile(request, reply, {
      file: answer?.file ?? page,
      headers: styleHash === undefined ? headers : withStyleHash(headers, styleHash),
    });
  };
  const consolePage = files.get(`${CONSOLE_PATH}/index.html`);
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(?:swx|logos|assets|operator\/assets)(?:\/|$)/.test(path) &&
      !NAMES_FILE.test(path);
    if (!isPage) return false;
    const isConsole = path === CONSOLE_PATH || path.startsWith(`${CONSOLE_PATH}/`);
    const own = isConsole ? consolePage : path === '/' ? home : (files.get(`${path}.html`) ?? page);
    if (own !== undefined && isConsole) void sendFile(request, reply, { file: own, headers });
    else if (own !== undefined) void sendPage(request, reply, own);
    else
      void reply
        .headers(headers)
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The app is not built: npm start builds it.\n');
    return true;
  };
}
