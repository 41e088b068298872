// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Chat } from './chat.tsx';
import type { Message } from './chat-store.ts';

const HOSTILE = '<img src=x onerror="document.title=1"> أين إيداعي؟';
const QUESTION: Message = {
  id: 1,
  kind: 'customer',
  text: 'Where is my deposit?',
  files: [],
  key: 'key-of-a-question',
  at: '2026-11-30T01:00:00.000Z',
};
const ANSWER: Message = { ...QUESTION, id: 2, kind: 'operator', text: 'After three confirmations.', key: null };
const OPEN = { state: 'open', unread: 0, readTo: 1, typing: false, canRate: false } as const;
const INFO: ResultOf<'getSupport'> = {
  hours: [{ from: 1, to: 5, opens: '08:00', closes: '18:00' }],
  zone: 'Europe/Berlin',
  isOpen: true,
  widget: null,
  conversation: OPEN,
};
let server: FakeServer;
let messages: Message[];

async function chat(more: Partial<RenderOptions> = {}) {
  const page = await show(<Chat />, { namespaces: ['support'], account: CUSTOMER, ...more });
  const { t, user } = page;
  const log = within(await screen.findByRole('log', { name: t('support:messages') }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('support:field') });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { ...page, log, field, press, send: () => press(t('support:send')) };
}

beforeEach(() => {
  localStorage.clear();
  messages = [QUESTION, ANSWER];
  server = new FakeServer()
    .on('getSupport', () => INFO)
    .on('listSupportMessages', () => ({ items: messages, next: null }))
    .on('readSupport', () => null)
    .on('typeToSupport', () => null)
    .on('sendSupportMessage', ({ body }) => ({
      ...QUESTION,
      id: 3,
      text: body.text,
      files: body.files ?? [],
      key: body.key,
    }));
});

test('the conversation, what support has read of it, and when somebody answers', async () => {
  const { t, log } = await chat();
  const [own, theirs] = await log.findAllByRole('listitem');
  expect(within(own!).getByText(QUESTION.text)).toBeDefined();
  expect(own!.textContent).toContain(t('support:read'));
  expect(within(theirs!).getByText(ANSWER.text)).toBeDefined();
  expect(server.sent('readSupport')[0]?.body).toEqual({ upTo: ANSWER.id });
  expect(screen.getByText(t('support:hours', { hours: 'Mon – Fri 08:00–18:00', zone: 'Europe/Berlin' }))).toBeDefined();
});

test('Enter sends a message once; Shift and Enter begin a line', async () => {
  const { user, log, field } = await chat({ language: 'de' });
  await log.findByText(QUESTION.text);
  await user.type(field, 'Danke{Shift>}{Enter}{/Shift}schön ');
  expect(server.sent('sendSupportMessage')).toEqual([]);
  await user.keyboard('{Enter}');
  await log.findByText(/Danke\s+schön/);
  const [sent, ...rest] = server.sent('sendSupportMessage');
  expect(rest).toEqual([]);
  expect(sent?.body).toMatchObject({ text: 'Danke\nschön', files: [] });
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
});

test('markup is shown as the text that it is', async () => {
  const { user, log, field, send } = await chat({ language: 'ar' });
  await user.click(field);
  await user.paste(HOSTILE);
  await send();
  expect(await log.findByText(HOSTILE)).toBeDefined();
  expect(log.queryByRole('img')).toBeNull();
});

test('what cannot be sent stays, and is sent again under the same key, or thrown away', async () => {
  server.on('sendSupportMessage', () => {
    throw new TypeError('Failed to fetch');
  });
  const { user, t, log, field, press, send } = await chat();
  await user.type(field, 'Thanks');
  await send();
  expect(await log.findByText(t('support:notSent'))).toBeDefined();
  expect(localStorage.getItem('supportUnsent')).toContain('Thanks');
  server.on('sendSupportMessage', ({ body }) => ({ ...QUESTION, id: 3, text: body.text, key: body.key }));
  await press(t('support:again'));
  await expect.poll(() => log.queryByText(t('support:notSent'))).toBeNull();
  expect(log.getAllByText('Thanks')).toHaveLength(1);
  const [first, second] = server.sent('sendSupportMessage').map(({ body }) => body.key);
  expect(second).toBe(first);
  expect(localStorage.getItem('supportUnsent')).toBeNull();
  server.on('sendSupportMessage', () => new Refusal(10010, 'Too long.'));
  await user.type(field, 'Again');
  await send();
  expect(await screen.findByText('Too long.')).toBeDefined();
  await press(t('support:discard'));
  expect(log.queryByText('Again')).toBeNull();
});

test('what was not sent is there after a reload, for the same person only', async () => {
  const item = { key: 'k1-of-anna', text: 'Kept', files: [], at: QUESTION.at, failed: false };
  localStorage.setItem('supportUnsent', JSON.stringify({ owner: String(CUSTOMER.id), items: [item] }));
  const { t, log, unmount } = await chat();
  expect(await log.findByText('Kept')).toBeDefined();
  expect(log.getByText(t('support:notSent'))).toBeDefined();
  unmount();
  const stranger = await chat({ account: { ...CUSTOMER, id: 1001 } });
  await stranger.log.findByText(QUESTION.text);
  expect(stranger.log.queryByText('Kept')).toBeNull();
});

test('a file that is no picture is not attached', async () => {
  const { user, t } = await chat();
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['<html>'], 'page.png', { type: 'image/png' }));
  expect(await screen.findByText(t('support:wrongFile'))).toBeDefined();
  expect(server.sent('uploadSupportFile')).toEqual([]);
});

test('a picture of the conversation that is gone says so', async () => {
  messages = [{ ...ANSWER, files: ['f'.repeat(32)] }];
  server.on('getSupportFile', () => new Refusal(11015, 'Gone.'));
  const { t, log } = await chat();
  expect(await log.findByText(t('support:pictureGone'))).toBeDefined();
});

test('a visitor gets a conversation with the first word, and not by looking', async () => {
  server
    .on('getSupport', () => ({ ...INFO, conversation: null }))
    .on('startVisit', () => ({ visitor: 'secret-of-a-visitor' }));
  const page = await show(<Chat />, { namespaces: ['support'] });
  const { user, t } = page;
  expect(await screen.findByText(t('support:visitor'))).toBeDefined();
  expect(screen.getByText(t('support:empty'))).toBeDefined();
  expect(server.sent('startVisit')).toEqual([]);
  messages = [];
  await user.type(screen.getByRole('textbox', { name: t('support:field') }), 'Hello{Enter}');
  await expect.poll(() => server.sent('sendSupportMessage').length).toBe(1);
  expect(server.sent('startVisit')[0]?.body).toEqual({ language: 'en' });
  expect(server.sent('sendSupportMessage')[0]?.headers.visitor).toBe('secret-of-a-visitor');
});

test('a closed conversation is rated once', async () => {
  let canRate = true;
  server
    .on('getSupport', () => ({ ...INFO, conversation: { ...OPEN, state: 'closed' as const, canRate } }))
    .on('rateSupport', () => {
      canRate = false;
      return null;
    });
  const { user, t } = await chat();
  expect(await screen.findByText(t('support:rate.title'))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('support:rate.send') })).toBeNull();
  await user.click(screen.getByRole('radio', { name: t('support:rate.score', { score: 4 }) }));
  await user.type(screen.getByRole('textbox', { name: t('support:rate.comment') }), ' Quick. ');
  await user.click(screen.getByRole('button', { name: t('support:rate.send') }));
  await expect.poll(() => screen.queryByText(t('support:rate.title'))).toBeNull();
  expect(server.sent('rateSupport')[0]?.body).toEqual({ score: 4, comment: 'Quick.' });
});

test('older messages come on demand', async () => {
  server.on('listSupportMessages', ({ query }) =>
    query.cursor === undefined ? { items: [ANSWER], next: 'c1' } : { items: [QUESTION], next: null },
  );
  const { user, t, log } = await chat();
  await log.findByText(ANSWER.text);
  await user.click(screen.getByRole('button', { name: t('support:older') }));
  await log.findByText(QUESTION.text);
  expect(log.getAllByRole('listitem')[0]?.textContent).toContain(QUESTION.text);
  expect(screen.queryByRole('button', { name: t('support:older') })).toBeNull();
});
