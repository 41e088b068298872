// long: one life of a case after the other on one database
/** Identity checks end to end: forms, files, reviews, what each side sees, and what thieves try. */
import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, type TestOperator } from '../../http/testing/operator-gateway.ts';
import { canonicalJson } from '../../kernel/core/canonical-json.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { SUBMISSION_PURPOSE, submissionContext } from './submissions.ts';
import { BASIC, INCOME, openKycGateway, type Person } from './testing/kyc-gateway.ts';
import { verifySubmissions } from './verify-submissions.ts';

const database = withTestDatabase();
let gateway: Awaited<ReturnType<typeof openKycGateway>>;
let reviewer: TestOperator;
beforeAll(async () => {
  gateway = await openKycGateway(database);
  reviewer = await gateway.operator(['compliance']);
});
afterAll(() => gateway.closeAll());

const HOUR_MS = 3_600_000;
const review = async (id: number, body: object, by = reviewer) =>
  (await by.call('reviewKyc', { path: { id }, body: { reason: 'checked', ...body } })).json;
const submitBasic = (who: Person, form: object = {}) => gateway.post(who, 'submitBasicKyc', { ...BASIC, ...form });
async function verifiedBasic(): Promise<Person> {
  const who = await gateway.person();
  expect((await submitBasic(who)).code).toBe(200);
  expect((await review(await gateway.caseOf(who), { decision: 'verify' })).result).toEqual({
    state: 'done',
    request: null,
  });
  return who;
}
const submitFull = async (who: Person, form: object = {}) =>
  gateway.post(who, 'submitFullKyc', { ...(await gateway.photos(who)), ...INCOME, ...form });

describe('the forms', () => {
  test.each<[string, object, number, string[]]>([
    ['seventeen', { birthdate: '2008-01-06' }, code.underage, ['birthdate']],
    ['not born yet', { birthdate: '2026-01-06' }, code.birthdateWrong, ['birthdate']],
    ['a day that there never was', { birthdate: '1990-02-30' }, code.birthdateWrong, ['birthdate']],
    ['born in 1800', { birthdate: '1800-01-01' }, code.birthdateWrong, ['birthdate']],
    ['a country that there is not', { country: 'XX' }, code.countryNotServed, ['country']],
    ['neither phone nor email', { phone: undefined }, code.formIncomplete, ['phone', 'email']],
    ['a phone of too few digits', { phone: '+1201555' }, code.phoneWrong, ['phone']],
    ['a phone with the zero of home', { phone: '+4901701234567' }, code.phoneWrong, ['phone']],
    ['an email that is none', { phone: undefined, email: 'anna' }, code.emailWrong, ['email']],
    ['a blank name', { firstName: '   ' }, code.formIncomplete, ['firstName']],
    ['a number without digits', { documentNumber: 'ABCDEF' }, code.documentNumberWrong, ['documentNumber']],
    ['a number of one digit', { documentNumber: '0000000' }, code.documentNumberWrong, ['documentNumber']],
    [
      'a passport number of ten',
      { documentType: 'passport', documentNumber: 'A123456789' },
      code.documentNumberWrong,
      ['documentNumber'],
    ],
    [
      'a Chinese number with a wrong check',
      { country: 'CN', documentNumber: '11010519491231002Y' },
      code.documentNumberWrong,
      ['documentNumber'],
    ],
    [
      'a Spanish number with a wrong letter',
      { country: 'ES', documentNumber: '12345678A' },
      code.documentNumberWrong,
      ['documentNumber'],
    ],
    ['a field left out', { address: undefined }, code.fieldRequired, ['address']],
  ])('%s is refused', async (_what, form, expected, fields) => {
    const who = await gateway.person();
    const answer = await submitBasic(who, form);
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([expected, fields]);
    expect((await database.pool.query('select 1 from kyc_submissions where user_id = $1', [who.id])).rowCount).toBe(0);
  });

  test.each([
    [{ birthdate: '2008-01-05' }],
    [{ lastName: undefined, country: 'XK' }],
    [{ phone: undefined, email: 'anna@bücher.example' }],
    [{ country: 'CN', documentNumber: '11010519491231002X' }],
    [{ country: 'ES', documentNumber: '12345678-Z' }],
    [{ country: 'EG', documentNumber: '٢٩٠٠٢٢٨٠١٠١٢٣٤' }],
    [{ documentType: 'passport', documentNumber: 'c01x00t47' }],
  ])('%o is accepted', async (form) => {
    expect((await submitBasic(await gateway.person(), form)).code).toBe(200);
  });

  test('guests and frozen people are refused', async () => {
    expect((await submitBasic(await gateway.guest())).code).toBe(code.guestMustUpgrade);
    const who = await gateway.person();
    await database.pool.query("update users set status = 'frozen' where id = $1", [who.id]);
    await gateway.sessions.refresh(who.id);
    expect((await submitBasic(who)).code).toBe(code.userStatusWrong);
  });
});

test('basic: submitted, pending with a deadline, verified; sealed, and only its digest in the log', async () => {
  const who = await gateway.person();
  expect(await gateway.status(who)).toMatchObject({
    basic: { state: 'none', submitted: null },
    full: { state: 'none' },
  });
  const answer = await submitBasic(who);
  const at = new Date(gateway.harness.now).toISOString();
  const reviewBy = new Date(gateway.harness.now + 48 * HOUR_MS).toISOString();
  expect(answer).toMatchObject({ code: 200, result: { state: 'pending', submittedAt: at, reviewBy }, message: 20001 });
  expect((await submitBasic(who)).code).toBe(code.authenticationStatusWrong);
  expect((await gateway.status(who)).basic).toMatchObject({
    state: 'pending',
    reviewBy,
    submitted: { name: 'A… Ø…', birthYear: '1990', documentNumber: '…456', contact: '…678', files: [] },
  });

  const { rows } = await database.pool.query<{ id: string; sealed: Buffer }>(
    'select id, sealed from kyc_submissions where user_id = $1',
    [who.id],
  );
  const { id, sealed } = rows[0]!;
  expect(sealed.includes('Anna')).toBe(false);
  const log = await database.pool.query<{ text: string }>(
    "select string_agg(entry::text, '') as text from command_log",
  );
  for (const secret of ['Anna', 'Storgata', '123-456', '4712345678']) expect(log.rows[0]!.text).not.toContain(secret);
  const content = JSON.parse(
    masterKeyOf('07'.repeat(32)).open(SUBMISSION_PURPOSE, sealed, submissionContext(id, who.id))!.toString(),
  );
  expect(content.form).toMatchObject({ firstName: 'Anna', documentNumber: 'AB 123-456' });
  const digest = createHash('sha256').update(canonicalJson(content)).digest('hex');
  expect(log.rows[0]!.text).toContain(digest);

  expect((await review(await gateway.caseOf(who), { decision: 'verify' })).code).toBe(200);
  expect((await gateway.status(who)).basic).toMatchObject({ state: 'verified', reviewBy: null, reason: null });
  expect(await gateway.summary(who)).toMatchObject({ basic: { state: 'verified' }, full: { state: 'none' } });
  expect((await submitBasic(who)).code).toBe(code.authenticationStatusWrong);
});

test('a refusal tells the person in their language what to send again, by page, notification and mail', async () => {
  const who = await gateway.person('de');
  await submitBasic(who);
  const id = await gateway.caseOf(who);
  const refusal = {
    decision: 'refuse',
    code: 'mismatch',
    refused: [{ part: 'document', reason: 'expired' }],
    note: 'Bitte den neuen Ausweis.',
  };
  expect((await review(id, refusal)).code).toBe(200);
  const status = await gateway.status(who, { lang: 'de' });
  expect(status.basic).toMatchObject({
    state: 'notPassed',
    reason: 'mismatch',
    text: 'Es stimmt nicht mit Ihren Angaben überein.',
    note: 'Bitte den neuen Ausweis.',
    refused: [{ part: 'document', reason: 'expired', text: 'Das Dokument ist abgelaufen.' }],
  });
  const mail = await database.pool.query('select subject, text from mail_outbox where to_address like $1', [
    `person-%`,
  ]);
  const refusals = mail.rows.filter((row) => row.subject === 'Sie haben die Identitätsprüfung nicht bestanden');
  expect(refusals).toHaveLength(1);
  expect(refusals[0].text).toContain('Art und Nummer des Ausweises: Das Dokument ist abgelaufen.');
  expect(refusals[0].text).toContain('Bitte den neuen Ausweis.');
  const log = await database.pool.query("select 1 from command_log where entry::text like '%neuen Ausweis%'");
  expect(log.rowCount).toBe(0);
  expect((await submitBasic(who, { documentNumber: 'CD 987-654' })).code).toBe(200);
});

test('two submissions at the same time are one, and the other leaves nothing behind', async () => {
  const who = await verifiedBasic();
  const photos = await gateway.photos(who);
  const answers = await Promise.all([1, 2, 3].map(() => gateway.post(who, 'submitFullKyc', { ...photos, ...INCOME })));
  const codes = answers.map((answer) => answer.code).sort((left, right) => left - right);
  expect(codes[0]).toBe(200);
  for (const refusal of codes.slice(1)) expect([code.authenticationStatusWrong, code.fileNotFound]).toContain(refusal);
  const { rows } = await database.pool.query(
    "select s.id, count(f.id)::int as files from kyc_submissions s left join files f on f.used_by = 'kyc:' || s.id where s.user_id = $1 and s.level = 'full' group by s.id",
    [who.id],
  );
  expect(rows).toMatchObject([{ files: 4 }]);
});

describe('full', () => {
  test('needs the basic one, all images, and files of the person for their purpose', async () => {
    const stranger = await gateway.person();
    expect((await submitFull(stranger)).code).toBe(code.basicKycFirst);
    const who = await verifiedBasic();
    const lacking = await gateway.post(who, 'submitFullKyc', INCOME);
    expect(lacking).toMatchObject({ code: code.imageRequired });
    expect(Object.keys(lacking.fields)).toEqual(['idFront', 'idBack', 'handHeld', 'signature']);
    expect((await submitFull(who, { monthlyIncome: undefined })).code).toBe(code.formIncomplete);

    const theirs = await gateway.upload(stranger, 'idFront');
    expect(await submitFull(who, { idFront: theirs })).toMatchObject({
      code: code.fileNotFound,
      fields: { idFront: code.fileNotFound },
    });
    const otherPurpose = await gateway.upload(who, 'depositProof');
    expect((await submitFull(who, { handHeld: otherPurpose })).code).toBe(code.fileNotFound);
    expect((await submitFull(who, { idFront: '../../../../etc/passwd' })).code).toBe(code.wrongFormat);
    // Nothing half done: no submission, and no file is bound.
    const bound = await database.pool.query('select 1 from files where user_id = $1 and used_by is not null', [who.id]);
    expect(bound.rowCount).toBe(0);
  });

  test('what was refused is sent again, and nothing else', async () => {
    const who = await verifiedBasic();
    expect((await submitFull(who)).code).toBe(200);
    const first = await gateway.caseOf(who, 'full');
    const before = accepted(await reviewer.call('getKycCase', { path: { id: first } }));
    expect(before.files.map(({ part }: { part: string }) => part)).toEqual([
      'idFront',
      'idBack',
      'handHeld',
      'signature',
    ]);
    expect(before.kept).toEqual(['name', 'sex', 'birthdate', 'country', 'address', 'contact', 'document']);
    await review(first, { decision: 'refuse', code: 'glare', refused: [{ part: 'handHeld', reason: 'glare' }] });

    expect(await gateway.post(who, 'submitFullKyc', {})).toMatchObject({
      code: code.imageRequired,
      fields: { handHeld: code.imageRequired },
    });
    const again = await gateway.upload(who, 'handHeld');
    expect((await gateway.post(who, 'submitFullKyc', { handHeld: again })).code).toBe(200);
    const second = await gateway.caseOf(who, 'full');
    const view = accepted(await reviewer.call('getKycCase', { path: { id: second } }));
    expect(view).toMatchObject({
      attempt: 2,
      kept: expect.arrayContaining(['idFront', 'idBack', 'signature', 'income']),
    });
    expect(view.kept).not.toContain('handHeld');
    const idOf = (caseView: typeof view, part: string) =>
      caseView.files.find((file: { part: string }) => file.part === part).id;
    expect(idOf(view, 'handHeld')).toBe(again);
    expect(idOf(view, 'idFront')).toBe(idOf(before, 'idFront'));
    expect(view.earlier).toMatchObject([{ id: first, state: 'notPassed', reason: 'glare' }, { level: 'basic' }]);
    await review(second, { decision: 'verify' });
    expect((await gateway.status(who)).full).toMatchObject({ state: 'verified' });
  });

  test('a refusal without parts asks for everything again', async () => {
    const who = await verifiedBasic();
    await submitFull(who);
    await review(await gateway.caseOf(who, 'full'), { decision: 'refuse', code: 'notGenuine' });
    expect((await gateway.post(who, 'submitFullKyc', INCOME)).code).toBe(code.imageRequired);
    expect((await submitFull(who)).code).toBe(200);
  });
});

describe('reviewers', () => {
  test.each<[string, object, number]>([
    ['without a reason', { decision: 'refuse' }, code.fieldRequired],
    ['verified with a refusal', { decision: 'verify', code: 'other' }, code.wrongFormat],
    [
      'a part that the level lacks',
      { decision: 'refuse', code: 'glare', refused: [{ part: 'idFront', reason: 'glare' }] },
      code.wrongFormat,
    ],
    [
      'a part twice',
      {
        decision: 'refuse',
        code: 'other',
        refused: [
          { part: 'name', reason: 'other' },
          { part: 'name', reason: 'other' },
        ],
      },
      code.wrongFormat,
    ],
  ])('%s is refused', async (_what, body, expected) => {
    const who = await gateway.person();
    await submitBasic(who);
    expect((await review(await gateway.caseOf(who), body)).code).toBe(expected);
  });

  test('a case is decided once, also by two at the same time', async () => {
    const who = await gateway.person();
    await submitBasic(who);
    const id = await gateway.caseOf(who);
    const secondOwner = await gateway.operator(['owner']);
    const answers = await Promise.all([
      review(id, { decision: 'verify' }),
      review(id, { decision: 'refuse', code: 'other' }, secondOwner),
    ]);
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect((await review(id, { decision: 'verify' })).code).toBe(code.orderAlreadyFinal);
    expect((await review(99_999_999, { decision: 'verify' })).code).toBe(code.nothingFound);
  });

  test('a repeated decision gets the first answer, note and all', async () => {
    const who = await gateway.person();
    await submitBasic(who);
    const path = { id: await gateway.caseOf(who) };
    const body = { decision: 'refuse', code: 'other', note: 'Call us.', reason: 'by phone' };
    const first = await reviewer.call('reviewKyc', { path, body, key: 'same-decision' });
    const second = await reviewer.call('reviewKyc', { path, body, key: 'same-decision' });
    expect([first.json.code, second.json.code]).toEqual([200, 200]);
    expect((await gateway.status(who)).basic.note).toBe('Call us.');
  });

  test('others see no documents and decide nothing', async () => {
    const who = await gateway.person();
    await submitBasic(who);
    const id = await gateway.caseOf(who);
    for (const role of ['finance', 'support', 'content', 'auditor'] as const) {
      const operator = await gateway.operator([role]);
      expect((await operator.call('getKycCase', { path: { id } })).json.code, role).toBe(code.permissionDenied);
      expect((await review(id, { decision: 'verify' }, operator)).code, role).toBe(code.permissionDenied);
    }
  });

  test('the queue is by deadline and names nobody', async () => {
    const queue = accepted(await reviewer.call('listKycQueue', { query: 'limit=200' }));
    const due = queue.items.map((item: { reviewBy: string }) => item.reviewBy);
    expect(due).toEqual([...due].sort());
    expect(JSON.stringify(queue)).not.toContain('Anna');
    const page = accepted(await reviewer.call('listKycQueue', { query: 'limit=2' }));
    const next = accepted(await reviewer.call('listKycQueue', { query: `limit=2&cursor=${page.next}` }));
    expect([...page.items, ...next.items]).toEqual(queue.items.slice(0, 4));
    const decided = accepted(await reviewer.call('listKycQueue', { query: 'state=notPassed' }));
    expect(decided.items.every((item: { state: string }) => item.state === 'notPassed')).toBe(true);
  });

  test('the same document of another person is noticed, however it is written', async () => {
    const first = await gateway.person();
    const second = await gateway.person();
    await submitBasic(first, { documentNumber: 'ZZ 777-001' });
    await submitBasic(second, { documentNumber: 'zz777001' });
    const view = accepted(await reviewer.call('getKycCase', { path: { id: await gateway.caseOf(second) } }));
    expect(view.sameDocument).toEqual([first.id]);
  });
});

describe('documents', () => {
  const file = (operator: TestOperator, id: string, ticket: string) =>
    operator.call('getKycFile', { path: { id }, query: `ticket=${encodeURIComponent(ticket)}` });

  test('are shown with the viewer drawn over them, for five minutes, to the one who opened the case', async () => {
    const who = await verifiedBasic();
    await submitFull(who);
    const id = await gateway.caseOf(who, 'full');
    const { files } = accepted(await reviewer.call('getKycCase', { path: { id } }));
    const { id: fileId, ticket } = files[0];
    const shown = await file(reviewer, fileId, ticket);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' });
    const otherOperator = await gateway.operator(['compliance']);
    expect((await file(otherOperator, fileId, ticket)).json.code).toBe(code.nothingFound);
    expect((await file(reviewer, files[1].id, ticket)).json.code).toBe(code.nothingFound);
    expect((await file(reviewer, fileId, `${Date.now() * 2}.${ticket.split('.')[1]}`)).json.code).toBe(
      code.nothingFound,
    );
    gateway.pass(5 * 60_000);
    expect((await file(reviewer, fileId, ticket)).json.code).toBe(code.nothingFound);

    const views = await database.pool.query(
      'select operator, kind, subject from operator_views where user_id = $1 order by seq',
      [who.id],
    );
    expect(views.rows).toMatchObject([
      { operator: reviewer.id, kind: 'identity', subject: `kyc ${id}` },
      { operator: reviewer.id, kind: 'documents', subject: 'kyc idFront' },
    ]);
    const stored = (await gateway.vault.open(fileId))!;
    expect((await sharp(stored.bytes).metadata()).format).toBe('jpeg');
  });

  test('sealed data that was moved to another row does not open', async () => {
    const first = await gateway.person();
    const second = await gateway.person();
    await submitBasic(first);
    await submitBasic(second, { firstName: 'Berta' });
    await database.pool.query(
      'update kyc_submissions a set sealed = b.sealed from kyc_submissions b where a.user_id = $1 and b.user_id = $2',
      [first.id, second.id],
    );
    const view = accepted(await reviewer.call('getKycCase', { path: { id: await gateway.caseOf(first) } }));
    expect(view.form).toBeNull();
  });
});

test('on the real book coins are traded and converted only after the basic check', async () => {
  const who = await gateway.person();
  const real = { virtually: 'YES' };
  const call = async (name: 'placeSpotOrder' | 'convert', headers: Record<string, string>, key: string) => {
    const body =
      name === 'convert'
        ? { from: 'USDT', to: 'BTC', amount: '100' }
        : { code: 'BTCUSDT', side: 'buy', type: 'market', amount: '100' };
    return (await gateway.call(name, { token: who.token, body, headers, key })).json.code;
  };
  for (const name of ['placeSpotOrder', 'convert'] as const) {
    expect(await call(name, real, `before-${name}`)).toBe(code.verifyIdentityFirst);
    expect(await call(name, {}, `demo-${name}`)).not.toBe(code.verifyIdentityFirst);
  }
  await submitBasic(who);
  expect(await call('convert', real, 'pending')).toBe(code.verifyIdentityFirst);
  await review(await gateway.caseOf(who), { decision: 'verify' });
  for (const name of ['placeSpotOrder', 'convert'] as const) {
    expect(await call(name, real, `after-${name}`)).not.toBe(code.verifyIdentityFirst);
  }
});

test('drafts survive with their files, are the caller’s own, and end', async () => {
  const who = await gateway.person();
  const stranger = await gateway.person();
  const idFront = await gateway.upload(who, 'idFront');
  const form = { firstName: 'An', idFront };
  expect((await gateway.post(stranger, 'saveKycDraft', { level: 'full', form })).code).toBe(code.fileNotFound);
  expect((await gateway.post(who, 'saveKycDraft', { level: 'full', form })).code).toBe(200);
  expect((await gateway.status(who)).full.draft).toMatchObject({ form });
  expect((await gateway.status(stranger)).full.draft).toBeNull();
  const { rows } = await database.pool.query('select sealed from kyc_drafts where user_id = $1', [who.id]);
  expect(rows[0].sealed.includes(idFront)).toBe(false);
  gateway.pass(25 * 24 * HOUR_MS);
  await gateway.vault.sweep();
  expect((await gateway.vault.open(idFront))?.purpose).toBe('idFront');
  expect((await gateway.status(who)).full.draft).toMatchObject({ form });
  gateway.pass(6 * 24 * HOUR_MS);
  expect((await gateway.status(who)).full.draft).toBeNull();
});

test('verification notices what was changed or taken away', async () => {
  const { pool } = database;
  const master = masterKeyOf('07'.repeat(32));
  // The two rows that an earlier test has mixed up.
  const before = await verifySubmissions(pool, master);
  expect(before.findings).toEqual([expect.stringContaining('does not open')]);
  expect(before.checked).toBeGreaterThan(20);
  const who = await gateway.person();
  await submitBasic(who);
  const { rows } = await pool.query('select id, sealed from kyc_submissions where user_id = $1', [who.id]);
  const context = submissionContext(rows[0].id, who.id);
  const content = JSON.parse(master.open(SUBMISSION_PURPOSE, rows[0].sealed, context)!.toString());
  const forged = { ...content, form: { ...content.form, firstName: 'Eve' } };
  await pool.query('update kyc_submissions set sealed = $2 where id = $1', [
    rows[0].id,
    master.seal(SUBMISSION_PURPOSE, Buffer.from(JSON.stringify(forged)), context),
  ]);
  expect((await verifySubmissions(pool, master)).findings).toContainEqual(
    expect.stringContaining('differs from its digest'),
  );
  await pool.query('delete from kyc_submissions where id = $1', [rows[0].id]);
  expect((await verifySubmissions(pool, undefined)).findings).toEqual([expect.stringContaining('is missing')]);
});

test('the log makes every case again', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
