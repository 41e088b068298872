import { publishedDocuments } from '@glasshouse/api/documents';
import type { FastifyInstance } from 'fastify';
import { compressNow, type Effort } from '../platform/compression.ts';
import { largeInMemory } from './request-budget.ts';
import type { PageHeaders } from './security-headers.ts';
import { etagOf, type StaticFile, sendFile } from './static-files.ts';

/** Good enough for a document that is read now and then, and compressed when it first is. */
const EFFORT: Effort = { br: 5, gzip: 6 };

/** The contract as OpenAPI, AsyncAPI and a page to read. */
export function registerProtocolPages(app: FastifyInstance, headers: PageHeaders): void {
  for (const { path, contentType, body } of publishedDocuments()) {
    const compressed: { br?: Buffer; gzip?: Buffer } = {};
    const file: StaticFile = {
      type: contentType,
      cacheControl: 'no-cache',
      etag: etagOf(body),
      bytes: body,
      get br() {
        compressed.br ??= compressNow.br(body, EFFORT);
        return compressed.br;
      },
      get gzip() {
        compressed.gzip ??= compressNow.gzip(body, EFFORT);
        return compressed.gzip;
      },
    };
    app.get(path, { config: { weight: largeInMemory } }, (request, reply) =>
      sendFile(request, reply, { file, headers }),
    );
  }
}
