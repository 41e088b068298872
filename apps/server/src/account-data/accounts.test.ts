/**
 * Closing, taking along and forgetting, over HTTP through the real core: everything of a person is
 * in their export and nothing of anybody else, and what is personal is gone once it is erased.
 */
import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accepted } from '../http/testing/operator-gateway.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { FRESH_SESSION_MS } from '../people/auth/sign-in/own-methods.ts';
import { BASIC, openKycGateway } from '../people/kyc/testing/kyc-gateway.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { sharedBy } from '../products/nfts/shares.ts';
import { MODULES } from '../runtime/modules.ts';
import { eraseClosed } from './erase.ts';
import { importHistory } from './import.ts';
import { EXPORTED, KEPT_BACK, OPENED } from './tables.ts';

const PASSWORD = 'nine brown owls';
const database = withTestDatabase();
let gateway: Awaited<ReturnType<typeof openKycGateway>>;
let people = 0;
beforeAll(async () => {
  gateway = await openKycGateway(database);
});
afterAll(() => gateway.closeAll());

async function register() {
  people += 1;
  const username = `Leaver${people}`;
  const body = { username, password: PASSWORD, confirmPassword: PASSWORD };
  const { user, token } = accepted(await gateway.call('register', { body }));
  await database.pool.query('update users set email = $2 where id = $1', [user.id, `${username}@example.org`]);
  return { id: user.id as number, token: token as string, username };
}
type Someone = Awaited<ReturnType<typeof register>>;

const logIn = (who: Someone) => gateway.call('login', { body: { account: who.username, password: PASSWORD } });
const exported = async (who: Someone) => (await gateway.call('exportAccount', { token: who.token })).text;
const close = (who: Someone, more: object = {}) => {
  return gateway.call('closeAccount', {
    token: who.token,
    body: { password: PASSWORD, leave: false, ...more },
  });
};
const linesOf = async function* (text: string) {
  yield* text.split('\n');
};
const run = (days = 1_825) =>
  eraseClosed({
    pool: database.pool,
    bus: gateway.bus,
    clock: { now: gateway.now },
    retentionDays: async () => days,
  });

test('every column that names people is of a table that is exported, opened, or kept back for a reason', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'bigint'
        and (c.column_name in ('user_id', 'owner') or c.table_name = 'users' and c.column_name = 'id')`,
  );
  const known = [...EXPORTED, ...OPENED, ...Object.values(KEPT_BACK).flat()];
  expect(known.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
});

test('no secret of an exported table is written', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (data_type = 'bytea' or column_name ~ 'secret|hash|auth|p256dh|sealed|token')`,
  );
  const written = EXPORTED.flatMap(({ table, without = [] }) =>
    rows
      .map(({ name }) => name)
      .filter((name) => {
        const [tableName, column = ''] = name.split('.');
        return tableName === table && !without.includes(column);
      }),
  );
  // Digests of the log and of networks' transfers are no secrets.
  expect(written.toSorted()).toMatchInlineSnapshot(`
    [
      "command_log.hash",
      "deposit_hashes.tx_hash",
      "deposits.tx_hash",
      "files.sha256",
      "loan_agreements.signature_hash",
      "loan_agreements.text_hash",
      "loans.signature_hash",
      "loans.text_hash",
      "nft_shares.nonce",
      "nft_shares.token",
      "shared_receipts.token",
      "watch_transfers.block_hash",
      "watch_transfers.tx_hash",
      "withdrawals.tx_hash",
    ]
  `);
});

test('an export holds every row of its owner and none of another, and says what it should hold', async () => {
  const anna = await register();
  const eve = await register();
  for (const who of [anna, eve]) {
    expect((await gateway.post(who, 'submitBasicKyc', BASIC)).code).toBe(200);
    await gateway.call('addAlert', { token: who.token, body: { code: 'BTCUSDT', price: '1' } });
  }
  const text = await exported(anna);
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const foot = lines.pop();
  expect(head).toMatchObject({ format: 'glasshouse-account', version: 1, user: anna.id });
  expect(foot.rows).toBe(lines.length);
  for (const { table, column } of EXPORTED) {
    const { rows } = await database.pool.query(`select count(*)::int as count from ${table} where ${column} = $1`, [
      anna.id,
    ]);
    const written = lines.filter((line) => line.table === table);
    expect([table, written.length]).toEqual([table, rows[0].count]);
    for (const { row } of written) expect(row[column]).toBe(anna.id);
  }
  const submission = lines.find(({ table }) => table === 'kyc_submissions');
  expect(submission.row.content.form).toMatchObject({ lastName: BASIC.lastName });
  expect(text).not.toContain(eve.username);
  expect(text).not.toContain('argon2');
});

test('what was uploaded goes along, byte by byte, and nothing of anybody else', async () => {
  const anna = await register();
  const eve = await register();
  const own = await gateway.upload(anna, 'idFront');
  const gone = await gateway.upload(anna, 'idBack');
  const foreign = await gateway.upload(eve, 'idFront');
  gateway.files.objects.delete(gone);
  const text = await exported(anna);
  const contents = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ table }) => table === 'file_contents')
    .map(({ row }) => row);
  const bytes = Buffer.concat(
    contents.filter(({ file }) => file === own).map(({ content }) => Buffer.from(content, 'base64')),
  );
  expect(bytes).toEqual((await gateway.vault.open(own))?.bytes);
  expect(bytes.length).toBeGreaterThan(0);
  expect(contents.filter(({ file }) => file === gone)).toEqual([{ file: gone, part: 0, of: 0, content: null }]);
  expect(text).not.toContain(foreign);
  // On another installation they are checked with the rest, and not taken in.
  const to = await register();
  const imported = await importHistory(database.pool, { userId: to.id, lines: linesOf(text), now: gateway.now() });
  expect(imported).toMatchObject({ ok: true });
  const damaged = text.replace(bytes.toString('base64').slice(0, 40), 'A'.repeat(40));
  expect(damaged).not.toBe(text);
  const stranger = await register();
  const refused = await importHistory(database.pool, {
    userId: stranger.id,
    lines: linesOf(damaged),
    now: gateway.now(),
  });
  expect(refused).toMatchObject({ ok: false });
  const { rows } = await database.pool.query(
    `select source_table from imported_history where user_id = $1 and source_table in ('files', 'file_contents')`,
    [to.id],
  );
  expect(rows.map(({ source_table }) => source_table)).toEqual(['files', 'files']);
});

test('a link that shows a name to everybody shows nothing once its owner left, and goes with their data', async () => {
  const who = await register();
  await database.pool.query(
    `insert into nft_shares (token, purchase, serial, user_id, name, created_at) values ('shown', 1, 1, $1, 'Me', now())`,
    [who.id],
  );
  expect(await sharedBy(database.pool, 'shown')).toMatchObject({ name: 'Me' });
  expect((await close(who)).json.code).toBe(200);
  expect(await sharedBy(database.pool, 'shown')).toBeUndefined();
  await run();
  expect((await database.pool.query(`select from nft_shares where token = 'shown'`)).rowCount).toBe(0);
});

test('a session that was left open exports nothing, nor does anybody without one', async () => {
  const who = await register();
  expect((await gateway.call('exportAccount')).json.code).toBe(code.notLoggedIn);
  gateway.pass(FRESH_SESSION_MS + 1);
  expect((await gateway.call('exportAccount', { token: who.token })).json.code).toBe(code.signInAgain);
});

test('an export is history on another installation: read only, whole, once and unchanged', async () => {
  const from = await register();
  const to = await register();
  const text = await exported(from);
  const put = (lines: string, userId = to.id) =>
    importHistory(database.pool, { userId, lines: linesOf(lines), now: gateway.now() });
  const changed = text.replace(from.username, 'Somebody');
  for (const wrong of [changed, text.split('\n').slice(0, -2).join('\n'), `${text}{}`, 'hello', '{"format":"x"}']) {
    expect(await put(wrong)).toMatchObject({ ok: false });
  }
  expect(await put(text, 999_999)).toMatchObject({ ok: false });
  const held = () =>
    database.pool.query('select count(*)::int as count from imported_history where user_id = $1', [to.id]);
  expect((await held()).rows[0].count).toBe(0);
  const before = (await database.pool.query('select max(seq) as seq from command_log')).rows[0].seq;
  const imported = await put(text);
  expect(imported).toMatchObject({ ok: true, user: from.id });
  expect((await held()).rows[0].count).toBe(imported.ok ? imported.rows : 0);
  expect(await put(text)).toMatchObject({ ok: false });
  expect((await database.pool.query('select max(seq) as seq from command_log')).rows[0].seq).toBe(before);
  // It goes along with the next export.
  expect(await exported(to)).toContain(from.username);
});

/** A file as whoever forges one would make it: its foot fits. */
const forged = (rows: readonly string[], head: object = {}): string => {
  const lines = [
    JSON.stringify({
      format: 'glasshouse-account',
      version: 1,
      site: 'https://elsewhere.test',
      user: 7,
      exportedAt: '2026-01-01T00:00:00.000Z',
      ...head,
    }),
    ...rows,
  ];
  const sha256 = createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
  return [...lines, JSON.stringify({ rows: rows.length, sha256 }), ''].join('\n');
};

test.each<[what: string, file: string]>([
  ['a NUL in a text', forged(['{"table":"users","row":{"username":"a\\u0000b"}}'])],
  ['half a character', forged(['{"table":"users","row":{"username":"\\ud800"}}'])],
  ['a number that no table holds', forged(['{"table":"users","row":{"id":1e999999}}'])],
  ['brackets in brackets', forged([`{"table":"users","row":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`])],
  ['a NUL in the name of its site', forged([], { site: 'a\u0000b' })],
  ['half an account', forged([], { user: 0.5 })],
  ['a day that no calendar has', forged([], { exportedAt: '+275760-09-13T00:00:00Z' })],
  ['a table of the house', forged(['{"table":"operators","row":{}}'])],
  ['a list for a row', forged(['{"table":"users","row":[1]}'])],
])('%s is refused as a line of an export, and nothing of it is kept', async (_what, file) => {
  const to = await register();
  const put = importHistory(database.pool, { userId: to.id, lines: linesOf(file), now: gateway.now() });
  expect(await put).toMatchObject({ ok: false, problem: expect.any(String) });
  const { rows } = await database.pool.query('select from imported_history where user_id = $1', [to.id]);
  expect(rows).toEqual([]);
});

test('what is imported twice under another spelling of its moment is known', async () => {
  const to = await register();
  const row = '{"table":"users","row":{"id":7}}';
  const put = (exportedAt: string) =>
    importHistory(database.pool, { userId: to.id, lines: linesOf(forged([row], { exportedAt })), now: gateway.now() });
  expect(await put('2026-01-01T00:00:00.000Z')).toMatchObject({ ok: true });
  expect(await put('2026-01-01T01:00:00+01:00')).toMatchObject({ ok: false });
});

test('closing asks who it is, ends every session, and is told clearly at the next login', async () => {
  const who = await register();
  expect((await close(who, { password: 'not the password' })).json.code).toBe(code.passwordWrong);
  const secondToken = accepted(await logIn(who)).token;
  expect((await gateway.call('getClosing', { token: who.token })).json.result).toEqual({
    left: [],
    loans: 0,
    deposits: 0,
    isOpen: false,
  });
  expect((await close(who)).json.code).toBe(200);
  for (const token of [who.token, secondToken]) {
    expect((await gateway.call('getUserInfo', { token, body: {} })).json.code).toBe(code.sessionExpired);
  }
  expect((await logIn(who)).json.code).toBe(code.accountClosed);
  const wrong = { account: who.username, password: 'not the password' };
  expect((await gateway.call('login', { body: wrong })).json.code).toBe(code.passwordWrong);
});

test('only the owner comes back, with the right password, and is told by mail of both', async () => {
  const who = await register();
  const again = (password = PASSWORD, reopen = true) =>
    gateway.call('login', { body: { account: who.username, password, reopen } });
  const subjects = async () =>
    (
      await database.pool.query<{ subject: string }>(
        'select subject from mail_outbox where lower(to_address) = lower($1) order by id',
        [`${who.username}@example.org`],
      )
    ).rows.map(({ subject }) => subject);
  // Of an account that is open, it is a login like any other.
  expect((await again()).json.code).toBe(200);
  expect((await close(who)).json.code).toBe(200);
  expect((await again(PASSWORD, false)).json.code).toBe(code.accountClosed);
  expect((await again('not the password')).json.code).toBe(code.passwordWrong);
  const { token } = accepted(await again());
  expect((await gateway.call('getUserInfo', { token, body: {} })).json.code).toBe(200);
  expect((await logIn(who)).json.code).toBe(200);
  expect(await subjects()).toEqual(expect.arrayContaining(['Your account was closed', 'Your account is open again']));
  await database.pool.query('update users set email = null where id = $1', [who.id]);
});

test('what is personal goes: at once without money or identity check, otherwise when it is due', async () => {
  const plain = await register();
  const checked = await register();
  const stays = await register();
  await gateway.post(checked, 'submitBasicKyc', BASIC);
  for (const who of [plain, checked]) expect((await close(who)).json.code).toBe(200);
  expect(await run()).toBe(1 + 1); // With the account that the test before closed.
  const nameOf = async (who: Someone) =>
    (await database.pool.query('select username, email, password_hash from users where id = $1', [who.id])).rows[0];
  expect(await nameOf(plain)).toEqual({ username: null, email: null, password_hash: null });
  expect((await nameOf(checked)).username).toBe(checked.username);
  expect((await nameOf(stays)).username).toBe(stays.username);
  expect((await logIn(plain)).json.code).toBe(code.passwordWrong);
  // The core has its own clock and parameter.
  expect(await run(0)).toBe(0);
  gateway.pass(1_825 * 86_400_000);
  expect(await run()).toBe(1);
  expect(await nameOf(checked)).toEqual({ username: null, email: null, password_hash: null });
  const { rows } = await database.pool.query('select count(*)::int as count from postings where user_id = $1', [
    checked.id,
  ]);
  expect(rows[0].count).toBeGreaterThan(0);
  const again = { username: plain.username, password: PASSWORD, confirmPassword: PASSWORD };
  expect((await gateway.call('register', { body: again })).json.code).toBe(200);
});

test('the log makes it all again', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
