/**
 * Readiness answers, and tells the truth, also while the database refuses or hangs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Pool } from '../platform/postgres.ts';
import { registerHealth } from './health.ts';

/** A database that answers, refuses or hangs, as the test has set it. */
function database() {
  const hanging: (() => void)[] = [];
  const server = { does: 'hang' as 'answer' | 'hang' | 'refuse', asked: 0 };
  const query = () => {
    server.asked += 1;
    if (server.does === 'refuse') return Promise.reject(new Error('stopped'));
    if (server.does === 'answer') return Promise.resolve({ rows: [] });
    return new Promise<void>((resolve) => hanging.push(resolve));
  };
  const app = Fastify();
  registerHealth(app, { pool: { query } as unknown as Pick<Pool, 'query'>, isReady: () => true });
  const ask = async () => {
    const answer = await app.inject('/readyz');
    return [answer.statusCode, answer.json().database];
  };
  return { server, hanging, ask };
}

test('a database that hangs is told, by one question for all who ask, and so is its return', async () => {
  const { server, hanging, ask } = database();
  const unavailable = [503, false];
  expect(await Promise.all([ask(), ask()])).toEqual([unavailable, unavailable]);
  expect(await ask()).toEqual(unavailable);
  expect(server.asked).toBe(1);
  server.does = 'answer';
  hanging[0]?.();
  expect(await ask()).toEqual([200, true]);
});

test('a database that refuses is told', async () => {
  const { server, ask } = database();
  server.does = 'refuse';
  expect(await ask()).toEqual([503, false]);
});

test('a full disk is told', async () => {
  let hasRoom = false;
  const app = Fastify();
  const pool = { query: async () => ({ rows: [] }) } as unknown as Pick<Pool, 'query'>;
  registerHealth(app, { pool, isReady: () => true, hasRoom: () => hasRoom });
  const full = await app.inject('/readyz');
  expect([full.statusCode, full.json()]).toMatchObject([503, { status: 'unavailable', database: true, disk: false }]);
  hasRoom = true;
  expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ok', disk: true });
});

test('the health check of the image asks for readiness', () => {
  const dockerfile = readFileSync(join(import.meta.dirname, '../../../../deploy/Dockerfile'), 'utf8');
  expect(dockerfile).toMatch(/HEALTHCHECK .*\n.*\/readyz/);
  expect(dockerfile).not.toContain('/healthz');
});
