import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { callSpec } from '@glasshouse/api/calls';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import Fastify from 'fastify';
import { serveCalls } from '../harness/program.ts';

/**
 * The usual way to build this: the same routes on the same framework and the same kind of database,
 * with one transaction per order. It keeps sessions in memory and knows no limits, no log, no
 * proofs and no receipts, so that what it does is the least that such a server can do.
 */
export type UsualCalls = {
  start: { params: { readonly url: string }; result: { readonly port: number; readonly pid: number } };
};

/** As many as are of use on two cores; more made it slower. */
const CONNECTIONS = 32;
const GRANT = '100000';

const TABLES = `
  create table usual_balances (person bigint primary key, balance numeric(38, 8) not null check (0 <= balance));
  create table usual_orders (
    id bigint generated always as identity primary key,
    person bigint not null,
    code text not null,
    direction text not null,
    stake numeric(38, 8) not null,
    period integer not null,
    state text not null,
    placed_at timestamptz not null
  );
  create index usual_open_orders on usual_orders (person, id) where state = 'open';
  create table usual_lines (
    id bigint generated always as identity primary key,
    person bigint not null,
    amount numeric(38, 8) not null,
    order_id bigint not null,
    at timestamptz not null
  );
  create index usual_lines_of on usual_lines (person, id);
  create table usual_keys (person bigint not null, key text not null, order_id bigint not null, primary key (person, key))`;

interface OrderBody {
  readonly code: string;
  readonly direction: string;
  readonly amount: string;
  readonly periodId: number;
}

/** The id of the order, or undefined when the balance does not suffice. */
async function place(pool: Pool, person: number, key: string, body: OrderBody): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    await client.query({ name: 'begin', text: 'begin' });
    const { rowCount } = await client.query({
      name: 'take',
      text: 'update usual_balances set balance = balance - $2 where person = $1 and $2::numeric <= balance',
      values: [person, body.amount],
    });
    if (rowCount !== 1) {
      await client.query({ name: 'rollback', text: 'rollback' });
      return undefined;
    }
    const { rows } = await client.query<{ id: string }>({
      name: 'order',
      text: `insert into usual_orders (person, code, direction, stake, period, state, placed_at)
             values ($1, $2, $3, $4, $5, 'open', now()) returning id`,
      values: [person, body.code, body.direction, body.amount, body.periodId],
    });
    const id = rows[0]!.id;
    await client.query({
      name: 'lines',
      text: `insert into usual_lines (person, amount, order_id, at)
             values ($1, -$2::numeric, $3, now()), (-1, $2::numeric, $3, now())`,
      values: [person, body.amount, id],
    });
    await client.query({
      name: 'key',
      text: 'insert into usual_keys (person, key, order_id) values ($1, $2, $3)',
      values: [person, key, id],
    });
    await client.query({ name: 'commit', text: 'commit' });
    return id;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function serve(url: string): Promise<number> {
  const pool = createPool(url, { max: CONNECTIONS, name: 'usual' });
  await pool.query(TABLES);
  const people = new Map<string, number>();
  const app = Fastify({ ajv: { customOptions: { strict: false } } });
  app.post('/swx/customer/login/guest', async () => {
    const token = randomUUID();
    const person = people.size + 1;
    people.set(token, person);
    await pool.query('insert into usual_balances (person, balance) values ($1, $2)', [person, GRANT]);
    return { code: 200, result: { token } };
  });
  app.post<{ Body: OrderBody }>(
    '/swx/customer/order/buyOptions',
    { schema: { body: callSpec('buyOption').body } },
    async ({ headers, body }) => {
      const person = people.get(headers.authorization ?? '');
      if (person === undefined) return { code: 401 };
      const id = await place(pool, person, String(headers['idempotency-key']), body);
      return id === undefined ? { code: 10011 } : { code: 200, result: { id, ...body, state: 'open' } };
    },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

serveCalls<UsualCalls>({
  start: async ({ url }) => ({ port: await serve(url), pid: process.pid }),
});
