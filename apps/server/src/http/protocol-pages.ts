import { publishedDocuments } from '@glasshouse/api/documents';
import type { FastifyInstance } from 'fastify';
import { compressNow, type Effort } from '../platform/compression.ts';
import { etagOf, sendFile } from './static-files.ts';

/** Good enough for a document that is read now and then, and compressed at each start. */
const EFFORT: Effort = { br: 5, gzip: 6 };

/** The contract as OpenAPI, AsyncAPI and a page to read. */
export function registerProtocolPages(app: FastifyInstance): void {
  for (const { path, contentType, body } of publishedDocuments()) {
    const file = {
      type: contentType,
      cacheControl: 'no-cache',
      etag: etagOf(body),
      bytes: body,
      br: compressNow.br(body, EFFORT),
      gzip: compressNow.gzip(body, EFFORT),
    };
    app.get(path, (request, reply) => sendFile(request, reply, file));
  }
}
