import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../http/testing/gateway.ts';
import { withTestDatabase } from '../../platform/test-database.ts';

/** Registering, logging in, changing and resetting passwords: over HTTP, on a real database. */
const database = withTestDatabase();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway(database.pool);
});
afterAll(() => gateway.app.close());

const PASSWORD = 'nine brown owls';
const form = (username: string, more: object = {}) => ({
  body: { username, password: PASSWORD, confirmPassword: PASSWORD, ...more },
});

/** The digits in the newest mail to an address. */
async function codeFor(address: string): Promise<string> {
  const { rows } = await database.pool.query('select subject from mail_outbox where to_address = $1 order by id desc', [
    address,
  ]);
  return /\d{6}/.exec(rows[0].subject)![0];
}
const mailCount = async (): Promise<number> =>
  (await database.pool.query('select count(*)::int as n from mail_outbox')).rows[0].n;

async function sendCode(account: string, type: string, token?: string) {
  const answer = await gateway.call('sendCode', { body: { account, type }, token });
  gateway.clock.advance(61_000);
  return answer;
}

describe('registering', () => {
  test('by user name opens account, session and demo book', async () => {
    const { status, json } = await gateway.call('register', form('Alice'));
    expect(status).toBe(200);
    expect(json).toMatchObject({ code: 200, result: { user: { username: 'Alice', guest: false, email: null } } });
    const { id } = json.result.user;
    expect(id).toBeGreaterThanOrEqual(1000);
    expect(gateway.core.done.find((input) => input.id === `open:${id}`)).toMatchObject({
      type: 'books.open',
      userId: id,
      book: 'demo',
    });
    const info = await gateway.call('getUserInfo', { token: json.result.token });
    expect(info.json.result.user.id).toBe(id);
  });

  test.each([
    ['no account at all', { username: undefined }, code.enterAccount],
    ['passwords differ', { confirmPassword: 'nine brown 0wls' }, code.passwordsDiffer],
    ['a short password', { password: 'ab3$xY9!k', confirmPassword: 'ab3$xY9!k' }, code.passwordTooWeak],
    ['a common password', { password: 'password123', confirmPassword: 'password123' }, code.passwordTooWeak],
    ['a user name with an @', { username: 'a@b' }, code.usernameWrong],
    ['an email that is none', { email: 'alice@' }, code.emailWrong],
    ['an email without a code', { email: 'new@example.org' }, code.enterCode],
    ['a code that was never sent', { email: 'new@example.org', code: '123456' }, code.sendCodeFirst],
    ['an unknown invitation', { inviteCode: 'NOBODY1' }, code.inviteCodeWrong],
    ['a name that is taken, whatever its case', { username: 'aLICE' }, code.usernameExists],
    ['a name that is read like one that is taken', { username: 'A1ice' }, code.usernameExists],
    ['a name of the house', { username: 'supp0rt' }, code.usernameReserved],
    ['letters of another script', { username: 'аlice' }, code.usernameWrong],
    ['a character that nobody sees', { username: 'ali\u200bce' }, code.usernameWrong],
    ['an unknown field', { admin: true }, code.unknownField],
    ['no password', { password: '' }, code.enterPassword],
  ])('refuses %s', async (_name, change, refusal) => {
    const before = await database.pool.query('select count(*)::int as n from users');
    const { status, json } = await gateway.call('register', form('Bob', change));
    expect({ status, code: json.code }).toEqual({ status: 200, code: refusal });
    expect(json.message).not.toBe('');
    expect((await database.pool.query('select count(*)::int as n from users')).rows).toEqual(before.rows);
  });

  test('by email needs the code that was sent, once', async () => {
    const email = 'Carol@Example.org';
    await sendCode(email, 'register');
    const sent = await codeFor('carol@example.org');
    const wrong = sent === '000000' ? '111111' : '000000';
    expect((await gateway.call('register', form('Carol', { email, code: wrong }))).json.code).toBe(code.codeWrong);
    const right = await gateway.call('register', form('Carol', { email, code: sent }));
    expect(right.json).toMatchObject({ code: 200, result: { user: { email } } });
    // The code is used up, and only a new code for the address reveals that it is taken.
    expect((await gateway.call('register', form('Carol2', { email, code: sent }))).json.code).toBe(code.sendCodeFirst);
  });

  test('a code dies after five wrong guesses and after ten minutes', async () => {
    await sendCode('dora@example.org', 'register');
    const sent = await codeFor('dora@example.org');
    const wrong = sent === '000000' ? '111111' : '000000';
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await gateway.call('register', form('Dora', { email: 'dora@example.org', code: wrong }))).json.code).toBe(
        code.codeWrong,
      );
    }
    expect((await gateway.call('register', form('Dora', { email: 'dora@example.org', code: sent }))).json.code).toBe(
      code.sendCodeFirst,
    );
    await sendCode('dora@example.org', 'register');
    const second = await codeFor('dora@example.org');
    gateway.clock.advance(10 * 60_000);
    expect((await gateway.call('register', form('Dora', { email: 'dora@example.org', code: second }))).json.code).toBe(
      code.sendCodeFirst,
    );
  });

  test('a later refusal leaves the code usable', async () => {
    await sendCode('erin@example.org', 'register');
    const sent = await codeFor('erin@example.org');
    expect((await gateway.call('register', form('Alice', { email: 'erin@example.org', code: sent }))).json.code).toBe(
      code.usernameExists,
    );
    expect((await gateway.call('register', form('Erin', { email: 'erin@example.org', code: sent }))).json.code).toBe(
      200,
    );
  });

  test('of twenty concurrent registrations of one name, one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.call('register', form('Frank'))));
    const codes = answers.map((answer) => answer.json.code);
    expect(codes.filter((status) => status === 200)).toHaveLength(1);
    expect(codes.filter((status) => status === code.usernameExists)).toHaveLength(19);
  });

  test('of two concurrent uses of one code, one succeeds', async () => {
    await sendCode('gina@example.org', 'register');
    const sent = await codeFor('gina@example.org');
    const answers = await Promise.all(
      ['Gina', 'Gina2'].map((name) => gateway.call('register', form(name, { email: 'gina@example.org', code: sent }))),
    );
    expect(answers.map((answer) => answer.json.code).sort()).toEqual([code.sendCodeFirst, 200].sort());
  });

  test('leaves nothing behind when the core is gone: the log must have the digest of a login', async () => {
    gateway.core.isGone = true;
    const { json } = await gateway.call('register', form('Henry'));
    gateway.core.isGone = false;
    expect(json.code).toBe(code.outcomeUnknown);
    const again = await gateway.call('register', form('Henry'));
    expect(again.json.code).toBe(200);
  });

  test('of a guest stays consistent when the core is gone: the book opens at the next visit', async () => {
    gateway.core.isGone = true;
    const { json } = await gateway.call('loginAsGuest');
    gateway.core.isGone = false;
    expect(json.code).toBe(200);
    const { id } = json.result.user;
    expect(gateway.core.done.some((input) => input.userId === id)).toBe(false);
    await gateway.call('getUserInfo', { token: json.result.token });
    expect(gateway.core.done.filter((input) => input.id === `open:${id}`)).toHaveLength(1);
    await gateway.call('getUserInfo', { token: json.result.token });
    expect(gateway.core.done.filter((input) => input.id === `open:${id}`)).toHaveLength(1);
  });
});

describe('what must not be revealed', () => {
  test('login gives the same answer for an unknown account and a wrong password', async () => {
    const unknown = await gateway.call('login', { body: { account: 'nobody-here', password: PASSWORD } });
    const wrong = await gateway.call('login', { body: { account: 'alice', password: 'not the password' } });
    expect(unknown.json).toEqual(wrong.json);
    expect(unknown.json.code).toBe(code.passwordWrong);
    expect(unknown.status).toBe(wrong.status);
  });

  test('reset codes give the same answers for an unknown address', async () => {
    const nobody = await sendCode('nobody@example.org', 'reset');
    const mails = await mailCount();
    const somebody = await sendCode('carol@example.org', 'reset');
    expect(await mailCount()).toBe(mails + 1);
    expect(nobody).toEqual(somebody);
    const reset = (account: string) =>
      gateway.call('changePassword', { body: { account, code: '000001', newPassword: 'quiet purple rivers' } });
    expect((await reset('nobody@example.org')).json).toEqual((await reset('carol@example.org')).json);
  });

  test('a registration code for a taken address answers as for a free one; its owner gets a mail without a code', async () => {
    const answer = await sendCode('carol@example.org', 'register');
    const { rows } = await database.pool.query(
      'select to_address, subject, text from mail_outbox order by id desc limit 1',
    );
    expect(rows[0].to_address).toBe('carol@example.org');
    expect(`${rows[0].subject} ${rows[0].text}`).not.toMatch(/\d{6}/);
    expect(answer).toEqual(await sendCode('free@example.org', 'register'));
  });

  test('a second code within a minute is refused for any address', async () => {
    for (const account of ['carol@example.org', 'nobody2@example.org']) {
      expect((await gateway.call('sendCode', { body: { account, type: 'reset' } })).json.code).toBe(200);
      expect((await gateway.call('sendCode', { body: { account, type: 'reset' } })).json.code).toBe(
        code.sendCodeTooSoon,
      );
    }
    gateway.clock.advance(61_000);
  });

  test('checkAccountExists answers for exactly one of its fields', async () => {
    const ask = async (query: string) => (await gateway.call('checkAccountExists', { query })).json;
    expect(await ask('username=ALICE')).toEqual({ code: 200, result: { exists: true } });
    expect(await ask('email=carol%40example.org')).toEqual({ code: 200, result: { exists: true } });
    expect(await ask('username=unheard')).toEqual({ code: 200, result: { exists: false } });
    expect(await ask('phone=%2B4930123456')).toEqual({ code: 200, result: { exists: false } });
    expect((await ask('')).code).toBe(code.enterAccount);
    expect((await ask('username=alice&email=a@b.co')).code).toBe(code.enterAccount);
  });
});

describe('sessions', () => {
  const login = async (account: string, password = PASSWORD, headers: Record<string, string> = {}) =>
    (await gateway.call('login', { body: { account, password }, headers })).json.result.token as string;

  test('logging out ends the session at once', async () => {
    const token = await login('alice');
    expect((await gateway.call('getUserInfo', { token })).status).toBe(200);
    expect((await gateway.call('logout', { token })).json).toEqual({ code: 200, result: null });
    expect((await gateway.call('getUserInfo', { token })).status).toBe(401);
  });

  test('the device list shows where one is logged in; one or all others can be ended', async () => {
    await gateway.call('register', form('Ivan'));
    const phone = await login('ivan', PASSWORD, {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36',
    });
    const laptop = await login('ivan');
    const list = await gateway.call('listSessions', { token: laptop });
    expect(list.json.result).toHaveLength(3);
    const line = list.json.result.find((session: { device: string }) => session.device === 'Chrome · Android');
    expect(line).toMatchObject({ current: false });
    expect(list.json.result.filter((session: { current: boolean }) => session.current)).toHaveLength(1);

    expect((await gateway.call('getUserInfo', { token: phone })).status).toBe(200);
    expect((await gateway.call('revokeSession', { token: laptop, body: { id: line.id } })).json).toMatchObject({
      code: 200,
      result: { revoked: 1 },
      message: 20005,
    });
    expect((await gateway.call('getUserInfo', { token: phone })).status).toBe(401);
    expect((await gateway.call('revokeSession', { token: laptop, body: { id: line.id } })).json.code).toBe(
      code.sessionNotFound,
    );
    const otherToken = await login('alice');
    const others = await gateway.call('listSessions', { token: otherToken });
    expect(
      (await gateway.call('revokeSession', { token: laptop, body: { id: others.json.result[0].id } })).json.code,
    ).toBe(code.sessionNotFound);
    expect((await gateway.call('getUserInfo', { token: otherToken })).status).toBe(200);
    expect((await gateway.call('revokeSession', { token: laptop })).json.result).toEqual({ revoked: 1 });
    expect((await gateway.call('getUserInfo', { token: laptop })).status).toBe(200);
  });

  test('a session lives thirty days after it was last used', async () => {
    const token = await login('alice');
    gateway.clock.advance(29 * 86_400_000);
    expect((await gateway.call('getUserInfo', { token })).status).toBe(200);
    gateway.clock.advance(29 * 86_400_000);
    expect((await gateway.call('getUserInfo', { token })).status).toBe(200);
    gateway.clock.advance(30 * 86_400_000);
    const expired = await gateway.call('getUserInfo', { token });
    expect({ status: expired.status, code: expired.json.code }).toEqual({ status: 401, code: code.sessionExpired });
  });

  test('disabling a user ends every session; a frozen one may read but moves no money', async () => {
    await gateway.call('register', form('Judy'));
    const token = await login('judy');
    const { id } = (await gateway.call('getUserInfo', { token })).json.result.user;
    await database.pool.query(`update users set status = 'frozen', status_reason = 'review' where id = $1`, [id]);
    await gateway.sessions.refresh(id);
    expect((await gateway.call('getUserInfo', { token })).json.result.user).toMatchObject({
      status: 'frozen',
      statusReason: 'review',
    });
    expect((await gateway.call('resetDemo', { token, key: 'frozen-reset' })).json.code).toBe(code.userStatusWrong);
    await database.pool.query(`update users set status = 'disabled' where id = $1`, [id]);
    await gateway.sessions.refresh(id);
    expect((await gateway.call('getUserInfo', { token })).status).toBe(401);
    expect((await gateway.call('login', { body: { account: 'judy', password: PASSWORD } })).json.code).toBe(
      code.userStatusAbnormal,
    );
    expect((await gateway.call('login', { body: { account: 'judy', password: 'a wrong password' } })).json.code).toBe(
      code.passwordWrong,
    );
  });

  test('a revocation wins over a concurrent look-up', async () => {
    const token = await login('alice');
    const { id } = (await gateway.call('getUserInfo', { token })).json.result.user;
    await gateway.sessions.refresh(id);
    // Forgotten by the cache: each of these reads the database while the last revokes.
    await Promise.all([
      gateway.sessions.find(token),
      gateway.sessions.find(token),
      gateway.sessions.revokeAll(id),
      gateway.sessions.find(token),
    ]);
    expect(gateway.sessions.cached(token)).toBeUndefined();
    expect(await gateway.sessions.find(token)).toBeUndefined();
  });
});

describe('passwords', () => {
  const next = 'seven lazy dragons';
  const login = async (account: string, password: string) =>
    (await gateway.call('login', { body: { account, password } })).json;

  test('changing one needs the old one and ends all other sessions', async () => {
    const mine = (await gateway.call('register', form('Karl'))).json.result.token as string;
    const otherToken = (await login('karl', PASSWORD)).result.token as string;
    const change = (oldPassword: string, newPassword: string) =>
      gateway.call('changePassword', { token: mine, body: { oldPassword, newPassword } });
    expect((await change('not my password', next)).json.code).toBe(code.oldPasswordWrong);
    expect((await change(PASSWORD, 'short')).json.code).toBe(code.passwordTooWeak);
    expect((await change(PASSWORD, 'karl-karl-karl')).json.code).toBe(code.passwordTooWeak);
    expect((await gateway.call('getUserInfo', { token: otherToken })).status).toBe(200);
    expect((await change(PASSWORD, next)).json).toEqual({ code: 200, result: null, message: 20005 });
    expect((await gateway.call('getUserInfo', { token: mine })).status).toBe(200);
    expect((await gateway.call('getUserInfo', { token: otherToken })).status).toBe(401);
    expect((await login('karl', PASSWORD)).code).toBe(code.passwordWrong);
    expect((await login('karl', next)).code).toBe(200);
  });

  test('of two concurrent changes with the same old password, one succeeds', async () => {
    const token = (await gateway.call('register', form('Lena'))).json.result.token as string;
    const change = (newPassword: string) =>
      gateway.call('changePassword', { token, body: { oldPassword: PASSWORD, newPassword } });
    const answers = await Promise.all([change('first new secret'), change('other new secret')]);
    expect(answers.map((answer) => answer.json.code).sort()).toEqual([code.oldPasswordWrong, 200].sort());
  });

  test('a lost one is reset with a mailed code; every session ends', async () => {
    await sendCode('mona@example.org', 'register');
    const registered = await gateway.call(
      'register',
      form('Mona', { email: 'mona@example.org', code: await codeFor('mona@example.org') }),
    );
    const { token } = registered.json.result;
    await sendCode('mona@example.org', 'reset');
    const sent = await codeFor('mona@example.org');
    const reset = (account: string, mailedCode: string) =>
      gateway.call('changePassword', { body: { account, code: mailedCode, newPassword: next } });
    expect((await reset('mona@example.org', sent === '000000' ? '000001' : '000000')).json.code).toBe(code.codeWrong);
    // By user name as well, since the code went to the address of that user.
    expect((await reset('mona', sent)).json).toMatchObject({ code: 200, message: 20005 });
    expect((await gateway.call('getUserInfo', { token })).status).toBe(401);
    expect((await login('mona@EXAMPLE.org', next)).code).toBe(200);
    expect((await reset('mona@example.org', sent)).json.code).toBe(code.sendCodeFirst);
    const notice = await database.pool.query(
      `select subject from mail_outbox where to_address = 'mona@example.org' order by id desc`,
    );
    expect(notice.rows[0].subject).toBe('Your password was reset');
  });

  test('without a session the old password does not change it', async () => {
    const answer = await gateway.call('changePassword', { body: { oldPassword: PASSWORD, newPassword: next } });
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 401, code: code.notLoggedIn });
  });

  test('hashes are Argon2id with the documented cost, and no password or token is stored', async () => {
    const { rows } = await database.pool.query('select password_hash from users where password_hash is not null');
    for (const row of rows) expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { json } = await login('karl', next).then((answer) => ({ json: answer }));
    const stored = await database.pool.query(`select encode(token_hash, 'hex') as hash from sessions`);
    expect(stored.rows.some((row) => row.hash.includes(json.result.token))).toBe(false);
  });
});

describe('guests and addresses', () => {
  test('a guest becomes a user under the same id, and stays logged in', async () => {
    const guest = await gateway.guest();
    expect(
      (await gateway.call('changePassword', { token: guest.token, body: { oldPassword: 'x', newPassword: PASSWORD } }))
        .json.code,
    ).toBe(code.guestMustUpgrade);
    const upgraded = await gateway.call('upgradeGuest', { token: guest.token, ...form('Nora') });
    expect(upgraded.json).toMatchObject({
      code: 200,
      message: 20005,
      result: { id: guest.id, username: 'Nora', guest: false },
    });
    expect((await gateway.call('getUserInfo', { token: guest.token })).json.result.user.guest).toBe(false);
    expect((await gateway.call('upgradeGuest', { token: guest.token, ...form('Nora2') })).json.code).toBe(
      code.alreadyFullAccount,
    );
    const login = await gateway.call('login', { body: { account: 'nora', password: PASSWORD } });
    expect(login.json.result.user.id).toBe(guest.id);
  });

  test('a guest can say who invited them, as at a sign-up, but not themselves', async () => {
    const codeOf = async (id: unknown): Promise<string> =>
      (await database.pool.query('select invite_code from users where id = $1', [id])).rows[0].invite_code;
    const inviter = await gateway.guest();
    const guest = await gateway.guest();
    const upgrade = async (inviteCode: string) =>
      (await gateway.call('upgradeGuest', { token: guest.token, ...form('Invitee', { inviteCode }) })).json.code;
    expect(await upgrade('NOBODY1')).toBe(code.inviteCodeWrong);
    expect(await upgrade(await codeOf(guest.id))).toBe(code.inviteCodeWrong);
    expect(await upgrade(await codeOf(inviter.id))).toBe(200);
    const { rows } = await database.pool.query('select invited_by from users where id = $1', [guest.id]);
    expect(rows).toEqual([{ invited_by: Number(inviter.id) }]);
  });

  test('a guest cannot take a name that is taken, and stays a guest', async () => {
    const guest = await gateway.guest();
    expect((await gateway.call('upgradeGuest', { token: guest.token, ...form('alice') })).json.code).toBe(
      code.usernameExists,
    );
    expect((await gateway.call('getUserInfo', { token: guest.token })).json.result.user.guest).toBe(true);
  });

  test('binding an address needs a session, the password and the code sent to it', async () => {
    expect((await gateway.call('sendCode', { body: { account: 'otto@example.org', type: 'bind' } })).status).toBe(401);
    const token = (await gateway.call('register', form('Otto'))).json.result.token as string;
    await sendCode('otto@example.org', 'bind', token);
    const sent = await codeFor('otto@example.org');
    const bind = (password: string, mailedCode: string) =>
      gateway.call('bindEmail', { token, body: { email: 'otto@example.org', code: mailedCode, password } });
    expect((await bind('not the password', sent)).json.code).toBe(code.passwordWrong);
    expect((await bind(PASSWORD, sent)).json).toMatchObject({
      code: 200,
      message: 20005,
      result: { email: 'otto@example.org' },
    });
    expect((await gateway.call('login', { body: { account: 'otto@example.org', password: PASSWORD } })).json.code).toBe(
      200,
    );
  });
});
