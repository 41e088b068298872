/**
 * Imported history over HTTP: an export of one account goes into another one by its owner alone,
 * as its digest says, and is read with all its digits; what is no export is refused by name.
 */
import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { BASE_PATH, IMPORTS_MAX } from '@glasshouse/api/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accepted } from '../http/testing/operator-gateway.ts';
import { openKycGateway } from '../people/kyc/testing/kyc-gateway.ts';
import { withTestDatabase } from '../platform/test-database.ts';

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
  const body = { username: `Mover${people}`, password: PASSWORD, confirmPassword: PASSWORD };
  const { user, token } = accepted(await gateway.call('register', { body }));
  return { id: user.id as number, token: token as string };
}
type Someone = { readonly token: string };

async function put(who: Someone, text: string) {
  const form = new FormData();
  form.append('file', new Blob([text]), 'account.jsonl');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const response = await gateway.app.inject({
    method: 'POST',
    url: `${BASE_PATH}/user/importHistory`,
    headers: { authorization: who.token, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json() as { code: number; result?: { id: number } };
}

/** A file as an installation would write it, with its digest. */
function written(rows: readonly string[], head: object = {}): string {
  const first = { format: 'glasshouse-account', version: 1, site: 'https://other.example', user: 7 };
  const lines = [JSON.stringify({ ...first, exportedAt: '2026-01-02T03:04:05.678Z', ...head }), ...rows];
  const digest = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return `${lines.join('\n')}\n${JSON.stringify({ rows: rows.length, sha256: digest })}\n`;
}
const posting = (seq: number, amount: string) =>
  `{"table":"postings","row":{"seq":${seq},"amount":${amount},"reason":"spot.buy","ref":null}}`;

const imports = async (who: Someone) => accepted(await gateway.call('listImports', { token: who.token }));
const rowsOf = (who: Someone, id: number, more = '') =>
  gateway.call('listImportedRows', { token: who.token, query: `import=${id}&table=postings${more}` });

test('what one account took along is read in another, newest first and to the last digit', async () => {
  const from = await register();
  const to = await register();
  const text = (await gateway.call('exportAccount', { token: from.token })).text;
  const imported = await put(to, text);
  expect(imported.code).toBe(200);
  const [listed] = await imports(to);
  expect(listed).toMatchObject({
    id: imported.result?.id,
    user: from.id,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(text).toContain(listed.sha256);
  const sum = listed.tables.reduce((all: number, { rows }: { rows: number }) => all + rows, 0);
  expect(sum).toBe(listed.rows);

  const large = written([posting(1, '90071992547409930.12345678'), posting(2, '-5.00000000')]);
  const { result } = await put(to, large);
  const first = accepted(await rowsOf(to, result?.id ?? 0, '&limit=1'));
  expect(first.items).toEqual([
    { line: 2, fields: { seq: '2', amount: '-5.00000000', reason: 'spot.buy', ref: null } },
  ]);
  const second = accepted(await rowsOf(to, result?.id ?? 0, `&limit=1&cursor=${first.next}`));
  expect(second.items[0].fields.amount).toBe('90071992547409930.12345678');
  expect(second.next).toBeNull();
});

test('nobody reads, removes or sees what another took in', async () => {
  const owner = await register();
  const stranger = await register();
  const { result } = await put(owner, written([posting(1, '1')]));
  const id = result?.id ?? 0;
  expect(await imports(stranger)).toEqual([]);
  expect(accepted(await rowsOf(stranger, id)).items).toEqual([]);
  expect((await gateway.call('removeImport', { token: stranger.token, body: { id } })).json.code).toBe(
    code.importNotFound,
  );
  expect(accepted(await rowsOf(owner, id)).items).toHaveLength(1);
  expect((await gateway.call('removeImport', { token: owner.token, body: { id } })).json.code).toBe(200);
  expect(await imports(owner)).toEqual([]);
  const { rows } = await database.pool.query('select from imported_history where user_id = $1', [owner.id]);
  expect(rows).toEqual([]);
});

const ROW = posting(1, '1');
test.each<[string, string, number]>([
  ['text', 'hello', code.notAnExport],
  ['another format', written([ROW], { format: 'something' }), code.notAnExport],
  ['a version of the future', written([ROW], { version: 2 }), code.notAnExport],
  ['a moment that is none', written([ROW], { exportedAt: 'infinity' }), code.notAnExport],
  ['a site without end', written([ROW], { site: 'x'.repeat(300) }), code.notAnExport],
  ['a changed row', written([ROW]).replace('spot.buy', 'spot.sell'), code.exportDamaged],
  ['a cut-off file', written([ROW]).split('\n').slice(0, -2).join('\n'), code.exportDamaged],
  ['more after the end', `${written([ROW])}{}`, code.exportDamaged],
  ['a table that there is not', written(['{"table":"secrets","row":{}}']), code.exportDamaged],
  ['a zero character', written([posting(1, '1').replace('spot.buy', '\\u0000')]), code.exportDamaged],
  ['a number beyond all', written([posting(1, '1e999999')]), code.exportDamaged],
  ['nesting without end', written([posting(1, `${'['.repeat(20_000)}${']'.repeat(20_000)}`)]), code.exportDamaged],
])('refuses %s', async (_what, text, expected) => {
  const who = await register();
  expect(await put(who, text)).toMatchObject({ code: expected });
  expect(await imports(who)).toEqual([]);
});

test('the same file is taken in once, and an account holds so many', async () => {
  const who = await register();
  const file = (day: number) => written([ROW], { exportedAt: `2026-02-0${day}T00:00:00.000Z` });
  for (let day = 1; day <= IMPORTS_MAX; day += 1) expect((await put(who, file(day))).code).toBe(200);
  expect((await put(who, file(9))).code).toBe(code.tooManyImports);
  const [newest] = await imports(who);
  await gateway.call('removeImport', { token: who.token, body: { id: newest.id } });
  expect((await put(who, file(1))).code).toBe(code.importedBefore);
});

test('guests and visitors import nothing, and a file that is too large says so', async () => {
  const guest = await gateway.guest();
  expect((await put(guest, written([ROW]))).code).toBe(code.guestMustUpgrade);
  expect((await put({ token: '' }, written([ROW]))).code).toBe(code.notLoggedIn);
  const who = await register();
  expect((await put(who, 'x'.repeat(50 * 1024 * 1024 + 1))).code).toBe(code.payloadTooLarge);
});
