import { code } from '@glasshouse/api/codes';
import { OPERATOR_CALL_NAMES, type OperatorCallName, operatorCallSpec } from '@glasshouse/api/operator/calls';
import { PERMISSIONS, ROLES, type Role } from '@glasshouse/api/operator/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_IDLE_MS, OPERATOR_SESSION_MS, STEP_UP_MS } from '../operator/sessions.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { DEVICE_COOKIE, SESSION_COOKIE } from './operator-cookies.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from './testing/operator-gateway.ts';

/** What stands between an operator call and whoever sends it. */
const database = withTestDatabase();
let gateway: OperatorGatewayFixture;

beforeAll(async () => {
  gateway = await openOperatorGateway(database, { standIns: true });
});
afterAll(async () => {
  expect(gateway.harness.bugs).toEqual([]);
  await gateway.close();
});

/** Would change who is signed in. */
const LAST: ReadonlySet<OperatorCallName> = new Set(['operatorSignOut', 'endOwnOperatorSession']);

describe('roles', () => {
  test.each(ROLES)('%s may call exactly what the table says', async (role: Role) => {
    const operator = await gateway.operator([role]);
    const wrong: string[] = [];
    for (const name of OPERATOR_CALL_NAMES.filter((callName) => !LAST.has(callName))) {
      const { access } = operatorCallSpec(name);
      if (access === 'signing in') continue;
      const holders: readonly string[] = access === 'signed in' ? ROLES : PERMISSIONS[access];
      const { json, status } = await operator.call(name, { path: { id: 999_999 } });
      const isDenied = json?.code === code.permissionDenied;
      // An empty body is refused for its shape, after the role was let through.
      if (isDenied === holders.includes(role) || 500 <= status) wrong.push(`${name}: ${status} ${json?.code}`);
    }
    expect(wrong).toEqual([]);
  });

  test('nobody may call anything without a session', async () => {
    const { id, token } = await gateway.guest();
    expect(id).toBeGreaterThan(0);
    const answers: string[] = [];
    for (const name of OPERATOR_CALL_NAMES) {
      if (operatorCallSpec(name).access === 'signing in') continue;
      const stranger = gateway.browser();
      const asStranger = await stranger.call(name);
      // A customer's token is none, wherever it is put.
      stranger.cookies.set(SESSION_COOKIE, token);
      const asCustomer = await stranger.call(name, { headers: { authorization: token } });
      if (asStranger.json.code !== code.notLoggedIn || asStranger.status !== 401) answers.push(`${name} stranger`);
      if (asCustomer.json.code !== code.sessionExpired || asCustomer.status !== 401) answers.push(`${name} customer`);
    }
    expect(answers).toEqual([]);
  });

  test('an operator is nobody to customers', async () => {
    const owner = await gateway.operator(['owner']);
    const token = owner.cookies.get(SESSION_COOKIE) ?? '';
    expect((await gateway.call('listBalances', { token })).status).toBe(401);
    const headers = { cookie: `${SESSION_COOKIE}=${token}` };
    expect((await gateway.call('listBalances', { headers })).json.code).toBe(code.notLoggedIn);
  });
});

describe('a session', () => {
  let operator: TestOperator;
  const works = async (): Promise<number> => (await operator.call('listOwnOperatorSessions')).json.code;

  test('has cookies that no script and no other site reaches', async () => {
    operator = await gateway.operator(['owner']);
    const link = await gateway.browser().call('operatorSignIn', { body: { name: operator.name, password: 'x' } });
    expect(String(link.headers['set-cookie'])).toMatch(
      /glasshouse_device=[\w-]{43}; Max-Age=34560000; Path=\/swx; HttpOnly; SameSite=Strict/,
    );
    const signedIn = await operator.call('operatorSignIn', {
      body: { name: operator.name, password: 'violet tram over seven bridges' },
    });
    const cookie = String(signedIn.headers['set-cookie']);
    expect(cookie).toMatch(/glasshouse_operator=[\w-]{43}; Max-Age=43200; Path=\/swx; HttpOnly; SameSite=Strict/);
    expect(cookie).not.toContain('Secure');
  });

  test('is only as good as its device, its token and its time', async () => {
    operator = await gateway.operator(['owner']);
    expect(await works()).toBe(200);
    const device = operator.cookies.get(DEVICE_COOKIE) as string;
    operator.cookies.set(DEVICE_COOKIE, 'A'.repeat(43));
    expect(await works()).toBe(code.sessionExpired);
    operator.cookies.set(DEVICE_COOKIE, device);
    expect(await works()).toBe(200);
    gateway.pass(OPERATOR_IDLE_MS - 1);
    expect(await works()).toBe(200);
    gateway.pass(OPERATOR_IDLE_MS);
    expect(await works()).toBe(code.sessionExpired);
    await operator.signIn();
    for (let at = 0; at + OPERATOR_IDLE_MS / 2 < OPERATOR_SESSION_MS; at += OPERATOR_IDLE_MS / 2) {
      expect(await works()).toBe(200);
      gateway.pass(OPERATOR_IDLE_MS / 2);
    }
    gateway.pass(OPERATOR_IDLE_MS / 2);
    expect(await works()).toBe(code.sessionExpired);
  });

  test('can do nothing before the second factor', async () => {
    operator = await gateway.operator(['owner']);
    await operator.call('operatorSignOut');
    const { json } = await operator.call('operatorSignIn', {
      body: { name: operator.name, password: 'violet tram over seven bridges' },
    });
    expect(json.result).toMatchObject({ stage: 'factor', factors: ['totp'] });
    operator.csrf = json.result.csrf;
    expect(await works()).toBe(code.notLoggedIn);
    // Nor may a second factor be added by the password alone.
    expect((await operator.call('startOperatorTotp')).json.code).toBe(code.permissionDenied);
    expect((await operator.call('startOperatorPasskey')).json.code).toBe(code.permissionDenied);
    const half = operator.cookies.get(SESSION_COOKIE);
    expect((await operator.stepUp()).json.result.stage).toBe('ready');
    expect(operator.cookies.get(SESSION_COOKIE)).not.toBe(half);
    expect(await works()).toBe(200);
  });

  test('ends at once when its operator is disabled', async () => {
    const owner = await gateway.operator(['owner']);
    operator = await gateway.operator(['support']);
    expect(await works()).toBe(200);
    accepted(await owner.call('disableOperator', { path: { id: operator.id }, body: { reason: 'left the company' } }));
    expect(await works()).toBe(code.sessionExpired);
    const again = await operator.call('operatorSignIn', {
      body: { name: operator.name, password: 'violet tram over seven bridges' },
    });
    expect(again.json.code).toBe(code.passwordWrong);
  });

  test('is listed and ended by its owner, and by nobody else', async () => {
    operator = await gateway.operator(['support']);
    const secondOwner = await gateway.operator(['owner']);
    const [line] = accepted(await operator.call('listOwnOperatorSessions'));
    expect(line).toMatchObject({ isCurrent: true, address: '203.0.113.7' });
    expect((await secondOwner.call('endOwnOperatorSession', { body: { id: line.id } })).json.code).toBe(
      code.sessionNotFound,
    );
    expect((await operator.call('endOwnOperatorSession', { body: { id: line.id } })).json.code).toBe(200);
    expect(await works()).toBe(code.sessionExpired);
  });
});

describe('a page elsewhere', () => {
  let owner: TestOperator;
  beforeAll(async () => {
    owner = await gateway.operator(['owner']);
  });
  const send = async (headers: Record<string, string>) => {
    const { json, status } = await owner.call('claimItem', { body: { queue: 'requests', item: 1 }, headers });
    return [status, json.code];
  };

  test.each([
    ['without the token', { 'x-csrf-token': '' }],
    ['with another token', { 'x-csrf-token': 'A'.repeat(43) }],
    ['with a token that is no text', { 'x-csrf-token': 'ä'.repeat(43) }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from no origin at all', { origin: 'null' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('%s is refused', async (_title, headers) => {
    expect(await send(headers as Record<string, string>)).toEqual([403, code.csrfWrong]);
  });

  test('and the console itself is not', async () => {
    expect(
      await send({ origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin', host: 'localhost:4000' }),
    ).toEqual([200, 200]);
  });

  test('nor a page of the site behind a proxy that hides its name', async () => {
    expect(await send({ origin: 'http://localhost', host: '10.0.0.5:4000' })).toEqual([200, 200]);
  });

  test('signs nobody in', async () => {
    const body = { name: owner.name, password: 'violet tram over seven bridges' };
    const answer = await gateway
      .browser()
      .call('operatorSignIn', { body, headers: { origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
  });
});

describe('a second factor', () => {
  test('is asked for again after five minutes where it matters', async () => {
    const owner = await gateway.operator(['owner']);
    const invite = (key: string) =>
      owner.call('inviteOperator', {
        key,
        body: { name: `nina${key}`, roles: ['support'], reason: 'new in the team' },
      });
    expect((await invite('a')).json.result.state).toBe('waiting');
    gateway.pass(STEP_UP_MS);
    expect((await invite('b')).json.code).toBe(code.stepUpRequired);
    expect((await owner.call('listOwnActions')).json.code).toBe(200);
    expect((await owner.stepUp()).json.code).toBe(200);
    expect((await invite('b')).json.result.state).toBe('waiting');
    // The same code is worth nothing a second time.
    expect((await owner.call('confirmOperatorCode', { body: { code: owner.code() } })).json.code).toBe(code.totpWrong);
  });
});

describe('a network', () => {
  test('that is not allowed gets no further than its address', async () => {
    const owner = await gateway.operator(['owner']);
    await database.pool.query(
      `insert into parameters (key, version, value, set_at, set_by) values ('operator.networks', 1, '["203.0.113.0/24"]', now(), $1)`,
      [owner.id],
    );
    const outside = gateway.browser('198.51.100.9');
    outside.cookies.set(SESSION_COOKIE, owner.cookies.get(SESSION_COOKIE) as string);
    outside.cookies.set(DEVICE_COOKIE, owner.cookies.get(DEVICE_COOKIE) as string);
    for (const name of ['getOperatorSession', 'listOwnActions', 'operatorSignOut'] as const) {
      expect((await outside.call(name)).json.code).toBe(code.networkRefused);
    }
    expect((await owner.call('listOwnActions')).json.code).toBe(200);
    await database.pool.query(`delete from parameters where key = 'operator.networks'`);
  });
});

describe('a command', () => {
  test('runs once under one key', async () => {
    const owner = await gateway.operator(['owner']);
    const body = { name: 'once', roles: ['support'], reason: 'new in the team' };
    const first = accepted(await owner.call('inviteOperator', { key: 'k', body }));
    expect(accepted(await owner.call('inviteOperator', { key: 'k', body }))).toEqual(first);
    const conflict = await owner.call('inviteOperator', { key: 'k', body: { ...body, name: 'twice' } });
    expect(conflict.json.code).toBe(code.idempotencyKeyReused);
    const headers = { 'idempotency-key': 'not a key!' };
    expect((await owner.call('inviteOperator', { body, headers })).json.code).toBe(code.idempotencyKeyInvalid);
  });
});
