import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  TEST_MASTER,
} from '../http/testing/operator-gateway.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { firstOwnerLink, knownOperators, serverLink } from './server-links.ts';
import { sweepOperators } from './sweep.ts';

/** Links from the command line of the server, and of the first start. */
const database = withTestDatabase();
let gateway: OperatorGatewayFixture;
const at = () => ({ master: TEST_MASTER, site: 'https://broker.example', now: gateway.clock.now() });
const tokenOf = (address: string | undefined): string => address?.split('#')[1] ?? '';

beforeAll(async () => {
  gateway = await openOperatorGateway(database);
});
afterAll(() => gateway.close());

test('the first owner gets a link at each start, until one was used', async () => {
  const { pool } = database;
  const before = await firstOwnerLink(pool, at());
  expect(before).toMatch(/^https:\/\/broker\.example\/operator\/link#[\w-]{43}$/);
  const link = tokenOf(await firstOwnerLink(pool, at()));
  const read = (token: string) => gateway.browser().call('readOperatorLink', { body: { link: token } });
  expect((await read(tokenOf(before))).json.code).not.toBe(200);
  expect(accepted(await read(link))).toMatchObject({ name: '', roles: ['owner'], needsCode: false });
  const owner = gateway.browser();
  await owner.enrol(link, { name: 'margarethe' });
  expect(await firstOwnerLink(pool, at())).toBeUndefined();
  expect(await knownOperators(pool)).toMatchObject([{ name: 'margarethe', state: 'active', roles: ['owner'] }]);
});

test('who lost everything starts over: old password, app and sessions are void', async () => {
  const operator = await gateway.operator(['finance'], 'fay');
  const grant = { name: 'fay', roles: ['finance'], operator: operator.id };
  const link = tokenOf(await serverLink(database.pool, grant, at()));
  const again = gateway.browser();
  await again.enrol(link);
  expect(again.id).toBe(operator.id);
  expect((await operator.call('getOperatorSession')).json.code).not.toBe(200);
  expect(accepted(await again.call('getOperatorSession'))).toMatchObject({ stage: 'ready', factors: ['totp'] });
});

test('what ended a month ago is deleted, and nothing that still opens something', async () => {
  const { pool } = database;
  const { now } = gateway.clock;
  const operator = await gateway.operator(['support'], 'sven');
  const insert = async (ended: number | null, created: number) =>
    pool.query(
      `insert into operator_sessions (token_hash, operator, device, created_at, last_seen_at, ended_at, address, user_agent)
       values (sha256($1::bytea), $2, 'd', $3, $3, $4, '::1', '')`,
      [`${created} ${ended}`, operator.id, new Date(created), ended === null ? null : new Date(ended)],
    );
  const DAY = 24 * 3_600_000;
  await insert(now() - 31 * DAY, now() - 31 * DAY);
  await insert(null, now() - 40 * DAY);
  await insert(now() - DAY, now() - DAY);
  await pool.query(`insert into operator_claims values ('kyc', 1, $1, $2), ('kyc', 2, $1, $3)`, [
    operator.id,
    new Date(now() - 1),
    new Date(now() + DAY),
  ]);
  const link = tokenOf(await serverLink(pool, { name: 'sven', roles: ['support'], operator: operator.id }, at()));
  const count = async (table: string) => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count);
  const before = { sessions: await count('operator_sessions'), links: await count('operator_links') };
  await sweepOperators(pool, now());
  expect(await count('operator_sessions')).toBe(before.sessions - 2);
  expect(await count('operator_links')).toBe(before.links);
  expect((await pool.query('select item from operator_claims')).rows).toEqual([{ item: 2 }]);
  expect(accepted(await gateway.browser().call('readOperatorLink', { body: { link } }))).toMatchObject({
    name: 'sven',
  });
  expect(accepted(await operator.call('getOperatorSession'))).toMatchObject({ stage: 'ready' });
  await sweepOperators(pool, now() + 40 * DAY);
  expect([await count('operator_sessions'), await count('operator_links'), await count('operator_claims')]).toEqual([
    0, 0, 0,
  ]);
});
