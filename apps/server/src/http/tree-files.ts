import { placeOfPath, TILE_WIDTH } from '@glasshouse/rules/tlog/tiles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CALL_WEIGHT } from './request-budget.ts';

/** A file of a transparency log by its path; undefined where there is none. */
export type TreeFiles = (log: string, path: string) => Promise<Uint8Array | undefined>;

const HEAD = 'checkpoint';
/** A head is at most a minute old: it is asked for again soon. */
const HEAD_SECONDS = 5;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** A partial tile is dropped once the full one is there. */
const FOR_AN_HOUR = 'public, max-age=3600';

/**
 * The transparency logs as C2SP `tlog-tiles` serves them: `/tlog/<log>/checkpoint`, and tiles and
 * bundles of entries under `/tlog/<log>/tile/`. For verifiers on any site, so any may read them.
 */
export function registerTreeFiles(app: FastifyInstance, files: TreeFiles): void {
  app.get<{ Params: { log: string; '*': string } }>(
    '/tlog/:log/*',
    { config: { weight: CALL_WEIGHT } },
    async (request, reply) => {
      const { log, '*': path } = request.params;
      const place = placeOfPath(path);
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      if (path !== HEAD && place === undefined) return notThere(reply);
      const bytes = await files(log, path);
      if (bytes === undefined) return notThere(reply);
      if (place === undefined) {
        reply.header('cache-control', `public, max-age=${HEAD_SECONDS}`).type('text/plain; charset=utf-8');
      } else {
        reply
          .header('cache-control', place.width === TILE_WIDTH ? FOR_EVER : FOR_AN_HOUR)
          .type('application/octet-stream');
      }
      return reply.send(Buffer.from(bytes));
    },
  );
}

const notThere = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('not found\n');
