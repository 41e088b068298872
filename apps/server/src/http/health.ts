import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { DamagedPage } from '../platform/damaged-pages.ts';
import type { Pool } from '../platform/postgres.ts';
import { CALL_WEIGHT, FREE } from './request-budget.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by machines all day: nobody looks at prices. */
    readonly isProbe?: boolean;
  }
}

export interface HealthSources {
  readonly pool: Pick<Pool, 'query'>;
  readonly isReady: () => boolean;
  /** Whether what is accepted can be stored. */
  readonly hasRoom?: () => boolean;
  /** Pages of the database whose checksum does not fit. */
  readonly damaged?: () => readonly DamagedPage[];
  /** Whether each watched chain is read; none without watchers. */
  readonly watchers?: () => { readonly [network: string]: boolean };
}

/** A probe is answered within two seconds, whatever the database does. */
const DATABASE_MS = 1_500;

/**
 * `/healthz`: the process answers. `/readyz`: the database and the core do too, and there is room
 * to write; 503 tells a balancer to look elsewhere. A watcher in trouble is told and makes nobody
 * unready: people trade on while deposits wait.
 */
export function registerHealth(
  app: FastifyInstance,
  { pool, isReady, hasRoom, damaged, watchers }: HealthSources,
): void {
  const answersInTime = databaseProbe(pool);
  app.get('/healthz', { config: { weight: FREE, isProbe: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config: { weight: CALL_WEIGHT, isProbe: true } }, async (_request, reply) => {
    const database = await answersInTime();
    const core = isReady();
    const disk = hasRoom?.() ?? true;
    const isAvailable = database && core && disk;
    reply.code(isAvailable ? 200 : 503).header('cache-control', 'no-store');
    const status = isAvailable ? 'ok' : 'unavailable';
    // Not which trouble: addresses of endpoints have keys in them, and anybody may ask.
    const pages = damaged?.() ?? [];
    return {
      status,
      database,
      core,
      disk,
      // What is on other pages is served: whoever needs a damaged one gets an error.
      damaged: pages.map(({ name, kind, block, remedy }) => ({ name: name ?? null, kind, block, remedy })),
      watchers: watchers?.() ?? {},
    };
  });
}

/**
 * Whether the database answers in time. A question that hangs is shared by all who ask meanwhile:
 * probes must not use up the connections of a pool whose server is silent.
 */
function databaseProbe(pool: Pick<Pool, 'query'>): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined;
  const answer = (): Promise<boolean> => {
    pending ??= pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  return async () => {
    const deadline = new AbortController();
    const timeout = setTimeout(DATABASE_MS, false, { signal: deadline.signal }).catch(() => false);
    const isAnswered = await Promise.race([answer(), timeout]);
    deadline.abort();
    return isAnswered;
  };
}
