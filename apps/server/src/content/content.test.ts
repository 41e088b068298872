/**
 * Content over HTTP, through the real core into PostgreSQL: what operators write and publish, and
 * what readers of each language see of it when.
 */
import { code } from '@glasshouse/api/codes';
import { LANGUAGES } from '@glasshouse/api/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../http/testing/operator-gateway.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { contentOperatorCalls } from './operator-routes.ts';
import { contentCalls } from './routes.ts';

const database = withTestDatabase();
let fixture: OperatorGatewayFixture;
let writer: TestOperator;
const SOON = 300_000;
const REASON = { reason: 'As agreed with legal.' };

beforeAll(async () => {
  const { pool } = database;
  const now = () => fixture.harness.now;
  fixture = await openOperatorGateway(database, {
    handlers: (core) => contentOperatorCalls({ ...core, now }),
    gateway: { handlers: contentCalls({ pool, now }) },
  });
  writer = await fixture.operator(['content']);
});

afterAll(() => fixture.close());

const iso = (ms: number): string => new Date(ms).toISOString();

async function save(fields: object = {}): Promise<number> {
  const body = { kind: 'announcement', type: 3, language: 'en', title: 'News', content: 'Hello.', ...fields };
  return accepted(await writer.call('saveContentDraft', { body })).id;
}
async function publish(id: number, fields: object = {}) {
  await writer.stepUp();
  return writer.call('publishContent', { path: { id }, body: { ...REASON, ...fields } });
}
async function read(name: 'listContents' | 'getContent' | 'listAnnouncements', path: object, query = '') {
  // What was read a moment ago is shown again.
  fixture.pass(2_000);
  return (await fixture.call(name, { path: path as Record<string, string>, query })).json.result;
}

test.each(LANGUAGES)('every document and question is there in %s, with figures in place', async (lang) => {
  const documents = await read('listContents', { lang });
  const questions = await read('listContents', { lang }, 'kind=faq');
  expect([documents.length, questions.length]).toEqual([10, 33]);
  expect(JSON.stringify(questions)).not.toMatch(/\{\{|undefined|NaN/);
  const terms = await read('getContent', { id: '4' }, `lang=${lang}`);
  expect(terms).toMatchObject({ lang, version: 0, entry: null });
});

test('zh-tw gets zh, and what is unknown gets English', async () => {
  expect((await read('listContents', { lang: 'zh-tw' }))[0].lang).toBe('zh');
  expect((await read('listContents', { lang: 'xx' }))[0].lang).toBe('en');
});

test('without a licence the page says so', async () => {
  const { content } = await read('getContent', { id: '2' }, 'lang=en');
  expect(content).toContain('No licence is on file');
  await database.pool.query(
    `insert into parameters (key, version, value, set_at, set_by) values ('site.licence', 1, '"<b>FCA</b> 1234"', now(), (select min(id) from operators))`,
  );
  const entered = await read('getContent', { id: '2' }, 'lang=en');
  expect(JSON.stringify(entered.blocks)).toContain('<b>FCA</b> 1234');
  expect(entered.blocks[0].kind).toBe('paragraph');
  await database.pool.query(`delete from parameters where key = 'site.licence'`);
});

test.each([
  ['raw HTML', { content: '<b>now</b>' }, code.contentHtml],
  ['an unsafe link', { content: '[a](javascript:b)' }, code.contentLink],
  ['a picture', { content: '![a](https://a.example/b.png)' }, code.contentImage],
  ['too many levels', { content: '>'.repeat(3_000) }, code.contentTooDeep],
  ['a figure that is none', { content: '{{profit}}' }, code.contentPlaceholder],
  ['text that turns round', { content: 'a\u202eb' }, code.wrongFormat],
  ['a question without a group', { kind: 'faq' }, code.fieldRequired],
  ['nobody’s number', { id: 987_654 }, code.nothingFound],
  ['another kind', { id: 4 }, code.outOfRange],
])('a draft with %s is refused', async (_name, fields, expected) => {
  const body = { kind: 'notice', type: 3, language: 'en', title: 'News', content: 'Hello.', ...fields };
  expect((await writer.call('saveContentDraft', { body })).json.code).toBe(expected);
});

test('an announcement is published from and until a moment, and its versions stay', async () => {
  const id = await save({ content: 'Costs {{spotFee}}.' });
  await save({ id, language: 'de', title: 'Neues', content: 'Hallo.' });
  const now = fixture.harness.now;
  accepted(await publish(id, { from: iso(now + SOON), until: iso(now + 3 * SOON) }));
  expect(await read('listAnnouncements', {}, 'lang=de')).toEqual([]);
  fixture.pass(SOON);
  expect(await read('listAnnouncements', {}, 'lang=de')).toMatchObject([
    { id, version: 1, lang: 'de', title: 'Neues' },
  ]);
  expect(await read('listAnnouncements', {}, 'lang=ko')).toMatchObject([{ id, lang: 'en', content: 'Costs –.' }]);
  await save({ id, content: 'Second.' });
  accepted(await publish(id));
  expect(await read('listAnnouncements', {}, 'lang=en')).toMatchObject([{ version: 2, content: 'Second.' }]);
  await writer.stepUp();
  accepted(await writer.call('withdrawContent', { path: { id }, body: REASON }));
  expect(await read('listAnnouncements', {}, 'lang=en')).toEqual([]);
  const item = accepted(await writer.call('getContentItem', { path: { id } }));
  expect(
    item.versions.map(({ version, isWithdrawal }: { version: number; isWithdrawal: boolean }) => [
      version,
      isWithdrawal,
    ]),
  ).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  const first = accepted(await writer.call('getContentVersion', { path: { id, version: 1 } }));
  expect(first.texts.de).toEqual({ title: 'Neues', content: 'Hallo.' });
});

test('what ended does not bring back what was before, but there are always terms', async () => {
  const until = () => ({ until: iso(fixture.harness.now + SOON) });
  const notice = await save({ kind: 'notice' });
  accepted(await publish(notice));
  await save({ id: notice, kind: 'notice', title: 'Later' });
  accepted(await publish(notice, until()));
  await save({ id: 4, kind: 'document', type: 2, title: 'Our own terms' });
  accepted(await publish(4, until()));
  expect((await read('getContent', { id: '4' }, 'lang=en')).title).toBe('Our own terms');
  // Only English was written anew: other languages keep what they had in the draft.
  expect((await read('getContent', { id: '4' }, 'lang=de')).title).toBe('Nutzungsbedingungen');
  expect(await read('listContents', { lang: 'en' }, 'kind=notice')).toMatchObject([{ title: 'Later' }]);
  fixture.pass(2 * SOON);
  expect(await read('listContents', { lang: 'en' }, 'kind=notice')).toEqual([]);
  expect(await read('getContent', { id: '4' }, 'lang=en')).toMatchObject({ title: 'Terms of use', version: 0 });
});

test('a notice that the database refuses is not shown, and the next one is published', async () => {
  const { pool } = database;
  const cursed = await save({ title: 'Cursed' });
  const fine = await save({ title: 'Fine' });
  await pool.query(`alter table content_versions add constraint cursed check (item <> ${cursed}) not valid`);
  const refused = await publish(cursed);
  expect(refused.json.code).toBe(code.serverError);
  expect((await publish(fine)).json.code).toBe(200);
  const titles = (await read('listAnnouncements', {})).map(({ title }: { title: string }) => title);
  expect([titles.includes('Cursed'), titles.includes('Fine')]).toEqual([false, true]);
  await pool.query('alter table content_versions drop constraint cursed');
  expect((await publish(cursed)).json.code).toBe(200);
  expect((await verifyDatabase(pool, MODULES)).findings).toEqual([]);
});

test('a text without English, and one that ends before it begins, are not published', async () => {
  const german = await save({ language: 'de' });
  expect((await publish(german)).json.code).toBe(code.fieldRequired);
  const id = await save();
  expect((await publish(id, { until: iso(fixture.harness.now) })).json.code).toBe(code.outOfRange);
  expect((await publish(4)).json.code).toBe(code.nothingFound);
});

test('only the roles of content write', async () => {
  const support = await fixture.operator(['support']);
  expect((await support.call('listContentItems')).json.code).toBe(200);
  const body = { kind: 'notice', type: 3, language: 'en', title: 'News', content: 'Hello.' };
  expect((await support.call('saveContentDraft', { body })).json.code).toBe(code.permissionDenied);
});

test('the log has every text: who changes the database is found', async () => {
  const findings = async () => (await verifyDatabase(database.pool, MODULES)).findings;
  expect(await findings()).toEqual([]);
  await database.pool.query(
    `update content_versions set texts = jsonb_set(texts, '{en,content}', '"Forged."') where item = 4`,
  );
  expect(await findings()).not.toEqual([]);
});

test('legal documents and announcements take two persons, questions and notices one', async () => {
  await fixture.harness.internal('rules.adopt', { version: RULES_VERSION, figures: SHIPPED }, 'rules');
  const outcomeOf = async (kind: string) => {
    const more = kind === 'faq' ? { category: 'start' } : {};
    return accepted(await publish(await save({ kind, ...more }))).state;
  };
  expect(await outcomeOf('document')).toBe('waiting');
  expect(await outcomeOf('announcement')).toBe('waiting');
  expect(await outcomeOf('faq')).toBe('done');
  expect(await outcomeOf('notice')).toBe('done');

  const id = await save({ title: 'Two of us' });
  const { request } = accepted(await publish(id));
  expect(JSON.stringify(await read('listAnnouncements', {}))).not.toContain('Two of us');
  const own = await writer.call('decideRequest', { path: { id: request }, body: { verdict: 'approve', ...REASON } });
  expect(own.json.code).toBe(code.permissionDenied);
  const second = await fixture.operator(['owner']);
  await second.stepUp();
  accepted(await second.call('decideRequest', { path: { id: request }, body: { verdict: 'approve', ...REASON } }));
  expect(JSON.stringify(await read('listAnnouncements', {}))).toContain('Two of us');
  // The draft has become what is published.
  const item = accepted(await writer.call('getContentItem', { path: { id } }));
  expect(item).toMatchObject({ state: 'live', draftAt: null });
  expect(accepted(await writer.call('withdrawContent', { path: { id }, body: REASON })).state).toBe('waiting');
});
