import type { FastifyInstance } from 'fastify';
import type { Pool } from '../platform/postgres.ts';

/**
 * `/healthz`: the process answers. `/readyz`: the database and the core do too; 503 tells a
 * balancer to look elsewhere.
 */
export function registerHealth(
  app: FastifyInstance,
  { pool, isReady }: { readonly pool: Pool; readonly isReady: () => boolean },
): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const database = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    const core = isReady();
    reply.code(database && core ? 200 : 503).header('cache-control', 'no-store');
    return { status: database && core ? 'ok' : 'unavailable', database, core };
  });
}
