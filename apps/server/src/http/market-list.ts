import { calls } from '@glasshouse/api/calls';
import { BASE_PATH } from '@glasshouse/api/constants';
import type { FastifyInstance } from 'fastify';
import type { MarketListBytes } from '../market-data/snapshot/market-list.ts';
import { acceptedEncoding, hasVersion } from './content-encoding.ts';
import { type Envelopes, JSON_TYPE } from './envelope.ts';
import { queryCoercer } from './query-values.ts';
import { largeInMemory } from './request-budget.ts';
import { requestLanguage } from './request-context.ts';
import { compileValidator } from './validation.ts';

/**
 * Built by `MarketList`: the same bytes for everybody. No types: all of them; no limit: every row.
 */
export interface MarketListSource {
  bytes(types: readonly number[], limit?: number): MarketListBytes;
}

/**
 * `listMarkets` as bytes: serialised and compressed once a second at most, not for each caller
 * (3,000 answers a second against 25,000). `no-cache` lets a browser keep it and ask with its ETag.
 */
export function registerMarketList(app: FastifyInstance, envelopes: Envelopes, source: MarketListSource): void {
  const spec = calls.listMarkets;
  const coerce = queryCoercer(spec.query);
  const check = compileValidator(spec.query);
  const all: readonly number[] = [];

  app.get(BASE_PATH + spec.path, { config: { weight: largeInMemory } }, (request, reply) => {
    let types = all;
    let limit: number | undefined;
    if (request.url.includes('?')) {
      const query = coerce(request.query as Record<string, string | string[]>) as {
        type?: number | number[];
        limit?: number;
      };
      const problem = check(query);
      if (problem !== undefined)
        return envelopes.send(reply, { ok: false, ...problem }, () => requestLanguage(request));
      if (query.type !== undefined) types = Array.isArray(query.type) ? query.type : [query.type];
      limit = query.limit;
    }
    const list = source.bytes(types, limit);
    reply.header('etag', list.etag);
    reply.header('cache-control', 'no-cache');
    reply.header('vary', 'accept-encoding');
    if (hasVersion(request.headers['if-none-match'], list.etag)) return reply.code(304).send();
    reply.header('content-type', JSON_TYPE);
    reply.header('x-content-type-options', 'nosniff');
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return reply.send(list.identity);
    return reply.header('content-encoding', encoding).send(list[encoding]);
  });
}
