import { code } from '@glasshouse/api/codes';
import { base32 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SoftAuthenticator } from '../../../factors/testing/soft-authenticator.ts';
import { TOTP_PERIOD_MS, totpCode } from '../../../factors/totp.ts';
import { openTestGateway, TEST_SITE, type TestGateway } from '../../../http/testing/gateway.ts';
import { refuse } from '../../../platform/call.ts';
import { withTestDatabase } from '../../../platform/test-database.ts';
import { WITHDRAWAL_BLOCK_MS } from '../../../platform/withdrawal-wait.ts';
import type { AuthDeps } from '../deps.ts';
import { login as logIn } from '../login.ts';
import { withdrawalsBlockedUntil } from './changes.ts';
import { WITHDRAWAL_PASSWORD_ATTEMPTS_MAX, WITHDRAWAL_PASSWORD_LOCK_MS } from './withdrawal-password.ts';

/** What protects an account besides its password: over HTTP, on a real database. */
const database = withTestDatabase();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway(database.pool);
});
afterAll(() => gateway.app.close());

const PASSWORD = 'nine brown owls';
const MONEY = 'seven grey herons';

/** The digits in the newest mail to an address. */
async function codeFor(address: string): Promise<string> {
  const { rows } = await database.pool.query('select subject from mail_outbox where to_address = $1 order by id desc', [
    address,
  ]);
  return /\d{6}/.exec(rows[0].subject)![0];
}
const subjects = async (address: string): Promise<string[]> =>
  (await database.pool.query('select subject from mail_outbox where to_address = $1 order by id', [address])).rows.map(
    (row: { subject: string }) => row.subject,
  );

async function sendCode(account: string, type: string, token?: string): Promise<string> {
  await gateway.call('sendCode', { body: { account, type }, token });
  gateway.clock.advance(61_000);
  return codeFor(account);
}

let people = 0;
interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string | undefined;
  token: string;
}

async function person({ withEmail = false } = {}): Promise<Person> {
  people += 1;
  const name = `Person${people}`;
  const email = withEmail ? `person${people}@example.org` : undefined;
  const { json } = await gateway.call('register', {
    body: {
      ...(email === undefined ? { username: name } : { email, code: await sendCode(email, 'register') }),
      password: PASSWORD,
      confirmPassword: PASSWORD,
    },
  });
  return { id: json.result.user.id, name: email ?? name, email, token: json.result.token };
}

/** Switches the authenticator app on, confirmed by mail where that goes; gives its next codes. */
async function switchOn({ token, email }: Person) {
  const started = await gateway.call('startTotp', { token, body: { password: PASSWORD } });
  const secret = Buffer.from(base32.decode(started.json.result.secret));
  /** A code that was never used: time goes on to the next step. */
  const next = (): string => {
    gateway.clock.advance(TOTP_PERIOD_MS);
    return totpCode(secret, gateway.clock.now());
  };
  const mailed = email === undefined ? {} : { code: await sendCode(email, 'secure', token) };
  const { json } = await gateway.call('confirmTotp', { token, body: { totp: next(), ...mailed } });
  return { next, codes: json.result.recoveryCodes as string[], json };
}

const login = (account: string, more: object = {}) =>
  gateway.call('login', { body: { account, password: PASSWORD, ...more } });
const security = async ({ token }: Person) => (await gateway.call('getUserInfo', { token })).json.result.security;

describe('the authenticator app', () => {
  test('protects the login once its first code is right', async () => {
    const ann = await person({ withEmail: true });
    const confirm = async (fields: object) =>
      (await gateway.call('confirmTotp', { token: ann.token, body: { totp: '123456', ...fields } })).json.code;
    expect(await confirm({})).toBe(code.enterCode);
    expect(await confirm({ code: '123456' })).toBe(code.sendCodeFirst);
    expect(await confirm({ code: await sendCode(ann.email!, 'secure', ann.token) })).toBe(code.totpNotStarted);
    const wrong = await gateway.call('startTotp', { token: ann.token, body: { password: 'wrong' } });
    expect(wrong.json).toMatchObject({ code: code.passwordWrong, fields: { password: code.passwordWrong } });
    const { next, codes, json } = await switchOn(ann);
    expect(json).toMatchObject({ code: 200 });
    expect(codes).toHaveLength(10);
    expect(await security(ann)).toMatchObject({ totp: true, recoveryCodesLeft: 10, withdrawalsBlockedUntil: null });
    expect((await subjects(ann.email!)).at(-1)).toBe('Authenticator app switched on');

    expect((await login(ann.name)).json).toMatchObject({
      code: code.totpRequired,
      fields: { totp: code.totpRequired },
    });
    expect((await login(ann.name, { totp: '000000' })).json.code).toBe(code.totpWrong);
    const right = next();
    expect((await login(ann.name, { totp: right })).json.code).toBe(200);
    expect((await login(ann.name, { totp: right })).json.code).toBe(code.totpWrong);
    expect((await login(ann.name, { totp: codes[3] })).json.code).toBe(200);
    expect((await login(ann.name, { totp: codes[3] })).json.code).toBe(code.totpWrong);
    expect(await security(ann)).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await subjects(ann.email!)).filter((line) => line === 'A recovery code was used')).toHaveLength(1);
    // Who has only the recovery codes may have found them.
    expect(await security(ann)).toMatchObject({ withdrawalsBlockedBy: 'recoveryUsed' });
    const again = await gateway.call('startTotp', { token: ann.token, body: { password: PASSWORD } });
    expect(again.json.code).toBe(code.totpAlreadyOn);
  });

  test('says nothing to whoever does not know the password', async () => {
    const bob = await person();
    await switchOn(bob);
    for (const totp of [undefined, '000000']) {
      const answer = await gateway.call('login', {
        body: { account: bob.name, password: 'wrong', ...(totp && { totp }) },
      });
      expect(answer.json).toEqual(
        (await gateway.call('login', { body: { account: 'nobody', password: 'wrong' } })).json,
      );
    }
  });

  test('takes five wrong codes, then none for a while', async () => {
    const bob = await person();
    const { next } = await switchOn(bob);
    const codes = await Promise.all(Array.from({ length: 8 }, () => login(bob.name, { totp: '000000' })));
    expect(codes.filter(({ json }) => json.code === code.totpWrong)).toHaveLength(5);
    expect((await login(bob.name, { totp: next() })).json.code).toBe(code.codesLocked);
    gateway.clock.advance(15 * 60_000);
    expect((await login(bob.name, { totp: next() })).json.code).toBe(200);
  });

  test('is switched off by password and code together, and stops withdrawals for a day', async () => {
    const ann = await person();
    const { next } = await switchOn(ann);
    const remove = (password: string, totp: string) =>
      gateway.call('removeTotp', { token: ann.token, body: { password, totp } });
    expect((await remove('wrong', next())).json.code).toBe(code.passwordWrong);
    expect((await remove(PASSWORD, '000000')).json.code).toBe(code.totpWrong);
    expect((await remove(PASSWORD, next())).json.code).toBe(200);
    expect(await security(ann)).toMatchObject({
      totp: false,
      recoveryCodesLeft: 0,
      withdrawalsBlockedUntil: new Date(gateway.clock.now() + WITHDRAWAL_BLOCK_MS).toISOString(),
    });
    expect((await login(ann.name)).json.code).toBe(200);
    expect((await remove(PASSWORD, next())).json.code).toBe(code.totpNotStarted);
  });

  test('new recovery codes end the old ones', async () => {
    const ann = await person();
    const { next, codes } = await switchOn(ann);
    const renewed = await gateway.call('renewRecoveryCodes', {
      token: ann.token,
      body: { password: PASSWORD, totp: next() },
    });
    expect(renewed.json.result.recoveryCodes).toHaveLength(10);
    expect((await login(ann.name, { totp: codes[0] })).json.code).toBe(code.totpWrong);
    expect((await login(ann.name, { totp: renewed.json.result.recoveryCodes[0] })).json.code).toBe(200);
  });
});

describe('passkeys', () => {
  const start = (person: Person, more: object = {}) =>
    gateway.call('startPasskey', { token: person.token, body: { password: PASSWORD, ...more } });

  async function addPasskey(person: Person, device: SoftAuthenticator, more: object = {}) {
    const { json } = await start(person, more);
    const response = device.create(json.result, { origin: TEST_SITE });
    return gateway.call('addPasskey', { token: person.token, body: { name: 'Phone', response } });
  }
  async function loginBy(device: SoftAuthenticator, how: object = {}) {
    const { json } = await gateway.call('getPasskeyRequest', { body: {} });
    const response = device.get(json.result, { origin: TEST_SITE, ...how });
    return { response, answer: await gateway.call('loginWithPasskey', { body: { response } }) };
  }

  test('log in without name, password and code', async () => {
    const ann = await person({ withEmail: true });
    const { next } = await switchOn(ann);
    const device = new SoftAuthenticator();
    expect((await start(ann)).json.code).toBe(code.totpRequired);
    expect((await addPasskey(ann, device, { totp: next() })).json).toMatchObject({
      code: 200,
      result: { name: 'Phone', lastUsedAt: null },
    });
    const { answer, response } = await loginBy(device);
    expect(answer.json).toMatchObject({ code: 200, result: { user: { id: ann.id } } });
    expect((await gateway.call('getUserInfo', { token: answer.json.result.token })).json.result.user.id).toBe(ann.id);
    const replayed = await gateway.call('loginWithPasskey', { body: { response } });
    expect(replayed.json.code).toBe(code.passkeyRefused);
    expect((await loginBy(device, { origin: 'https://evil.example' })).answer.json.code).toBe(code.passkeyRefused);
    expect(await security(ann)).toMatchObject({ passkeys: 1, withdrawalsBlockedUntil: null });
  });

  test('of a person are named and removed by that person alone', async () => {
    const ann = await person();
    const bob = await person();
    const device = new SoftAuthenticator();
    const { id } = (await addPasskey(ann, device)).json.result;
    const byBob = { token: bob.token, body: { id, name: 'Mine' } };
    expect((await gateway.call('renamePasskey', byBob)).json.code).toBe(code.nothingFound);
    const removal = { id, password: PASSWORD };
    expect((await gateway.call('removePasskey', { token: bob.token, body: removal })).json.code).toBe(
      code.nothingFound,
    );
    expect((await gateway.call('renamePasskey', { token: ann.token, body: { id, name: 'Work' } })).json.code).toBe(200);
    expect((await gateway.call('listPasskeys', { token: ann.token })).json.result).toMatchObject([
      { id, name: 'Work' },
    ]);
    const wrong = { id, password: 'wrong' };
    expect((await gateway.call('removePasskey', { token: ann.token, body: wrong })).json.code).toBe(code.passwordWrong);
    expect((await gateway.call('removePasskey', { token: ann.token, body: removal })).json.code).toBe(200);
    expect((await loginBy(device)).answer.json.code).toBe(code.passkeyRefused);
  });

  test('a registration started by one person cannot be finished by another', async () => {
    const ann = await person();
    const bob = await person();
    const response = new SoftAuthenticator().create((await start(ann)).json.result, { origin: TEST_SITE });
    const answer = await gateway.call('addPasskey', { token: bob.token, body: { response } });
    expect(answer.json.code).toBe(code.passkeyRefused);
  });

  test('a disabled account stays closed', async () => {
    const ann = await person();
    const device = new SoftAuthenticator();
    await addPasskey(ann, device);
    await database.pool.query(`update users set status = 'disabled' where id = $1`, [ann.id]);
    expect((await loginBy(device)).answer.json.code).toBe(code.userStatusAbnormal);
  });
});

describe('the withdrawal password', () => {
  const set = (person: Person, body: object) =>
    gateway.call('setWithdrawalPassword', { token: person.token, body: { newPassword: MONEY, ...body } });

  test.each<[string, object, number]>([
    ['without any proof', {}, code.enterPassword],
    ['with a wrong login password', { password: 'wrong' }, code.passwordWrong],
    ['a short one', { newPassword: 'short', password: PASSWORD }, code.passwordTooWeak],
    ['the same as for login', { newPassword: PASSWORD, password: PASSWORD }, code.withdrawalPasswordSame],
    ['a code without the login password', { code: '123456' }, code.enterPassword],
  ])('refuses %s', async (_name, body, refusal) => {
    const ann = await person();
    expect((await set(ann, body)).json.code).toBe(refusal);
    expect(await security(ann)).toMatchObject({ withdrawalPassword: false });
  });

  test('is set first with a mailed code; a change stops withdrawals for a day', async () => {
    const ann = await person({ withEmail: true });
    expect((await set(ann, { password: PASSWORD })).json.code).toBe(code.enterCode);
    const first = await sendCode(ann.email!, 'withdraw', ann.token);
    expect((await set(ann, { password: 'wrong', code: first })).json.code).toBe(code.passwordWrong);
    expect((await set(ann, { password: PASSWORD, code: first })).json.code).toBe(200);
    expect(await security(ann)).toMatchObject({ withdrawalPassword: true, withdrawalsBlockedUntil: null });
    const next = 'eight green newts';
    expect((await set(ann, { newPassword: next, password: PASSWORD })).json.code).toBe(code.enterPassword);
    expect((await set(ann, { newPassword: next, oldPassword: 'wrong' })).json.code).toBe(code.withdrawalPasswordWrong);
    expect((await set(ann, { newPassword: next, oldPassword: MONEY })).json.code).toBe(200);
    expect((await security(ann)).withdrawalsBlockedUntil).not.toBeNull();
    const mailed = await sendCode(ann.email!, 'withdraw', ann.token);
    expect((await set(ann, { code: mailed })).json.code).toBe(200);
    expect((await set(ann, { code: mailed })).json.code).toBe(code.sendCodeFirst);
    expect(await subjects(ann.email!)).toContain('Your withdrawal password was changed');
  });

  test('without app and address the password alone sets it, and stops withdrawals for a day', async () => {
    const ann = await person();
    expect((await set(ann, { password: PASSWORD })).json.code).toBe(200);
    expect(await security(ann)).toMatchObject({ withdrawalPassword: true, withdrawalsBlockedBy: 'withdrawalPassword' });
    expect(await security(ann)).toMatchObject({ withdrawalsBlockedUntil: expect.any(String) });
  });

  test('with an app of a day, a mailed code is not enough; with a newer one, the app is not', async () => {
    const ann = await person({ withEmail: true });
    const { next } = await switchOn(ann);
    expect((await set(ann, { password: PASSWORD, totp: next() })).json.code).toBe(code.enterCode);
    gateway.clock.advance(WITHDRAWAL_BLOCK_MS);
    const mailed = await sendCode(ann.email!, 'withdraw', ann.token);
    expect((await set(ann, { password: PASSWORD, code: mailed })).json.code).toBe(code.totpRequired);
    expect((await set(ann, { password: PASSWORD, totp: next() })).json.code).toBe(200);
    expect(await security(ann)).toMatchObject({ step: 'totp', appServesFrom: null, withdrawalsBlockedUntil: null });
  });

  test('is locked for an hour after five wrong ones, however many come at once', async () => {
    const ann = await person();
    await set(ann, { password: PASSWORD });
    const guesses = await Promise.all(Array.from({ length: 8 }, () => set(ann, { oldPassword: 'wrong' })));
    const wrong = guesses.filter(({ json }) => json.code === code.withdrawalPasswordWrong);
    expect(wrong).toHaveLength(WITHDRAWAL_PASSWORD_ATTEMPTS_MAX);
    const right = { newPassword: 'eight green newts', oldPassword: MONEY };
    expect((await set(ann, right)).json.code).toBe(code.withdrawalPasswordLocked);
    gateway.clock.advance(WITHDRAWAL_PASSWORD_LOCK_MS);
    expect((await set(ann, right)).json.code).toBe(200);
  });
});

describe('the block of withdrawals', () => {
  const blocked = async ({ id }: Person): Promise<boolean> =>
    (await withdrawalsBlockedUntil(database.pool, id, gateway.clock.now())) !== undefined;
  const changePassword = (person: Person) =>
    gateway.call('changePassword', {
      token: person.token,
      body: { oldPassword: PASSWORD, newPassword: 'six white swans' },
    });
  async function bind(person: Person, email: string) {
    const sent = await sendCode(email, 'bind', person.token);
    return gateway.call('bindEmail', { token: person.token, body: { email, code: sent, password: PASSWORD } });
  }
  const setMoneyPassword = (person: Person) =>
    gateway.call('setWithdrawalPassword', { token: person.token, body: { newPassword: MONEY, password: PASSWORD } });
  const device = () => new SoftAuthenticator();
  async function passkey(person: Person) {
    const { json } = await gateway.call('startPasskey', { token: person.token, body: { password: PASSWORD } });
    const response = device().create(json.result, { origin: TEST_SITE });
    return gateway.call('addPasskey', { token: person.token, body: { response } });
  }

  test.each<[string, boolean, (person: Person) => Promise<unknown>]>([
    ['a new person', false, async () => undefined],
    ['a changed password', true, changePassword],
    ['a first address', true, (person) => bind(person, `first${person.id}@example.org`)],
    ['a first app', true, switchOn],
    ['a first withdrawal password', true, setMoneyPassword],
    ['a first passkey', false, passkey],
    ['a second passkey', true, async (person) => [await passkey(person), await passkey(person)]],
    [
      'another address',
      true,
      async (person) => [
        await bind(person, `a${person.id}@example.org`),
        await bind(person, `b${person.id}@example.org`),
      ],
    ],
    [
      'a password reset',
      true,
      async (person) => {
        const email = `reset${person.id}@example.org`;
        await bind(person, email);
        const body = { account: email, code: await sendCode(email, 'reset'), newPassword: 'six white swans' };
        await gateway.call('changePassword', { body });
      },
    ],
  ])('%s: %s', async (_name, expected, change) => {
    const ann = await person();
    await change(ann);
    expect(await blocked(ann)).toBe(expected);
    gateway.clock.advance(WITHDRAWAL_BLOCK_MS);
    expect(await blocked(ann)).toBe(false);
  });

  test('with the app on, a changed password or address asks for its code', async () => {
    const ann = await person();
    const { next } = await switchOn(ann);
    gateway.clock.advance(WITHDRAWAL_BLOCK_MS);
    const email = `app${ann.id}@example.org`;
    const body = { email, code: await sendCode(email, 'bind', ann.token), password: PASSWORD };
    const binding = (more: object) => gateway.call('bindEmail', { token: ann.token, body: { ...body, ...more } });
    expect((await binding({})).json.code).toBe(code.totpRequired);
    expect((await binding({ totp: '000000' })).json.code).toBe(code.totpWrong);
    expect((await binding({ totp: next() })).json.code).toBe(200);
    // A first address that an app of a day confirmed is no stranger's.
    expect(await blocked(ann)).toBe(false);
    const passwords = { oldPassword: PASSWORD, newPassword: 'six white swans' };
    const changing = (more: object) =>
      gateway.call('changePassword', { token: ann.token, body: { ...passwords, ...more } });
    expect((await changing({})).json.code).toBe(code.totpRequired);
    expect((await changing({ totp: next() })).json.code).toBe(200);
    const mailed = await sendCode(email, 'reset');
    const reset = (more: object) =>
      gateway.call('changePassword', {
        body: { account: email, code: mailed, newPassword: 'ten pale moths', ...more },
      });
    expect((await reset({ code: '000000' })).json.code).toBe(code.codeWrong);
    expect((await reset({})).json.code).toBe(code.totpRequired);
    expect((await reset({ totp: next() })).json.code).toBe(200);
    expect((await reset({ totp: next() })).json.code).toBe(code.sendCodeFirst);
  });

  test('every change is listed to its owner, and the old address hears of a new one', async () => {
    const ann = await person();
    await bind(ann, 'old@example.org');
    await bind(ann, 'new@example.org');
    const { json } = await gateway.call('listCredentialChanges', { token: ann.token });
    expect(json.result).toMatchObject([
      { kind: 'email', blocks: true },
      { kind: 'email', blocks: true },
    ]);
    expect((await subjects('old@example.org')).at(-1)).toBe('Your account has a new email address');
    expect((await subjects('new@example.org')).at(-1)).toBe('This address now belongs to your account');
  });
});

test('whoever of the operator looked at a person is listed to that person alone', async () => {
  const ann = await person();
  const bob = await person();
  await database.pool.query(
    `insert into operators (id, name, roles, state, added_at) values (5, 'eve', '["compliance"]', 'active', now())`,
  );
  const look = (seq: number, kind: string) =>
    database.pool.query(`insert into operator_views values ($1, 5, $2, $3, $3, now())`, [seq, ann.id, kind]);
  await look(901, 'identity');
  await look(902, 'documents');
  await look(903, 'balances');
  const page = async (person: Person, query: string) =>
    (await gateway.call('listDataViews', { token: person.token, query })).json.result;
  const first = await page(ann, 'limit=2');
  expect(first.items).toMatchObject([
    { id: 903, kind: 'balances', operator: 5 },
    { id: 902, kind: 'documents', operator: 5 },
  ]);
  const rest = await page(ann, `limit=2&cursor=${first.next}`);
  expect(rest).toMatchObject({ items: [{ id: 901, kind: 'identity' }], next: null });
  expect(await page(bob, '')).toEqual({ items: [], next: null });
});

test('an unknown account causes the same work as a wrong password, the app on or off', async () => {
  const ann = await person();
  const bob = await person();
  await switchOn(ann);
  const workFor = async (account: string): Promise<readonly number[]> => {
    const verify = vi.fn(async () => false);
    const query = vi.fn((sql: string, values: unknown[]) => database.pool.query(sql, values));
    const deps = { hasher: { verify }, pool: { query } };
    const answer = await logIn(deps as unknown as AuthDeps, { account, password: 'wrong' }, { userAgent: '', ip: '' });
    expect(answer).toEqual(refuse(code.passwordWrong));
    return [verify.mock.calls.length, query.mock.calls.length];
  };
  expect(await workFor(ann.name)).toEqual([1, 1]);
  expect(await workFor(bob.name)).toEqual([1, 1]);
  expect(await workFor('nobody')).toEqual([1, 1]);
});
