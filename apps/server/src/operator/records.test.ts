/** What operators read and set, from a database that real commands filled. */
import { code } from '@glasshouse/api/codes';
import { REPORTS } from '@glasshouse/api/constants';
import { beforeAll, expect, test } from 'vitest';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import type { FileResult } from '../platform/call.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { followLedger } from './results/follow.ts';
import { RecordsFixture, textOf } from './testing/records-fixture.ts';

const database = withTestDatabase();
let fixture: RecordsFixture;

beforeAll(async () => {
  fixture = await RecordsFixture.start(database);
  const { harness } = fixture;
  await fixture.register(1001, 'Amelie', 'amelie@example.org');
  await fixture.register(1002, 'bernard_k', 'b.k+trade@example.com');
  await fixture.register(1003, 'cmd');
  await harness.tick(10_000_000);
  // Anna wins, Bernard loses.
  await harness.buy(1001, { amount: '100', periodId: 30, direction: 'up' });
  await harness.buy(1002, { amount: '50', periodId: 30, direction: 'down' });
  for (let second = 0; second < 40; second += 1) await harness.tick(10_000_000 + second * 100);
  await harness.buy(1002, { amount: '70', periodId: 3600, direction: 'down' });
  await harness.submit(1001, 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'buy',
    type: 'market',
    lots: '1',
    leverage: 10,
  });
  await harness.tick(10_003_900);
});

test('people are found by number, and by parts of their names and addresses', async () => {
  const find = async (q?: string): Promise<number[]> => {
    const { items } = await fixture.call<{ items: { id: number }[] }>('searchUsers', { query: { q } });
    return items.map(({ id }) => id);
  };
  expect(await find('1002')).toEqual([1002]);
  expect(await find('AMEL')).toEqual([1001]);
  expect(await find('nard_')).toEqual([1002]);
  expect(await find('nard%')).toEqual([]);
  expect(await find('example')).toEqual([1002, 1001]);
  expect(await find('b.k+trade@example.com')).toEqual([1002]);
  expect(await find('am')).toEqual([1001]);
  expect(await find()).toEqual([1003, 1002, 1001]);
  const first = await fixture.call<{ items: unknown[]; next: string }>('searchUsers', { query: { limit: 2 } });
  expect([first.items.length, first.next]).toEqual([2, '1002']);
  const wrong = await fixture.answer('searchUsers', { query: { cursor: 'x_1' } });
  expect(wrong).toMatchObject({ ok: false, code: code.cursorInvalid });
});

test('a number finds its person first, and a word of many names stops at a page', async () => {
  await database.pool.query(
    `insert into users (id, username, email, password_hash, kind, language, invite_code, created_at)
     select 500000 + n, 'Many' || n, 'many' || n || '@example.net', 'x', 'user', 'en', 'many' || n, now()
       from generate_series(1, 9000) n`,
  );
  const pages = async (q: string, limit: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = { q, limit, cursor };
      const page = await fixture.call<{ items: { id: number }[]; next: string | null }>('searchUsers', { query });
      ids.push(...page.items.map(({ id }) => id));
      if (page.next === null) return ids;
      cursor = page.next;
    }
  };
  expect((await pages('1001', 50))[0]).toBe(1001);
  for (const limit of [1, 2, 50]) {
    expect(await pages('1002', limit)).toEqual([1002, 501002]);
    expect(await pages('500007', limit)).toEqual([500007]);
    expect(await pages('Amel', limit)).toEqual([1001]);
    expect(await pages('y899', limit)).toEqual([...Array.from({ length: 10 }, (_, n) => 508999 - n), 500899]);
  }
  const many = await pages('any', 200);
  expect([many.length, new Set(many).size, many[0]]).toEqual([9000, 9000, 509000]);
  await database.pool.query('delete from users where id > 500000');
});

const viewsOf = async (userId: number): Promise<string[]> => {
  const { rows } = await database.pool.query('select kind from operator_views where user_id = $1 order by seq', [
    userId,
  ]);
  return rows.map(({ kind }) => kind);
};

test('reading a person is recorded once for each look, and what is refused shows nothing', async () => {
  const params = { id: '1001' };
  const carl = fixture.context('carl');
  await fixture.call('getUser', { params }, carl);
  await fixture.call('getUserBalances', { params }, carl);
  await fixture.call('getUserBalances', { params }, carl);
  await fixture.call('listUserStatement', { params, query: { book: 'demo' } }, carl);
  await fixture.call('listUserSessions', { params }, carl);
  expect(await viewsOf(1001)).toEqual(['profile', 'balances', 'statement', 'sessions']);
  expect(await fixture.answer('getUser', { params: { id: '999999' } }, carl)).toMatchObject({
    code: code.nothingFound,
  });

  // Content keeps pages; the core refuses even what a gateway let through.
  const refused = await fixture.answer('getUserBalances', { params: { id: '1002' } }, fixture.context('dora'));
  expect(refused).toMatchObject({ ok: false, code: code.permissionDenied });
});

interface Events {
  items: { kind: string; type: string; at: string; text: string | null; state: string | null }[];
  next: string | null;
}

test('everything about a person comes in order of time, in pages of any size', async () => {
  const params = { id: '1002' };
  const { harness } = fixture;
  harness.now += 1_000;
  await fixture.call('addUserNote', { params, body: { text: 'Called; knows the risks.' } });
  await fixture.call('setUserStanding', { params, body: { status: 'frozen', reason: 'documents differ' } });
  await fixture.sessions.open(1002, { userAgent: 'Firefox/1 Linux', ip: '10.1.1.1' });
  const all = await fixture.call<Events>('listUserEvents', { params, query: { limit: 100 } });
  const kinds = all.items.map(({ kind, type }) => `${kind} ${type}`);
  for (const expected of [
    'note user.note',
    'standing standing.set',
    'signedIn session',
    'order options',
    'registered user',
  ]) {
    expect(kinds).toContain(expected);
  }
  const times = all.items.map(({ at }) => at);
  expect(times).toEqual([...times].sort().reverse());
  expect(all.items.find(({ kind }) => kind === 'note')?.text).toBe('Called; knows the risks.');

  const paged: Events['items'] = [];
  for (let cursor: string | undefined; ; ) {
    const page: Events = await fixture.call('listUserEvents', { params, query: { limit: 1, cursor } });
    paged.push(...page.items);
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(paged).toEqual(all.items);
  const notes = await fixture.call<Events>('listUserEvents', { params, query: { limit: 1, kind: 'note' } });
  expect(notes.items.map(({ kind }) => kind)).toEqual(['note']);
});

test('a note lies sealed beside the log, and a repeat of the call adds no second one', async () => {
  const { pool } = database;
  const params = { id: '1001' };
  const body = { text: 'Prefers letters.' };
  for (let round = 0; round < 2; round += 1)
    await fixture.call('addUserNote', { params, body }, fixture.context('anna', 'note'));
  const secondAnswer = await fixture.answer(
    'addUserNote',
    { params, body: { text: 'Other' } },
    fixture.context('anna', 'note'),
  );
  expect(secondAnswer).toMatchObject({ ok: false, code: code.idempotencyKeyReused });
  const { rows } = await pool.query('select sealed from user_notes where user_id = 1001');
  expect(rows.length).toBe(1);
  expect(rows[0].sealed.toString('latin1')).not.toContain('letters');
  const logged = await pool.query(`select count(*)::int as n from command_log where entry like '%letters%'`);
  expect(logged.rows[0].n).toBe(0);
});

test('standing follows the core into the row that sessions are joined with', async () => {
  const read = async () =>
    (await database.pool.query('select status, status_reason from users where id = 1002')).rows[0];
  const params = { id: '1002' };
  expect(await read()).toEqual({ status: 'frozen', status_reason: 'documents differ' });
  await fixture.sessions.open(1002, { userAgent: 'x', ip: '10.1.1.1' });
  await fixture.call('setUserStanding', { params, body: { status: 'disabled', reason: 'fraud' } });
  expect((await fixture.sessions.list(1002)).length).toBe(0);
  await fixture.call('setUserStanding', { params, body: { status: 'active', reason: 'cleared' } });
  expect(await read()).toEqual({ status: 'active', status_reason: null });
  const support = fixture.context('carl');
  const refused = await fixture.answer(
    'setUserStanding',
    { params, body: { status: 'frozen', reason: 'because' } },
    support,
  );
  expect(refused).toMatchObject({ ok: false, code: code.permissionDenied });
});

test('sessions are ended by a command that is in the log', async () => {
  const params = { id: '1001' };
  await fixture.sessions.open(1001, { userAgent: 'x', ip: '10.1.1.1' });
  await fixture.sessions.open(1001, { userAgent: 'y', ip: '10.1.1.2' });
  const sessions = await fixture.call<{ id: number }[]>('listUserSessions', { params });
  const body = { session: sessions[0]!.id, reason: 'lost phone' };
  expect(await fixture.call('revokeUserSessions', { params, body })).toEqual({ revoked: 1 });
  expect(await fixture.call('revokeUserSessions', { params, body: { reason: 'all of them' } })).toEqual({ revoked: 1 });
  const ben = await fixture.answer(
    'revokeUserSessions',
    { params, body: { reason: 'curious' } },
    fixture.context('ben'),
  );
  expect(ben).toMatchObject({ code: code.permissionDenied });
});

test('a balance changes only by an adjustment that two persons made', async () => {
  const params = { id: '1001' };
  const body = { book: 'demo', asset: 'USDT', direction: 'credit', amount: '5', reason: 'goodwill' };
  const poor = await fixture.answer('adjustUserBalance', { params, body: { ...body, amount: '99999999999' } });
  expect(poor).toMatchObject({ ok: false, code: code.capitalTooSmall });
  const before = fixture.harness.balance(1001);
  const request = await fixture.call<{ request: number }>('adjustUserBalance', { params, body });
  expect(fixture.harness.balance(1001)).toBe(before);
  await fixture.approve(request.request, 1001, 'ben', 'demo');
  expect(fixture.harness.balance(1001) - before).toBe(500_000_000n);
  const statement = await fixture.call<{ items: { reason: string; amount: string }[] }>('listUserStatement', {
    params,
    query: { book: 'demo', reason: 'adjust' },
  });
  expect(statement.items).toMatchObject([{ reason: 'adjust.credit', amount: '5' }]);
});

interface Account {
  id: number;
  kind: string;
  balance: string;
}

test('the ledger leads from an account to postings, the command and its hash', async () => {
  const sums = await fixture.call<{ sum: string; asset: string }[]>('getLedgerSums');
  expect(sums.every(({ sum }) => sum === '0')).toBe(true);
  const { items } = await fixture.call<{ items: Account[] }>('listLedgerAccounts', {
    query: { owner: 0, book: 'demo', asset: 'USDT', limit: 100 },
  });
  const pool = items.find(({ kind }) => kind === 'pool.options')!;
  const { page } = await fixture.call<{ page: { items: { seq: number; from: { id: number }; to: { id: number } }[] } }>(
    'listLedgerPostings',
    { params: { id: String(pool.id) }, query: {} },
  );
  expect(page.items.length).toBeGreaterThan(3);
  expect(page.items.every(({ from, to }) => from.id === pool.id || to.id === pool.id)).toBe(true);
  const settled = await database.pool.query(`select seq from command_log where type = 'options.settle' limit 1`);
  const entry = await fixture.call<{
    intact: boolean;
    ticks: unknown[];
    hash: string;
    computedHash: string;
    postings: unknown[];
  }>('getLedgerEntry', { params: { seq: String(settled.rows[0].seq) } });
  expect([entry.intact, entry.hash === entry.computedHash]).toEqual([true, true]);
  expect(entry.ticks.length).toBeGreaterThan(0);
  expect(entry.postings.length).toBeGreaterThan(0);
  const missing = await fixture.answer('getLedgerEntry', { params: { seq: '99999999' } });
  expect(missing).toMatchObject({ code: code.nothingFound });
});

test('postings of a house account come page by page, and all of them in the file', async () => {
  const { rows } = await database.pool.query<{ id: number; n: number }>(
    `select a.id, count(*)::int as n from accounts a join postings p on a.id in (p.from_id, p.to_id)
      where a.owner = 0 and a.kind = 'reserve.options' group by a.id`,
  );
  const params = { id: String(rows[0]!.id) };
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const { page } = await fixture.call<{ page: { items: unknown[]; next: string | null } }>('listLedgerPostings', {
      params,
      query: { limit: 2, cursor },
    });
    count += page.items.length;
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(count).toBe(rows[0]!.n);
  const file = await fixture.call<FileResult>('exportLedgerPostings', { params });
  expect((await textOf(file.chunks)).trim().split('\r\n').length).toBe(count + 1);
});

test('the audit log says who did what, filtered, and its file holds no formula', async () => {
  const params = { id: '1001' };
  await fixture.call('setUserStanding', { params, body: { status: 'frozen', reason: '=HYPERLINK("http://x")' } });
  await fixture.call('setUserStanding', { params, body: { status: 'active', reason: '@SUM(1)' } });
  const list = async (query: object) =>
    (
      await fixture.call<{ items: { type: string; operator: { name: string }; hash: string }[] }>('listAudit', {
        query,
      })
    ).items;
  expect((await list({ type: 'standing', user: 1001 })).map(({ type }) => type)).toEqual([
    'standing.set',
    'standing.set',
  ]);
  expect((await list({ type: 'request.decide' })).every(({ operator }) => operator.name === 'ben')).toBe(true);
  expect((await list({}))[0]!.hash).toMatch(/^[0-9a-f]{64}$/);
  const filters = await fixture.call<{ types: string[]; operators: { name: string }[] }>('getAuditFilters');
  expect(filters.types).toContain('standing.set');
  expect(filters.operators.map(({ name }) => name)).toEqual(['anna', 'ben', 'carl', 'dora']);
  const file = await fixture.call<FileResult>('exportAudit', { query: {} });
  const text = await textOf(file.chunks);
  expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(text).toContain(`'@SUM(1)`);
  expect(text).not.toMatch(/(^|,)"?[=@]/m);
  const views = await fixture.call<{ items: { kind: string }[] }>('listAuditViews', { query: { user: 1001 } });
  expect(views.items.length).toBeGreaterThan(0);
});

interface Report {
  columns: { id: string }[];
  rows: string[][];
}

test('reports add up to what the ledger says', async () => {
  while (await followLedger(database.pool));
  const report = async (name: string): Promise<Record<string, string>[]> => {
    const { columns, rows } = await fixture.call<Report>('getReport', { params: { name }, query: {} });
    return rows.map((row) => Object.fromEntries(columns.map(({ id }, index) => [id, row[index]!])));
  };
  const profit = await report('profit');
  const options = profit.find(({ product, book }) => product === 'options' && book === 'demo')!;
  const paid = await database.pool.query(
    `select trim_scale(coalesce(sum(paid - stake) filter (where settled_by is not null), 0))::text as won from option_orders`,
  );
  // Stakes of open orders are held by their owners: the house's result is what settled ones lost.
  expect(Number(options.net)).toBeCloseTo(-Number(paid.rows[0].won), 8);
  // What is lent and comes back is no profit; interest is, and what a sold pledge brought.
  const earned = ['loans.payout', 'loans.principal', 'loans.interest', 'loans.released', 'referrals.reward'];
  await database.pool.query(
    `insert into ledger_days (day, book, asset, reason, from_kind, to_kind, amount, moves)
     select '2020-01-02', 'real', 'USDT', reason, case when reason = any('{loans.payout,referrals.reward}') then 'pool' else 'user' end,
            case when reason = any('{loans.payout,referrals.reward}') then 'user' else 'pool' end, 10, 1
       from unnest($1::text[]) as of (reason)`,
    [earned],
  );
  const long = (await report('profit')).filter(({ day }) => day === '2020-01-02');
  expect(long.map(({ product, net }) => [product, net])).toEqual([
    ['loans', '10'],
    ['referrals', '-10'],
  ]);
  await database.pool.query("delete from ledger_days where day = '2020-01-02'");
  expect((await report('fees')).length).toBeGreaterThan(0);
  const owed = await report('liabilities');
  const sums = await database.pool.query(
    `select trim_scale(sum(balance))::text as n from accounts where owner <> 0 and asset = 'USDT' and book = 'demo'`,
  );
  const total = owed.filter(({ asset }) => asset === 'USDT').reduce((sum, row) => sum + Number(row.owed), 0);
  expect(total).toBeCloseTo(Number(sums.rows[0].n), 6);
  expect((await report('operators')).some(({ operator }) => operator === 'ben')).toBe(true);
  for (const name of REPORTS) await report(name);
  const file = await fixture.call<FileResult>('exportReport', { params: { name: 'profit' }, query: {} });
  expect((await textOf(file.chunks)).split('\r\n')[0]).toBe('day,book,asset,product,received,paid,fees,net');
});

test('following the ledger twice counts nothing twice', async () => {
  const read = async () => (await database.pool.query('select * from ledger_days order by 1, 2, 3, 4, 5, 6')).rows;
  const before = await read();
  await Promise.all([followLedger(database.pool), followLedger(database.pool)]);
  await database.pool.query('update ledger_heads set seq = 0');
  await database.pool.query('truncate ledger_days, user_results');
  while (await followLedger(database.pool));
  expect(await read()).toEqual(before);
});

test('the dashboard says what waits, what is open, what is low, and how many lose', async () => {
  await fixture.call('moveHouse', {
    body: { book: 'real', asset: 'USDT', from: 'external', to: 'capital', amount: '10', reason: 'later' },
  });
  const board = await fixture.call<{
    queues: { queue: string; waiting: number }[];
    exposure: { product: string; code: string; orders: number }[];
    feeds: { open: number; held: { code: string }[] };
    alarms: { kind: string; subject: string }[];
    losing: { product: string; accounts: number; losing: number; share: string }[];
    people: { users: number };
  }>('getDashboard');
  expect(board.queues).toContainEqual(expect.objectContaining({ queue: 'requests', waiting: 1, overdue: 0 }));
  expect(board.queues).toContainEqual(expect.objectContaining({ queue: 'deposits', waiting: 0, oldestAt: null }));
  expect(board.exposure.map(({ product }) => product).sort()).toEqual(['contracts', 'options']);
  expect(board.feeds).toMatchObject({ open: 2, held: [{ code: 'ETHUSDT' }] });
  expect(board.alarms).toContainEqual(expect.objectContaining({ kind: 'stalePrices', subject: 'sim' }));
  expect(board.losing).toContainEqual(
    expect.objectContaining({ book: 'demo', product: 'options', accounts: 2, losing: 1, share: '0.5' }),
  );
  expect(board.people.users).toBe(3);
});

test('terms show every field, who changed what, and the log entry of each version', async () => {
  const params = { product: 'contracts', code: 'BTCUSDT' };
  const request = await fixture.call<{ request: number }>('changeTerms', {
    params,
    body: { fields: { feeRate: '0.0004' }, reason: 'cheaper' },
  });
  await fixture.approve(request.request);
  await fixture.harness.wait(1_000);
  const terms = await fixture.call<{
    version: number;
    fields: { field: string; value: unknown; standard: unknown; changeable: boolean }[];
    changes: { state: string; operator: string; version: number }[];
    versions: { version: number }[];
  }>('getTerms', { params });
  expect(terms.version).toBe(2);
  expect(terms.fields.find(({ field }) => field === 'feeRate')).toMatchObject({
    value: '0.0004',
    standard: '0.0005',
    changeable: true,
  });
  expect(terms.fields.find(({ field }) => field === 'precision')).toMatchObject({ changeable: false });
  expect(terms.changes).toMatchObject([{ state: 'applied', operator: 'anna', version: 2 }]);
  expect(terms.versions.map(({ version }) => version)).toEqual([2, 1]);
  const list =
    await fixture.call<{ code: string; offers: { product: string; changed: boolean }[] }[]>('listInstruments');
  const btc = list.find((market) => market.code === 'BTCUSDT')!;
  expect(btc.offers.filter(({ changed }) => changed).map(({ product }) => product)).toEqual(['contracts']);
  expect((await fixture.call<unknown[]>('listOperatorFeeTiers')).length).toBe(6);
});

test('parameters: value, default and history; money needs a second person', async () => {
  const set = (key: string, value: unknown) =>
    fixture.call<{ state: string; request: number }>('setParameter', {
      params: { key },
      body: { value, reason: 'agreed' },
    });
  expect((await set('kyc.review_hours', 24)).state).toBe('done');
  const request = await set('withdrawal.two_person_usdt', '5000');
  expect(request.state).toBe('waiting');
  await fixture.approve(request.request);
  const list =
    await fixture.call<{ key: string; value: unknown; version: number; setBy: string | null }[]>('listParameters');
  expect(list.find(({ key }) => key === 'kyc.review_hours')).toMatchObject({ value: 24, version: 1, setBy: 'anna' });
  expect(list.find(({ key }) => key === 'withdrawal.two_person_usdt')).toMatchObject({ value: '5000', version: 1 });
  const history = await fixture.call<{ before: unknown; after: unknown }[]>('listParameterHistory', {
    params: { key: 'kyc.review_hours' },
  });
  expect(history).toMatchObject([{ before: 48, after: 24 }]);
});

test('the outbox shows mail without the codes in it', async () => {
  await database.pool.query(
    `insert into mail_outbox (to_address, subject, text, html, created_at, next_attempt_at) values ('a@b.c', 'Code 123456', '123456', '', now(), now())`,
  );
  const { page, sends } = await fixture.call<{ sends: boolean; page: { items: object[] } }>('listOutbox', {
    query: {},
  });
  expect(sends).toBe(false);
  expect(JSON.stringify(page)).not.toContain('123456');
  expect(page.items).toMatchObject([{ to: 'a@b.c', state: 'waiting' }]);
});

test('the log reproduces everything, changes of terms included', async () => {
  const report = await verifyDatabase(database.pool, MODULES);
  expect(report.findings).toEqual([]);
  await database.pool.query(`update terms_changes set fields = '{"feeRate": "0.0001"}'`);
  expect((await verifyDatabase(database.pool, MODULES)).ok).toBe(false);
});
