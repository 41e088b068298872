import type { FastifyInstance } from 'fastify';
import type { Pool } from '../platform/postgres.ts';
import { CALL_WEIGHT, FREE } from './request-budget.ts';

export interface HealthSources {
  readonly pool: Pool;
  readonly isReady: () => boolean;
  /** Whether each watched chain is read; none without watchers. */
  readonly watchers?: () => { readonly [network: string]: boolean };
}

/**
 * `/healthz`: the process answers. `/readyz`: the database and the core do too; 503 tells a
 * balancer to look elsewhere. A watcher in trouble is told and makes nobody unready: people trade
 * on while deposits wait.
 */
export function registerHealth(app: FastifyInstance, { pool, isReady, watchers }: HealthSources): void {
  app.get('/healthz', { config: { weight: FREE } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config: { weight: CALL_WEIGHT } }, async (_request, reply) => {
    const database = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    const core = isReady();
    reply.code(database && core ? 200 : 503).header('cache-control', 'no-store');
    const status = database && core ? 'ok' : 'unavailable';
    // Not which trouble: addresses of endpoints have keys in them, and anybody may ask.
    return { status, database, core, watchers: watchers?.() ?? {} };
  });
}
