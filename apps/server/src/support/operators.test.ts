/** What operators see of conversations, what is logged of it, and what happens by itself. */

import { code } from '@glasshouse/api/codes';
import { SMTPServer } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accepted, type TestOperator } from '../http/testing/operator-gateway.ts';
import { visibleTo } from '../operator/live.ts';
import { createLog } from '../platform/log.ts';
import { createMailSender } from '../platform/mail.ts';
import { Pictures } from '../products/nfts/pictures.ts';
import { tellAway } from './mails.ts';
import { liveChats } from './operator-queries.ts';
import { tidySupport } from './retention.ts';

import {
  answers,
  asks,
  by,
  database,
  gateway,
  history,
  hub,
  MINUTE_MS,
  onlyChat,
  person,
  photo,
  published,
  send,
  sven,
  vault,
  visit,
  withSupport,
} from './testing/support-fixture.ts';

withSupport();

const DAY_MS = 86_400_000;

describe('an operator', () => {
  test.each(['finance', 'compliance', 'content', 'auditor'] as const)('of %s reads nothing', async (role) => {
    const anna = await person();
    accepted(await asks(anna, 'for support'));
    const otherOperator = await gateway.operator([role]);
    const id = await onlyChat();
    for (const answer of [
      await otherOperator.call('listSupport'),
      await otherOperator.call('getSupportChat', { path: { id } }),
      await answers(otherOperator, id, 'hello'),
      await otherOperator.call('getSupportRatings'),
    ]) {
      expect(answer.json.code).toBe(code.permissionDenied);
    }
    const chats = await liveChats(database.pool, hub);
    expect(visibleTo({ queues: [], claims: [], chats }, [role]).chats).toEqual([]);
  });

  test('who looks is in the log before anything is shown, and the person sees it', async () => {
    const anna = await person();
    accepted(await asks(anna, 'private'));
    const id = await onlyChat();
    accepted(await sven.call('listSupport'));
    const views = async () => accepted(await gateway.call('listDataViews', anna)).items;
    expect(await views()).toEqual([]);
    accepted(await sven.call('getSupportChat', { path: { id } }));
    accepted(await sven.call('getSupportChat', { path: { id } }));
    expect(await views()).toMatchObject([{ kind: 'support' }]);
  });

  test('who looks at a visitor is written down as well', async () => {
    accepted(await asks(by(await visit()), 'private'));
    const id = await onlyChat();
    accepted(await sven.call('getSupportChat', { path: { id } }));
    accepted(await sven.call('getSupportChat', { path: { id } }));
    const { rows } = await database.pool.query('select operator from support_views where conversation = $1', [id]);
    expect(rows).toEqual([{ operator: sven.id }]);
  });

  test('writes notes and hands over without the customer seeing any of it', async () => {
    const eve = await gateway.operator(['support'], 'eve');
    const anna = await person();
    accepted(await asks(anna, 'hello'));
    const id = await onlyChat();
    accepted(await answers(sven, id, 'looks suspicious', { isNote: true }));
    const assign = (operator: number | null, note?: string) =>
      sven.call('assignSupport', { path: { id }, body: { operator, ...(note !== undefined && { note }) } });
    accepted(await assign(eve.id, 'please take over'));
    const inbox = async (who: TestOperator, box: string) =>
      accepted(await who.call('listSupport', { query: `box=${box}` })).items.map((item: { id: number }) => item.id);
    expect([await inbox(eve, 'mine'), await inbox(sven, 'mine'), await inbox(sven, 'unassigned')]).toEqual([
      [id],
      [],
      [],
    ]);
    const kinds = accepted(await eve.call('getSupportChat', { path: { id } })).messages.items;
    expect(kinds.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
      ['handover', 'please take over'],
      ['note', 'looks suspicious'],
      ['customer', 'hello'],
    ]);
    const shown = JSON.stringify([await history(anna), published, accepted(await gateway.call('getSupport', anna))]);
    expect(shown).not.toMatch(/suspicious|take over|note|handover/);
    const auditor = await gateway.operator(['auditor']);
    expect((await assign(auditor.id)).json.code).toBe(code.notOfSupport);
    expect((await assign(999_999)).json.code).toBe(code.notOfSupport);
  });

  test('answers nothing that a colleague has claimed, until the claim runs out', async () => {
    const eve = await gateway.operator(['support'], 'eva');
    accepted(await asks(await person(), 'hello'));
    const id = await onlyChat();
    accepted(await eve.call('claimItem', { body: { queue: 'support', item: id } }));
    expect((await answers(sven, id, 'mine')).json.code).toBe(code.claimedByOther);
    expect((await sven.call('closeSupportChat', { path: { id } })).json.code).toBe(code.claimedByOther);
    accepted(await answers(sven, id, 'a note is no answer', { isNote: true }));
    gateway.pass(5 * MINUTE_MS);
    accepted(await answers(sven, id, 'mine'));
  });

  test('sees who waits longest first, and by when they should be answered', async () => {
    const first = await person();
    const second = await person();
    accepted(await asks(first, 'first'));
    const firstChat = await onlyChat();
    gateway.pass(MINUTE_MS);
    accepted(await asks(second, 'second'));
    const secondChat = await onlyChat();
    const items = async () => accepted(await sven.call('listSupport', { query: 'box=all' })).items;
    expect((await items()).map(({ id }: { id: number }) => id)).toEqual([firstChat, secondChat]);
    const [{ waitingSince, dueAt }] = await items();
    expect(Date.parse(dueAt) - Date.parse(waitingSince)).toBe(60 * MINUTE_MS);
    accepted(await answers(sven, firstChat, 'done'));
    expect((await items()).map(({ id }: { id: number }) => id)).toEqual([secondChat, firstChat]);
    const page = accepted(await sven.call('listSupport', { query: 'box=all&limit=1' }));
    const rest = accepted(await sven.call('listSupport', { query: `box=all&limit=1&cursor=${page.next}` }));
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual([secondChat, firstChat]);
    expect(rest.next).toBeNull();
  });

  test('prepares answers in several languages', async () => {
    const save = (body: object) => sven.call('saveSupportAnswer', { body });
    const texts = { en: 'Hello', ar: 'مرحبًا' };
    const { id } = accepted(await save({ shortcut: 'hello', texts }));
    expect((await save({ shortcut: 'hello', texts })).json.code).toBe(code.shortcutTaken);
    expect((await save({ shortcut: 'empty', texts: { en: ' ' } })).json.code).toBe(code.messageEmpty);
    accepted(await save({ id, shortcut: 'hello', texts: { en: 'Good day' } }));
    expect(accepted(await sven.call('listSupportAnswers'))).toMatchObject([{ id, texts: { en: 'Good day' } }]);
    accepted(await sven.call('removeSupportAnswer', { body: { id } }));
    expect((await sven.call('removeSupportAnswer', { body: { id } })).json.code).toBe(code.nothingFound);
  });
});

describe('who is away', () => {
  const mails = async () =>
    (await database.pool.query<{ to_address: string; body: string }>(`select * from mail_outbox order by id`)).rows;
  const tell = () =>
    tellAway({ pool: database.pool, now: gateway.clock.now, mail: { wake: () => {} }, site: 'https://x.example' });
  const member = async (email: string | null) => {
    const anna = await person();
    await database.pool.query("update users set kind = 'user', email = $2, username = 'away' || id where id = $1", [
      anna.id,
      email,
    ]);
    return anna;
  };

  test('gets one mail for all that is unread, and another only after reading', async () => {
    await database.pool.query('delete from mail_outbox');
    const anna = await member('away@example.test');
    accepted(await asks(anna, 'hello'));
    const id = await onlyChat();
    accepted(await answers(sven, id, 'a secret answer'));
    expect(await tell()).toBe(0);
    gateway.pass(9 * MINUTE_MS);
    expect(await tell()).toBe(0);
    gateway.pass(MINUTE_MS);
    expect(await tell()).toBe(1);
    const second = accepted(await answers(sven, id, 'and another'));
    gateway.pass(30 * MINUTE_MS);
    expect(await tell()).toBe(0);
    expect(JSON.stringify(await mails())).not.toContain('secret');
    expect(JSON.stringify(await mails())).toContain('https://x.example/profile/kefu');
    accepted(await gateway.call('readSupport', { ...anna, body: { upTo: second.id } }));
    await sven.signIn();
    accepted(await answers(sven, id, 'a third'));
    gateway.pass(10 * MINUTE_MS);
    expect(await tell()).toBe(1);
    expect(await mails()).toHaveLength(2);
  });

  test('is told over SMTP, in the language that was chosen, without what was said', async () => {
    await database.pool.query('delete from mail_outbox');
    const arrived: string[] = [];
    const sink = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, callback) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => void parts.push(part));
        stream.on('end', () => {
          arrived.push(Buffer.concat(parts).toString());
          callback(null);
        });
      },
    });
    await new Promise<void>((open) => void sink.listen(0, '127.0.0.1', open));
    const { port } = sink.server.address() as { port: number };
    const { pool } = database;
    const { clock } = gateway;
    const mail = createMailSender({
      pool,
      clock,
      from: 'Glasshouse <no-reply@localhost>',
      smtpUrl: `smtp://127.0.0.1:${port}`,
      log: createLog({ level: 'silent', name: 'test' }),
    });
    onTestFinished(async () => {
      await mail.stop();
      await new Promise<void>((closed) => void sink.close(closed));
    });
    const anna = await member('reader@example.test');
    await pool.query("update users set language = 'de' where id = $1", [anna.id]);
    accepted(await asks(anna, 'hello'));
    await sven.signIn();
    accepted(await answers(sven, await onlyChat(), 'a secret answer'));
    gateway.pass(10 * MINUTE_MS);
    expect(await tellAway({ pool, now: clock.now, mail: { wake: () => {} }, site: 'https://x.example' })).toBe(1);
    expect(await mail.sweep()).toBe(1);
    expect(arrived).toHaveLength(1);
    expect(arrived[0]).toMatch(/^To: reader@example\.test\r?$/m);
    expect(arrived[0]).toContain('https://x.example/profile/kefu');
    expect(arrived[0]).toMatch(/^Subject: .*Support/m);
    expect(arrived[0]).not.toContain('secret');
  });

  test.each([
    ['without an address', null, true],
    ['who wants none', 'quiet@example.test', false],
  ])('%s gets none', async (_title, email, wants) => {
    const anna = await member(email);
    if (!wants) {
      await database.pool.query(
        "insert into notice_choices (user_id, kind, mail, push) values ($1, 'support', false, false)",
        [anna.id],
      );
    }
    accepted(await asks(anna, 'hello'));
    accepted(await answers(sven, await onlyChat(), 'hello'));
    gateway.pass(10 * MINUTE_MS);
    expect(await tell()).toBe(0);
  });
});

test('what rests is closed, and what is old enough is deleted with its files', async () => {
  const { pool } = database;
  const deps = { pool, now: gateway.clock.now };
  const anna = await person();
  const { result } = await send({ authorization: anna.token }, photo);
  accepted(await asks(anna, 'hello', { files: [result!.fileId] }));
  const id = await onlyChat();
  await visit();
  gateway.pass(15 * DAY_MS);
  // Nor stays one that a guest made theirs without a word: it would keep the guest for ever.
  const guest = await person();
  accepted(await gateway.call('keepVisit', { ...guest, ...by(await visit()) }));
  gateway.pass(DAY_MS + 1);
  // Whoever waits is not closed; a visit in which nothing was said is forgotten.
  expect(await tidySupport(deps)).toEqual({ closed: 0, deleted: 2 });
  await sven.signIn();
  accepted(await answers(sven, id, 'sorry for the delay'));
  gateway.pass(15 * DAY_MS);
  expect(await tidySupport(deps)).toEqual({ closed: 1, deleted: 0 });
  gateway.pass(729 * DAY_MS);
  expect(await tidySupport(deps)).toEqual({ closed: 0, deleted: 0 });
  gateway.pass(2 * DAY_MS);
  expect(await tidySupport(deps)).toEqual({ closed: 0, deleted: 1 });
  expect((await pool.query('select from support_messages')).rowCount).toBe(0);
  const files = await pool.query('select sealed_key from files where id = $1', [result!.fileId]);
  expect(files.rows).toEqual([{ sealed_key: null }]);
});

test('a file opens only where it was shown, whoever knows its number', async () => {
  const { pool } = database;
  const anna = await person();
  const { result: own } = await send({ authorization: anna.token }, photo);
  accepted(await asks(anna, 'my passport', { files: [own!.fileId] }));
  const id = await onlyChat();
  const [document] = (
    await pool.query<{ id: string }>(
      `insert into files (id, user_id, purpose, media_type, bytes, sha256, sealed_key, used_by, created_at, stored_at)
       select repeat('D', 32), user_id, 'kyc', media_type, bytes, sha256, sealed_key, 'kyc:1', created_at, stored_at
         from files where id = $1 returning id`,
      [own!.fileId],
    )
  ).rows;
  const open = async (who: object, file: string) =>
    (await gateway.call('getSupportFile', { ...who, path: { id: file } })).status;
  const opened = async (file: string, chat = id) => {
    const answer = await sven.call('getSupportImage', { path: { id: chat, file } });
    return answer.json?.code ?? answer.status;
  };
  const eve = by(await visit());
  accepted(await asks(eve, 'hello'));
  const chatOfEve = await onlyChat();
  expect(await open(anna, own!.fileId)).toBe(200);
  // Neither another conversation of theirs, nor an identity document beside it.
  expect([await opened(own!.fileId, chatOfEve), await opened(document!.id)]).toEqual([
    code.nothingFound,
    code.nothingFound,
  ]);
  const fileOf = async (who: object, file: string) =>
    (await gateway.call('getSupportFile', { ...who, path: { id: file } })).json.code;
  expect([await fileOf(eve, own!.fileId), await fileOf(anna, document!.id)]).toEqual([
    code.fileNotFound,
    code.fileNotFound,
  ]);
  // What operators show each other is not the customer's.
  await pool.query("update support_messages set kind = 'note' where files <> '{}'");
  expect(await fileOf(anna, own!.fileId)).toBe(code.fileNotFound);
  expect(await new Pictures({ pool, vault }).any(own!.fileId)).toBeUndefined();
});

test('no operator of charities opens what a visitor sent to support', async () => {
  const visitor = await visit();
  const { result } = await send({ visitor }, photo);
  accepted(await asks(by(visitor), 'private', { files: [result!.fileId] }));
  expect(await vault.open(result!.fileId)).toMatchObject({ userId: null });
  expect(await new Pictures({ pool: database.pool, vault }).any(result!.fileId)).toBeUndefined();
});
