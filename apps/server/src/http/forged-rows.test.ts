/**
 * Somebody who writes into the database, and has neither the key files nor the log, lets nobody in:
 * real sequencer, PostgreSQL and HTTP. Each edit is made for real; what was tried stands in the
 * log.
 */
import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { base32 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkCredentials } from '../authority/access/check-credentials.ts';
import { verifyAccess } from '../authority/access/verify-access.ts';
import { totpCode } from '../factors/totp.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { firstOwnerLink, serverLink } from '../operator/server-links.ts';
import { checkWithdrawalPassword } from '../people/auth/factors/withdrawal-password.ts';
import { createPasswordHasher } from '../people/auth/password-hash.ts';
import { hashToken, newToken } from '../people/auth/tokens.ts';
import { sessionDigest } from '../platform/session-scope.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import type { TestAnswer } from './testing/gateway.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  TEST_MASTER,
  type TestOperator,
} from './testing/operator-gateway.ts';
import { registerTestUser, USER_PASSWORD } from './testing/test-users.ts';

const database = withTestDatabase();
const OTHER_PASSWORD = 'nine brown owls';
const hasher = createPasswordHasher();
let gateway: OperatorGatewayFixture;
let thiefsHash = '';

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const bytes = (token: string): Buffer => Buffer.from(hashToken(token), 'hex');
const at = () => ({ master: TEST_MASTER, site: 'https://broker.example', now: gateway.clock.now() });
const tokenOf = (address: string | undefined): string => address?.split('#')[1] ?? '';
const alarms = () => sql('select owner_kind, owner::int, differs from credential_alarms order by seq');
const names = async () => (await sql('select name from operators order by id')).map(({ name }) => name);

beforeAll(async () => {
  gateway = await openOperatorGateway(database, { vouches: true });
  const hash = await hasher.hash(OTHER_PASSWORD);
  if (hash === 'busy') throw new Error('the hasher is busy');
  thiefsHash = hash;
}, 60_000);
afterAll(() => gateway.close());

const use = (link: string, more: object = {}) =>
  gateway.browser().call('useOperatorLink', { body: { link, password: USER_PASSWORD, ...more } });

describe('one-time links of operators', () => {
  let owner: TestOperator;

  test('the link of the first start makes the owner, once', async () => {
    const link = tokenOf(await firstOwnerLink(database.pool, at()));
    owner = gateway.browser();
    await owner.enrol(link, { name: 'margarethe' });
    expect(await names()).toEqual(['margarethe']);
    // Open again in the database, and used for the log.
    await sql('update operator_links set used_at = null');
    expect((await use(link, { name: 'eve' })).json.code).toBe(code.linkUsed);
    await sql('delete from operator_links');
  });

  const insert = (token: string, fields: { operator?: number | null; sealed?: Buffer | null; request?: number } = {}) =>
    sql(
      `insert into operator_links (token_hash, operator, name, roles, expires_at, sealed, request)
       values ($1, $2, $3, '["owner"]', $4, $5, $6)`,
      [
        bytes(token),
        fields.operator ?? null,
        fields.operator == null ? 'eve' : 'margarethe',
        new Date(gateway.clock.now() + 3_600_000),
        fields.sealed ?? null,
        fields.request ?? null,
      ],
    );

  test('inserted rows make no two owners', async () => {
    for (const name of ['eve', 'mallory']) {
      const token = newToken();
      await insert(token);
      expect((await gateway.browser().call('readOperatorLink', { body: { link: token } })).json.code).not.toBe(200);
      expect((await use(token, { name })).json.code).toBe(code.linkUsed);
    }
    expect(await names()).toEqual(['margarethe']);
  });

  test('an inserted row does not replace the password of an owner', async () => {
    const token = newToken();
    await insert(token, { operator: owner.id });
    expect((await use(token)).json.code).toBe(code.linkUsed);
    accepted(await owner.call('getOperatorSession'));
  });

  test('a seal moved to another token opens nothing, and what the columns say does not count', async () => {
    const request = { name: 'fay', roles: ['finance'], operator: null };
    const link = tokenOf(await serverLink(database.pool, request, at()));
    const [{ sealed }] = await sql('select sealed from operator_links where token_hash = $1', [bytes(link)]);
    const otherToken = newToken();
    await insert(otherToken, { sealed });
    expect((await use(otherToken)).json.code).toBe(code.linkUsed);
    await sql(`update operator_links set roles = '["owner"]', operator = $2, name = 'eve' where token_hash = $1`, [
      bytes(link),
      owner.id,
    ]);
    const fay = gateway.browser();
    await fay.enrol(link);
    expect(await sql('select name, roles from operators where id = $1', [fay.id])).toEqual([
      { name: 'fay', roles: ['finance'] },
    ]);
  });

  test('an approval that only the database has gives nobody a link', async () => {
    const eve = gateway.browser();
    await eve.enrol(tokenOf(await serverLink(database.pool, { name: 'eve', roles: ['owner'], operator: null }, at())));
    const now = new Date(gateway.clock.now());
    await sql(
      `insert into operator_requests (id, type, user_id, book, body, subject, before, after, reason, asked_by,
         asked_session, asked_device, asked_credential, asked_address, asked_at, expires_at, state, decided_by,
         decided_at, decided_seq)
       values (999999, 'operator.recover', 0, 'real', $1, '', 'null', 'null', 'x', $2, 1, 'd', 'c', '', $3, $3,
         'approved', $4, $3, 999999)`,
      [JSON.stringify({ operator: owner.id }), eve.id, now, owner.id],
    );
    await eve.stepUp();
    const answer = await eve.call('makeOperatorLink', { path: { id: owner.id }, body: {} });
    expect(answer.json.code).not.toBe(200);
    // Nor does a row of it, with the code that the approver would have been given.
    const token = newToken();
    await sql('delete from operator_links where request = 999999');
    await insert(token, { operator: owner.id, request: 999_999 });
    expect((await use(token, { code: '12345678' })).json.code).toBe(code.codeWrong);
    await sql('delete from operator_links where request = 999999');
    await sql('delete from operator_requests where id = 999999');
  });
});

const register = () => registerTestUser(gateway);
const logIn = (account: string, password: string, more: object = {}): Promise<TestAnswer> =>
  gateway.call('login', { body: { account, password, ...more } });

/** Made, tried and undone again: nothing of it is left in the database. */
async function whileEdited<Value>(table: string, edit: () => Promise<unknown>, work: () => Promise<Value>) {
  await sql(`create table kept as table ${table}`);
  try {
    await edit();
    return await work();
  } finally {
    const client = await database.pool.connect();
    await client.query(`set session_replication_role = 'replica'`);
    await client.query(`delete from ${table}`);
    await client.query(`insert into ${table} overriding system value select * from kept`);
    await client.query(`set session_replication_role = 'origin'`);
    client.release();
    await sql('drop table kept');
  }
}

describe('what a customer signs in by', () => {
  test('a password hash that was swapped, used and put back lets nobody in, and is an alarm', async () => {
    const { id, username } = await register();
    const swap = () => sql('update users set password_hash = $2 where id = $1', [id, thiefsHash]);
    const before = (await alarms()).length;
    const tried = await whileEdited('users', swap, () => logIn(username, OTHER_PASSWORD));
    expect(tried.json.code).toBe(code.credentialsDiffer);
    expect((await logIn(username, USER_PASSWORD)).json.code).toBe(200);
    expect((await alarms()).slice(before)).toEqual([
      { owner_kind: 'user', owner: id, differs: [`users ${id} password_hash`] },
    ]);
  });

  test('a hash that is back before the core is asked is noticed all the same', async () => {
    const { id } = await register();
    const relied = [{ table: 'users', values: { password_hash: thiefsHash } }];
    const check = checkCredentials(
      database.pool,
      gateway.bus,
      { kind: 'user', id },
      { purpose: 'password', tables: ['users'], relied },
    );
    await expect(check).rejects.toThrow('users changed meanwhile');
  });

  test('a guest who was made a member, and an account that was inserted, are nobody', async () => {
    const { id } = await gateway.guest();
    const make = () =>
      sql(`update users set kind = 'user', username = 'Mallory', password_hash = $2 where id = $1`, [id, thiefsHash]);
    const tried = await whileEdited('users', make, () => logIn('Mallory', OTHER_PASSWORD));
    expect(tried.json.code).toBe(code.credentialsDiffer);
  });

  test('an app that was taken away does not leave the password alone', async () => {
    const { id, token, username } = await register();
    const { json } = await gateway.call('startTotp', { token, body: { password: USER_PASSWORD } });
    const secret = base32.decode(json.result.secret.padEnd(Math.ceil(json.result.secret.length / 8) * 8, '='));
    const codeNow = () => totpCode(secret, gateway.clock.now());
    expect((await gateway.call('confirmTotp', { token, body: { totp: codeNow() } })).json.code).toBe(200);
    expect((await logIn(username, USER_PASSWORD)).json.code).toBe(code.totpRequired);
    const take = () => sql('delete from customer_totp where owner = $1', [id]);
    const tried = await whileEdited('customer_totp', take, () => logIn(username, USER_PASSWORD));
    expect(tried.json.code).toBe(code.credentialsDiffer);
    // A recovery code of one's own, beside the real ones.
    const own = createHash('sha256').update(`customer ${id}\nABCDEFGH2345`).digest();
    const add = () => sql('insert into customer_recovery_codes (owner, code_hash) values ($1, $2)', [id, own]);
    const second = await whileEdited('customer_recovery_codes', add, () =>
      logIn(username, USER_PASSWORD, { totp: 'ABCD-EFGH-2345' }),
    );
    expect(second.json.code).toBe(code.credentialsDiffer);
    gateway.pass(60_000);
    expect((await logIn(username, USER_PASSWORD, { totp: codeNow() })).json.code).toBe(200);
  });

  test('an address that was swapped resets no password', async () => {
    const { id } = await register();
    const swap = () => sql(`update users set email = 'thief@example.org' where id = $1`, [id]);
    const tried = await whileEdited('users', swap, async () => {
      await gateway.call('sendCode', { body: { account: 'thief@example.org', type: 'reset' } });
      const [mail] = await sql(`select subject from mail_outbox where to_address = 'thief@example.org'`);
      const sent = /\d{6}/.exec(mail.subject)?.[0];
      return gateway.call('changePassword', {
        body: { account: 'thief@example.org', code: sent, newPassword: OTHER_PASSWORD },
      });
    });
    expect(tried.json.code).toBe(code.credentialsDiffer);
  });

  test('a withdrawal password that was written by hand is right for nobody', async () => {
    const { id, token } = await register();
    const body = { newPassword: 'seven grey herons', password: USER_PASSWORD };
    expect((await gateway.call('setWithdrawalPassword', { token, body })).json.code).toBe(200);
    const check = (password: string) =>
      checkWithdrawalPassword({ pool: database.pool, bus: gateway.bus, hasher, clock: gateway.clock }, id, password);
    expect(await check('seven grey herons')).toBeUndefined();
    const swap = () => sql('update withdrawal_passwords set password_hash = $2 where user_id = $1', [id, thiefsHash]);
    await whileEdited('withdrawal_passwords', swap, () =>
      expect(check(OTHER_PASSWORD)).rejects.toThrow(`withdrawal_passwords ${id} password_hash`),
    );
  });
});

test('a wait for withdrawals that was taken out of the database holds in the core', async () => {
  const { id, token } = await register();
  const body = { newPassword: 'seven grey herons', password: USER_PASSWORD };
  expect((await gateway.call('setWithdrawalPassword', { token, body })).json.code).toBe(200);
  await whileEdited(
    'credential_changes',
    () => sql('delete from credential_changes where user_id = $1', [id]),
    async () => {
      const session = (await gateway.sessions.find(token))?.digest as string;
      const submit = (type: string, body: object) =>
        gateway.harness.sequencer.submit({
          id: `${id}:${type}:${gateway.clock.now()}`,
          userId: id,
          book: 'real',
          type,
          body: body as never,
          session,
        });
      const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
      const withdrawal = { method: 'crypto', asset: 'USDT', network: 'ERC20', address, amount: '5', details: null };
      const request = { ...withdrawal, confirmedWith: 'email' };
      expect((await submit('withdrawals.request', request)).code).toBe(code.withdrawalBlocked);
      expect((await submit('withdrawals.lock', { locked: false })).code).toBe(code.withdrawalBlocked);
      const { label, ...place } = { label: 'f'.repeat(64), asset: 'USDT', network: 'ERC20', address };
      expect((await submit('withdrawals.addAddress', { ...place, label })).code).toBe(code.withdrawalBlocked);
      gateway.pass(24 * 3_600_000);
      expect((await submit('withdrawals.request', request)).code).not.toBe(code.withdrawalBlocked);
      // An app that the core was never told of confirms nothing, whatever its row says.
      const byApp = { ...request, confirmedWith: 'totp' };
      gateway.pass(1_000);
      expect((await submit('withdrawals.request', byApp)).code).toBe(code.withdrawalBlocked);
    },
  );
});

describe('what an operator signs in by', () => {
  test('a password hash that was swapped, and a factor that was taken away, let nobody in', async () => {
    const operator = await gateway.operator(['finance'], 'frida');
    const swap = () =>
      sql('update operator_credentials set password_hash = $2 where operator = $1', [operator.id, thiefsHash]);
    const thief = gateway.browser();
    const tried = await whileEdited('operator_credentials', swap, () =>
      thief.call('operatorSignIn', { body: { name: 'frida', password: OTHER_PASSWORD } }),
    );
    expect(tried.json.code).toBe(code.credentialsDiffer);

    const signedIn = await thief.call('operatorSignIn', { body: { name: 'frida', password: USER_PASSWORD } });
    thief.csrf = accepted(signedIn).csrf;
    const take = () => sql('delete from operator_totp where owner = $1', [operator.id]);
    const enrolled = await whileEdited('operator_totp', take, () => thief.call('startOperatorTotp'));
    expect(enrolled.json.code).toBe(code.credentialsDiffer);
    accepted(await operator.signIn());
  });
});

describe('recovery codes', () => {
  const makeGoodAgain = (prefix: string, owner: number) =>
    sql(`update ${prefix}_recovery_codes set used_at = null where owner = $1`, [owner]);
  const spend = (prefix: string, owner: number, spent: readonly unknown[]) =>
    sql(`update ${prefix}_recovery_codes set used_at = now() where owner = $1 and code_hash = any($2::bytea[])`, [
      owner,
      spent,
    ]);
  const spentOf = async (prefix: string, owner: number) =>
    (await sql(`select code_hash from ${prefix}_recovery_codes where owner = $1 and used_at is not null`, [owner])).map(
      ({ code_hash }) => code_hash,
    );
  const differs = async () =>
    (await verifyAccess(database.pool, gateway.clock.now())).findings.filter((text) => text.includes('unused'));

  test('of a person: one that was used is not good again', async () => {
    const { id, token, username } = await register();
    const { json } = await gateway.call('startTotp', { token, body: { password: USER_PASSWORD } });
    const secret = base32.decode(json.result.secret.padEnd(Math.ceil(json.result.secret.length / 8) * 8, '='));
    const totp = totpCode(secret, gateway.clock.now());
    const [first, second] = (await gateway.call('confirmTotp', { token, body: { totp } })).json.result.recoveryCodes;
    expect((await logIn(username, USER_PASSWORD, { totp: first })).json.code).toBe(200);
    const spent = await spentOf('customer', id);
    await makeGoodAgain('customer', id);
    expect(await differs()).toEqual([`credentials: customer_recovery_codes ${id} unused is not what the log has`]);
    expect((await logIn(username, USER_PASSWORD, { totp: first })).json.code).toBe(code.credentialsDiffer);
    await spend('customer', id, spent);
    expect(await differs()).toEqual([]);
    expect((await logIn(username, USER_PASSWORD, { totp: second })).json.code).toBe(200);
  });

  test('of an operator: one that was used is not good again', async () => {
    const operator = await gateway.operator(['finance'], 'rosa');
    await operator.stepUp();
    const [first, second] = accepted(await operator.call('renewOperatorRecoveryCodes')).recoveryCodes;
    const confirm = async (confirmationCode: string) =>
      (await operator.call('confirmOperatorCode', { body: { code: confirmationCode } })).json.code;
    expect(await confirm(first)).toBe(200);
    const spent = await spentOf('operator', operator.id);
    await makeGoodAgain('operator', operator.id);
    expect(await differs()).toHaveLength(1);
    expect(await confirm(first)).toBe(code.credentialsDiffer);
    await spend('operator', operator.id, spent);
    expect(await confirm(second)).toBe(200);
    expect(await differs()).toEqual([]);
  });
});

describe('sessions', () => {
  test('a second factor that nobody gave is not fresh, and verify names it', async () => {
    const operator = await gateway.operator(['owner'], 'stella');
    const decide = async () =>
      (await operator.call('decideRequest', { path: { id: 1 }, body: { verdict: 'approve', reason: 'why not' } })).json
        .code;
    await operator.stepUp();
    expect(await decide()).toBe(code.requestNotOpen);
    gateway.pass(6 * 60_000);
    expect(await decide()).toBe(code.stepUpRequired);
    const [before] = await sql('select step_up_at from operator_sessions where operator = $1', [operator.id]);
    const written = (moment: Date) =>
      sql('update operator_sessions set step_up_at = $2 where operator = $1', [operator.id, moment]);
    const raised = (await alarms()).length;
    for (const moment of [gateway.clock.now(), gateway.clock.now() + 86_400_000]) {
      await written(new Date(moment));
      expect(await decide()).toBe(code.stepUpRequired);
      const { findings } = await verifyAccess(database.pool, gateway.clock.now());
      expect(findings).toEqual([
        expect.stringMatching(/^sessions: operator_sessions \d+ of \d+ step_up_at was written/),
      ]);
    }
    expect((await alarms()).slice(raised)).toMatchObject([{ owner: operator.id }, { owner: operator.id }]);
    await written(new Date(before.step_up_at));
    await operator.stepUp();
    expect(await decide()).toBe(code.requestNotOpen);
  });

  test('a row that somebody inserts reads nothing and sets no first password', async () => {
    const { id } = await register();
    const forged = newToken();
    const now = new Date(gateway.clock.now());
    await sql(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, ip)
       values ($1, $2, $3, $3, $3::timestamptz + interval '1 day', '', '')`,
      [bytes(forged), id, now],
    );
    const before = (await alarms()).length;
    expect((await gateway.call('getUserInfo', { token: forged })).json.code).toBe(code.sessionExpired);
    const body = { newPassword: OTHER_PASSWORD, confirmPassword: OTHER_PASSWORD };
    expect((await gateway.call('setFirstPassword', { token: forged, body })).json.code).toBe(code.sessionExpired);
    await sql('delete from sessions where token_hash = $1', [bytes(forged)]);
    // Its trace stays, once.
    const differs = [`session ${sessionDigest(hashToken(forged))}`];
    expect((await alarms()).slice(before)).toEqual([{ owner_kind: 'user', owner: id, differs }]);
  });

  test('an operator’s is refused too, and a password alone is not made a second factor', async () => {
    const operator = await gateway.operator(['owner'], 'olga');
    const [row] = await sql('select device from operator_sessions where operator = $1', [operator.id]);
    const forged = gateway.browser();
    const token = newToken();
    await sql(
      `insert into operator_sessions (token_hash, operator, device, credential, created_at, last_seen_at, address, user_agent)
       values ($1, $2, $3, 'c', $4, $4, '', '')`,
      [bytes(token), operator.id, row.device, new Date(gateway.clock.now())],
    );
    forged.cookies.set('glasshouse_device', operator.cookies.get('glasshouse_device') as string);
    for (const [cookie, value] of operator.cookies)
      forged.cookies.set(cookie, cookie.includes('device') ? value : token);
    expect((await forged.call('listOperators')).json.code).toBe(code.sessionExpired);
    await sql('delete from operator_sessions where token_hash = $1', [bytes(token)]);

    const half = gateway.browser();
    accepted(await half.call('operatorSignIn', { body: { name: 'olga', password: USER_PASSWORD } }));
    await sql(`update operator_sessions set credential = 'c', step_up_at = created_at where credential is null`);
    expect((await half.call('listOperators')).json.code).toBe(code.sessionExpired);
    await sql('delete from operator_sessions where credential = $1', ['c']);
  });

  test('a record without a session of its owner is refused by the core', async () => {
    const { id, token } = await register();
    const digests = { password_hash: 'f'.repeat(32) };
    const record = { tbl: 'users', row_key: String(id), owner_kind: 'user', owner: id, digests };
    const submit = (session: string | undefined, more: object = {}) =>
      gateway.harness.sequencer.submit({
        id: `try ${Math.random()}`,
        userId: id,
        book: 'real',
        type: 'credential.record',
        body: { records: [record], ...more },
        ...(session === undefined ? {} : { session }),
      });
    expect((await submit(undefined)).code).toBe(code.sessionExpired);
    expect((await submit('a'.repeat(32))).code).toBe(code.sessionExpired);
    expect((await submit(undefined, { occasion: 'registration' })).code).toBe(code.sessionExpired);
    // Of a reset, the password only.
    const all = { ...digests, email: 'e'.repeat(32) };
    const reset = { records: [{ ...record, digests: all }], occasion: 'reset' };
    expect((await submit(undefined, reset)).code).toBe(code.sessionExpired);
    expect((await gateway.sessions.find(token))?.userId).toBe(id);
  });
});

test('nothing of all this is left: the log replays, and verify finds no difference', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
  expect((await verifyAccess(database.pool, gateway.clock.now())).findings).toEqual([]);
});
