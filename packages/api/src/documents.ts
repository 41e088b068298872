import { readFileSync } from 'node:fs';
import { docsPage } from './docs-page.ts';
import { ASYNCAPI_FILE, englishTexts, OPENAPI_FILE } from './generated-files.ts';

export interface PublishedDocument {
  /** Path on the server. */
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * The API documents the server publishes. The page needs no script: `script-src 'none'; style-src
 * 'self'` is enough.
 */
export const publishedDocuments = (): readonly PublishedDocument[] => [
  { path: '/swx/openapi.json', contentType: 'application/json; charset=utf-8', body: readFileSync(OPENAPI_FILE) },
  { path: '/swx/asyncapi.json', contentType: 'application/json; charset=utf-8', body: readFileSync(ASYNCAPI_FILE) },
  { path: '/swx/docs', contentType: 'text/html; charset=utf-8', body: Buffer.from(docsPage(englishTexts())) },
  {
    path: '/swx/docs.css',
    contentType: 'text/css; charset=utf-8',
    body: readFileSync(new URL('./docs.css', import.meta.url)),
  },
];
