import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { publishedDocuments } from '@glasshouse/contract/documents';
import type { FastifyInstance } from 'fastify';
import { etagOf, sendFile } from './static-files.ts';

/** Good enough for a document that is read now and then, and compressed at each start. */
const BROTLI_QUALITY = 5;

/** The contract as OpenAPI, AsyncAPI and a page to read. */
export function registerProtocolPages(app: FastifyInstance): void {
  for (const { path, contentType, body } of publishedDocuments()) {
    const file = {
      type: contentType,
      cacheControl: 'no-cache',
      etag: etagOf(body),
      bytes: body,
      br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
      gzip: gzipSync(body),
    };
    app.get(path, (request, reply) => sendFile(request, reply, file));
  }
}
