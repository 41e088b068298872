/**
 * A crash between the row of a second factor and its record in the log: what the next start
 * removes, and what it leaves alone, as a thief with the database could have made it.
 */
import { code } from '@glasshouse/api/codes';
import { base32 } from '@scure/base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeOrphans } from '../authority/access/remove-orphans.ts';
import { verifyAccess } from '../authority/access/verify-access.ts';
import { totpCode } from '../factors/totp.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { type OperatorGatewayFixture, openOperatorGateway } from './testing/operator-gateway.ts';
import { registerTestUser, USER_PASSWORD } from './testing/test-users.ts';

const database = withTestDatabase();
let gateway: OperatorGatewayFixture;

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const alarms = () => sql('select owner_kind, owner::int, purpose, differs from credential_alarms order by seq');
const start = () => removeOrphans(gateway.harness.sequencer, database.pool);
const findings = async () => (await verifyAccess(database.pool, gateway.clock.now())).findings;

beforeAll(async () => {
  gateway = await openOperatorGateway(database, { vouches: true });
}, 60_000);
afterAll(() => gateway.close());

const register = () => registerTestUser(gateway);
const logIn = async (account: string, more: object = {}): Promise<number> =>
  (await gateway.call('login', { body: { account, password: USER_PASSWORD, ...more } })).json.code;

test('an app that only the database has is removed, with its codes, and is an alarm', async () => {
  const { id, token, username } = await register();
  await sql(
    `insert into customer_totp (owner, secret, fingerprint, created_at, confirmed_at) values ($1, 'a', 'b', now(), now())`,
    [id],
  );
  await sql(`insert into customer_recovery_codes (owner, code_hash) values ($1, 'one')`, [id]);
  expect(await logIn(username)).not.toBe(200);
  const before = (await alarms()).length;
  expect(await start()).toEqual([`customer_totp ${id} of user ${id}`, `customer_recovery_codes ${id} of user ${id}`]);
  expect((await alarms()).slice(before)).toMatchObject([
    { owner: id, purpose: 'removed at the start', differs: [`customer_totp ${id}`] },
    { owner: id, differs: [`customer_recovery_codes ${id}`] },
  ]);
  expect(await logIn(username)).toBe(200);
  expect((await gateway.call('startTotp', { token, body: { password: USER_PASSWORD } })).json.code).toBe(200);
  expect(await start()).toEqual([]);
  expect(await findings()).toEqual([]);
});

test('a passkey of an operator that only the database has is removed', async () => {
  const operator = await gateway.operator(['finance'], 'paula');
  await sql(
    `insert into operator_passkeys (owner, credential_id, fingerprint, public_key, counter, transports, backed_up, name, created_at)
     values ($1, 'crash', 'print', 'key', 0, '{}', false, 'phone', now())`,
    [operator.id],
  );
  expect(await start()).toEqual([expect.stringMatching(/^operator_passkeys \d+ of operator \d+$/)]);
  expect((await operator.signIn()).json.code).toBe(200);
  expect(await findings()).toEqual([]);
});

test('an app that only the log has stays refused, so that nobody is rid of it by deleting a row', async () => {
  const { id, token, username } = await register();
  const { json } = await gateway.call('startTotp', { token, body: { password: USER_PASSWORD } });
  const secret = base32.decode(json.result.secret.padEnd(Math.ceil(json.result.secret.length / 8) * 8, '='));
  const totp = totpCode(secret, gateway.clock.now());
  expect((await gateway.call('confirmTotp', { token, body: { totp } })).json.code).toBe(200);
  const [saved] = await sql('select row_to_json(t) as row from customer_totp t where owner = $1', [id]);
  await sql('delete from customer_totp where owner = $1', [id]);
  expect(await start()).toEqual([]);
  expect(await logIn(username)).toBe(code.credentialsDiffer);

  // The remedy of `operations.md`: the row of a backup has the digest that the log has.
  await sql('insert into customer_totp select * from json_populate_record(null::customer_totp, $1)', [saved?.row]);
  expect(await logIn(username)).toBe(code.totpRequired);
  expect(await findings()).toEqual([]);
});
