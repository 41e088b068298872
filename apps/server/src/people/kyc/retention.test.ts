/**
 * What is due is deleted, nothing else is, and a crash in between loses nothing and keeps nothing.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestOperator } from '../../http/testing/operator-gateway.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { deleteDue } from './retention.ts';
import { BASIC, INCOME, openKycGateway, type Person } from './testing/kyc-gateway.ts';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 1_825;
const database = withTestDatabase();
let gateway: Awaited<ReturnType<typeof openKycGateway>>;
let reviewer: TestOperator;
beforeAll(async () => {
  gateway = await openKycGateway(database);
  reviewer = await gateway.operator(['owner']);
});
afterAll(() => gateway.closeAll());

const run = (days = RETENTION_DAYS) =>
  deleteDue({
    pool: database.pool,
    bus: gateway.bus,
    clock: { now: gateway.now },
    retentionDays: async () => days,
  });
const decide = async (who: Person, level: 'basic' | 'full', body: object) => {
  const id = await gateway.caseOf(who, level);
  const { json } = await reviewer.call('reviewKyc', { path: { id }, body: { reason: 'checked', ...body } });
  expect(json.code).toBe(200);
  return id;
};
const submissions = async (who: Person): Promise<number> =>
  (await database.pool.query('select 1 from kyc_submissions where user_id = $1', [who.id])).rowCount ?? 0;
const filesOf = async (who: Person): Promise<number> =>
  (await database.pool.query('select 1 from files where user_id = $1 and sealed_key is not null', [who.id])).rowCount ??
  0;

test('refused and replaced data goes when it is due; what counts stays until the account is closed', async () => {
  const refused = await gateway.person();
  const verified = await gateway.person();
  const replaced = await gateway.person();
  for (const who of [refused, verified, replaced]) await gateway.post(who, 'submitBasicKyc', BASIC);
  await decide(refused, 'basic', { decision: 'refuse', code: 'other', note: 'No.' });
  await decide(verified, 'basic', { decision: 'verify' });
  const old = await decide(replaced, 'basic', {
    decision: 'refuse',
    code: 'other',
    refused: [{ part: 'name', reason: 'mismatch' }],
  });
  await gateway.post(replaced, 'submitBasicKyc', BASIC);
  await decide(replaced, 'basic', { decision: 'verify' });
  await gateway.post(verified, 'submitFullKyc', { ...(await gateway.photos(verified)), ...INCOME });
  await decide(verified, 'full', { decision: 'refuse', code: 'notGenuine' });

  expect(await run()).toBe(0);
  gateway.pass((RETENTION_DAYS - 1) * DAY_MS);
  expect(await run()).toBe(0);
  // The core has its own clock and parameter: nobody deletes sooner by asking for it.
  expect(await run(1)).toBe(0);
  expect(await filesOf(verified)).toBe(4);

  gateway.pass(2 * DAY_MS);
  expect(await run()).toBe(3);
  expect([await submissions(refused), await submissions(verified), await submissions(replaced)]).toEqual([0, 1, 1]);
  expect(await filesOf(verified)).toBe(0);
  await gateway.vault.sweep();
  expect(gateway.files.objects.size).toBe(0);
  const erased = await database.pool.query('select user_id from kyc_erasures where case_id = $1', [old]);
  expect(erased.rows).toEqual([{ user_id: replaced.id }]);
  expect((await database.pool.query('select 1 from kyc_notes')).rowCount).toBe(0);
  expect(await run()).toBe(0);

  await reviewer.signIn();
  const by = { operator: reviewer.id, session: 1, device: 'd', credential: 'c', address: '' };
  const closing = { id: 'op:close', userId: verified.id, book: 'real' as const, type: 'standing.set' };
  expect((await gateway.bus.submit({ ...closing, body: { by, reason: 'closed', status: 'disabled' } })).code).toBe(200);
  gateway.pass(RETENTION_DAYS * DAY_MS);
  expect(await run()).toBe(1);
  expect(await submissions(verified)).toBe(0);
});

test('a submission without a case is left over from a crash, and goes with its hold on files', async () => {
  const who = await gateway.person();
  const idFront = await gateway.upload(who, 'idFront');
  await database.pool.query(
    "insert into kyc_submissions (id, user_id, level, sealed, document, created_at) values ('left-over', $1, 'full', '', '', $2)",
    [who.id, new Date(gateway.now())],
  );
  await database.pool.query("update files set used_by = 'kyc:left-over', expires_at = null where id = $1", [idFront]);
  await run();
  expect(await submissions(who)).toBe(1);
  gateway.pass(2 * 3_600_000);
  await run();
  expect(await submissions(who)).toBe(0);
  expect((await gateway.vault.open(idFront))?.usedBy).toBeNull();
});

test('the log makes it all again', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
