/** Conversations over HTTP: whose they are, and what a customer sees of them. */

import { code } from '@glasshouse/api/codes';
import { SUPPORT_TYPING_MS } from '@glasshouse/api/schemas/support';
import { describe, expect, test } from 'vitest';
import { accepted } from '../http/testing/operator-gateway.ts';
import { liveChats } from './operator-queries.ts';

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
  revoked,
  send,
  sven,
  visit,
  withSupport,
} from './testing/support-fixture.ts';

withSupport();

describe('a visitor', () => {
  test('asks, is answered, and both read it', async () => {
    const anna = by(await visit());
    const request = accepted(await asks(anna, 'Where is\nmy deposit?'));
    const id = await onlyChat();
    const seen = accepted(await sven.call('getSupportChat', { path: { id } }));
    expect(seen).toMatchObject({ user: null, language: 'ar', unread: 1, hasEmail: false });
    expect(seen.messages.items).toMatchObject([{ kind: 'customer', text: 'Where is\nmy deposit?' }]);
    accepted(await sven.call('readSupportChat', { path: { id }, body: { upTo: request.id } }));
    const reply = accepted(await answers(sven, id, 'It arrives after three confirmations.'));
    expect((await history(anna)).map(({ kind }) => kind)).toEqual(['operator', 'customer']);
    expect(accepted(await gateway.call('getSupport', anna)).conversation).toMatchObject({
      unread: 1,
      readTo: reply.id,
    });
    accepted(await gateway.call('readSupport', { ...anna, body: { upTo: reply.id } }));
    expect(accepted(await sven.call('getSupportChat', { path: { id } })).readTo).toBe(reply.id);
    expect(published.map(({ to }) => to)).toEqual(published.map(() => -id));
    expect(published.map(({ event }) => event.message?.text)).toContain('It arrives after three confirmations.');
    // The customer never learns which person answered.
    expect(JSON.stringify([await history(anna), published])).not.toContain('sven');
  });

  test.each([
    ['no token', {}],
    ['an empty one', { visitor: '' }],
    ['another shape', { visitor: 'visitor.x' }],
    ['one that was never given', { visitor: `visitor.${'A'.repeat(43)}` }],
    ['a number', { visitor: '1' }],
  ])('with %s is nobody', async (_title, headers) => {
    await asks(by(await visit()), 'mine');
    const stranger = { headers: headers as Record<string, string> };
    expect((await asks(stranger, 'hello')).json.code).toBe(code.visitUnknown);
    expect((await gateway.call('listSupportMessages', stranger)).json.code).toBe(code.visitUnknown);
    expect((await gateway.call('closeSupport', stranger)).json.code).toBe(code.visitUnknown);
    expect((await send(stranger.headers, photo)).code).toBe(code.visitUnknown);
  });

  test('sees nothing of another visitor, not even a file', async () => {
    const anna = by(await visit());
    const eve = by(await visit());
    const { result } = await send(anna.headers as Record<string, string>, photo);
    accepted(await asks(anna, 'the receipt', { files: [result!.fileId] }));
    expect(await history(eve)).toEqual([]);
    const path = { id: result!.fileId };
    expect((await gateway.call('getSupportFile', { ...anna, path })).status).toBe(200);
    expect((await gateway.call('getSupportFile', { ...eve, path })).json.code).toBe(code.fileNotFound);
    // Nor may she send it on as hers.
    const { result: unbound } = await send(anna.headers as Record<string, string>, photo);
    for (const file of [result!.fileId, unbound!.fileId]) {
      expect((await asks(eve, 'mine', { files: [file] })).json.code).toBe(code.fileNotFound);
    }
    expect(await history(eve)).toEqual([]);
  });

  test('who logs in keeps the conversation, and the token is worth nothing', async () => {
    const token = await visit();
    accepted(await asks(by(token), 'before'));
    const id = await onlyChat();
    const anna = await person();
    accepted(await gateway.call('keepVisit', { ...anna, ...by(token) }));
    expect(revoked).toEqual([-id]);
    expect(await history(anna)).toMatchObject([{ text: 'before' }]);
    expect((await gateway.call('listSupportMessages', by(token))).json.code).toBe(code.visitUnknown);
    expect((await gateway.call('keepVisit', { ...anna, ...by(token) })).json.code).toBe(code.visitUnknown);
    // A second visit joins the first, files included.
    const second = await visit();
    const { result } = await send({ visitor: second }, photo);
    accepted(await asks(by(second), 'after', { files: [result!.fileId] }));
    accepted(await gateway.call('keepVisit', { ...anna, ...by(second) }));
    expect((await history(anna)).map(({ text }) => text)).toEqual(['after', 'before']);
    expect((await gateway.call('getSupportFile', { ...anna, path: { id: result!.fileId } })).status).toBe(200);
  });

  test('cannot start visits without end', async () => {
    const codes: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      codes.push((await gateway.call('startVisit', { body: { language: 'en' } })).json.code);
    }
    expect(codes).toContain(code.tooManyRequests);
  });
});

describe('a member', () => {
  test('reads only their own, whatever else they send', async () => {
    const anna = await person();
    const eve = await person();
    accepted(await asks(anna, 'mine'));
    const visitor = await visit();
    accepted(await asks(by(visitor), 'of a visitor'));
    expect(await history(eve)).toEqual([]);
    // Whoever is logged in is read as that person: a token in the header changes nothing.
    expect(await history({ ...eve, ...by(visitor) })).toEqual([]);
    const { result } = await send({ authorization: anna.token }, photo);
    accepted(await asks(anna, '', { files: [result!.fileId] }));
    expect((await gateway.call('getSupportFile', { ...eve, path: { id: result!.fileId } })).json.code).toBe(
      code.fileNotFound,
    );
  });

  test('writes once under one key', async () => {
    const anna = await person();
    const body = { key: 'the-same-key', text: 'once' };
    const first = accepted(await gateway.call('sendSupportMessage', { ...anna, body }));
    expect(accepted(await gateway.call('sendSupportMessage', { ...anna, body }))).toEqual(first);
    expect(await history(anna)).toHaveLength(1);
  });

  test.each([
    ['nothing', { text: '   ' }, code.messageEmpty],
    ['too much', { text: 'x'.repeat(4_001) }, code.outOfRange],
    ['a control character', { text: 'a\u0000b' }, code.wrongFormat],
    ['text that turns around', { text: 'a\u202eb' }, code.wrongFormat],
    ['a file of nobody', { text: 'a', files: ['A'.repeat(32)] }, code.fileNotFound],
    ['five files', { text: 'a', files: Array.from({ length: 5 }, () => 'A'.repeat(32)) }, code.outOfRange],
    ['the same file twice', { text: 'a', files: ['A'.repeat(32), 'A'.repeat(32)] }, code.fileNotFound],
    ['no text', { text: 1 }, code.wrongType],
  ])('cannot send %s', async (_title, body, refusal) => {
    const anna = await person();
    expect((await asks(anna, '', body)).json.code).toBe(refusal);
    expect(await history(anna)).toEqual([]);
  });

  test('sends markup as the text that it is', async () => {
    const anna = await person();
    const hostile = '<img src=x onerror=alert(1)>"><script>alert(1)</script> javascript:alert(1)';
    accepted(await asks(anna, hostile));
    const answered = await gateway.call('listSupportMessages', anna);
    expect(answered.json.result.items[0].text).toBe(hostile);
    expect(answered.headers['content-type']).toMatch(/^application\/json/);
    expect(answered.headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a program', Buffer.from('MZ\u0090\u0000')],
    ['a document', Buffer.from('%PDF-1.7\n')],
    ['the beginning of a picture', Buffer.from([0xff, 0xd8, 0xff])],
  ])('cannot send %s as a picture', async (_title, bytes) => {
    const anna = await person();
    expect((await send({ authorization: anna.token }, bytes)).code).toBe(code.imageFormatWrong);
    gateway.pass(MINUTE_MS);
  });

  test('is told of too many messages', async () => {
    const anna = await person();
    const codes: number[] = [];
    for (let count = 0; count < 17; count += 1) codes.push((await asks(anna, 'again')).json.code);
    expect(codes.filter((status) => status === 200)).toHaveLength(15);
    expect(codes.at(-1)).toBe(code.tooManyRequests);
  });

  test('counts unread answers at the account', async () => {
    const anna = await person();
    accepted(await asks(anna, 'hello'));
    accepted(await answers(sven, await onlyChat(), 'hello'));
    expect(accepted(await gateway.call('getUserInfo', anna)).unread.support).toBe(1);
  });
});

test('typing is shown for a moment, to the other side only', async () => {
  const anna = await person();
  accepted(await asks(anna, 'hello'));
  const id = await onlyChat();
  let changes = 0;
  hub.onChange(() => {
    changes += 1;
  });
  accepted(await gateway.call('typeToSupport', anna));
  expect(changes).toBe(1);
  expect(accepted(await sven.call('getSupportChat', { path: { id } })).typing).toBe(true);
  published.length = 0;
  accepted(await sven.call('typeToCustomer', { path: { id } }));
  expect(published.at(-1)).toMatchObject({ to: anna.id, event: { message: null, status: { typing: true } } });
  gateway.pass(SUPPORT_TYPING_MS);
  expect(accepted(await gateway.call('getSupport', anna)).conversation.typing).toBe(false);
  expect((await liveChats(database.pool, hub))[0]).toMatchObject({ id, typing: false });
});

test('a closed conversation is rated once, and a message opens it again', async () => {
  const anna = await person();
  const rate = (score: number) => gateway.call('rateSupport', { ...anna, body: { score, comment: 'quick' } });
  expect((await rate(5)).json.code).toBe(code.notRateable);
  accepted(await asks(anna, 'hello'));
  const id = await onlyChat();
  accepted(await answers(sven, id, 'hello'));
  expect((await rate(5)).json.code).toBe(code.notRateable);
  accepted(await sven.call('closeSupportChat', { path: { id } }));
  expect(accepted(await gateway.call('getSupport', anna)).conversation).toMatchObject({
    state: 'closed',
    canRate: true,
  });
  accepted(await rate(4));
  expect((await rate(1)).json.code).toBe(code.notRateable);
  accepted(await asks(anna, 'one more thing'));
  expect((await history(anna)).map(({ kind }) => kind)).toEqual([
    'customer',
    'reopened',
    'closed',
    'operator',
    'customer',
  ]);
  accepted(await gateway.call('closeSupport', anna));
  accepted(await rate(2));
  const report = accepted(await sven.call('getSupportRatings'));
  expect(report.operators).toMatchObject([
    { operator: { name: 'sven' }, count: 2, average: '3.00', scores: [0, 1, 0, 1, 0] },
  ]);
  expect(report.last.map(({ score }: { score: number }) => score)).toEqual([2, 4]);
});
