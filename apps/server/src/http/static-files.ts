import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, hasVersion } from './content-encoding.ts';
import { PAGE_HEADERS } from './security-headers.ts';

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

/** Vite puts a hash of the content into these names, so they never change. */
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
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

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  reply.headers(PAGE_HEADERS);
  reply.header('cache-control', file.cacheControl);
  reply.header('etag', file.etag);
  reply.header('vary', 'accept-encoding');
  if (hasVersion(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const encoded = encoding === undefined ? undefined : file[encoding];
  if (encoding !== undefined && encoded !== undefined) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(encoded ?? file.bytes);
}

export interface SiteOptions {
  /** `apps/web/dist`. */
  readonly webFolder: string;
  /** Drawn and packaged logos, served under `/logos/`. */
  readonly logosFolder: string;
}

/**
 * Serves the app: files by name, and its page for every other path outside `/swx`, because the app
 * does its own routing and sends unknown paths home. A path whose page the build has written apart
 * (`/cruuency` → `cruuency.html`) gets that one: the same app, with links to what it needs first.
 * Files that are asked for by name and missing are not found: a page in place of a script would
 * only confuse.
 */
export function registerSite(
  app: FastifyInstance,
  options: SiteOptions,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const files = new Map([...readStaticFiles(options.webFolder), ...readStaticFiles(options.logosFolder, '/logos')]);
  for (const [url, file] of files) {
    if (url === '/index.html') continue;
    app.get(url, { exposeHeadRoute: true }, (request, reply) => sendFile(request, reply, file));
  }
  const page = files.get('/index.html');
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(?:swx|logos|assets)(?:\/|$)/.test(path);
    if (!isPage) return false;
    const own = files.get(`${path}.html`) ?? page;
    if (own !== undefined) void sendFile(request, reply, own);
    else
      void reply
        .headers(PAGE_HEADERS)
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The web app is not built: npm start builds it.\n');
    return true;
  };
}
