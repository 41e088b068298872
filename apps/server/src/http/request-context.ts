import {
  BOOK_OF_VIRTUALLY,
  HEADER_BOOK,
  HEADER_LANGUAGE,
  HEADER_VISITOR,
  type Language,
} from '@glasshouse/api/constants';
import { languageOf, negotiateLanguage } from '@glasshouse/i18n/languages';
import type { FastifyRequest } from 'fastify';
import type { Book } from '../kernel/core/types.ts';
import type { CallContext, Caller } from '../platform/call.ts';

/** What a handler knows about the request. The language is resolved on demand. */
export class RequestContext implements CallContext {
  readonly #request: FastifyRequest;
  caller: Caller | undefined;
  /** What the caller's identity check has reached; for the gateway, not for handlers. */
  verified: 'none' | 'basic' | 'full' = 'none';
  /** How the log names the caller's session; for the gateway, not for handlers. */
  session: string | undefined;
  book: Book = 'demo';
  commandId = '';

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get language(): Language {
    return requestLanguage(this.#request);
  }

  get visitor(): string | undefined {
    const header = this.#request.headers[HEADER_VISITOR];
    return typeof header === 'string' ? header : undefined;
  }

  get ip(): string {
    return this.#request.ip;
  }

  get acceptEncoding(): string | undefined {
    return this.#request.headers['accept-encoding'];
  }

  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? '';
  }
}

/**
 * The path and query that were asked for. What is no address of this site, as `//` and the absolute
 * forms that proxies send, is the home page.
 */
export function requestUrl(request: Pick<FastifyRequest, 'url'>): URL {
  const text = `http://site${request.url.startsWith('/') ? '' : '/'}${request.url}`;
  return new URL(URL.canParse(text) ? text : 'http://site/');
}

/** `lang` when it names one of ours, else the best of `Accept-Language`, else English. */
export function requestLanguage(request: FastifyRequest): Language {
  const { headers } = request;
  const lang = headers[HEADER_LANGUAGE];
  const chosen = typeof lang === 'string' ? languageOf(lang) : undefined;
  return chosen ?? negotiateLanguage(headers['accept-language']);
}

/**
 * `virtually: YES` is the real book; without the header it is the demo book. Undefined for anything
 * else.
 */
export function requestBook(request: FastifyRequest): Book | undefined {
  const header = request.headers[HEADER_BOOK];
  if (header === undefined) return 'demo';
  if (typeof header !== 'string') return undefined;
  return BOOK_OF_VIRTUALLY[header.toUpperCase() as keyof typeof BOOK_OF_VIRTUALLY];
}

/** The bare token, or the one after `Bearer`. Undefined when none was sent. */
export function requestToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined || header === '') return undefined;
  return header.length > 7 && header.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() : header;
}
