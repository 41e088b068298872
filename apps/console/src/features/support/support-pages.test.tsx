// @vitest-environment happy-dom
/** Conversations as somebody answers them: who waits, what was written, notes and hand-over. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CLAIMED } from '../../testing/queue.tsx';
import { showConsole } from '../../testing/show-console.tsx';
import { AnswersPage } from './answers-page.tsx';
import { SupportPage } from './support-page.tsx';

type Chat = OperatorResultOf<'getSupportChat'>;
type Message = Chat['messages']['items'][number];

const AT = '2026-11-29T08:30:00.000Z';
const ROW: OperatorResultOf<'listSupport'>['items'][number] = {
  id: 41,
  user: { id: 1001, name: 'anna@example.com' },
  language: 'de',
  state: 'open',
  assigned: null,
  waitingSince: AT,
  dueAt: '2099-11-29T08:30:00.000Z',
  lastAt: AT,
  unread: 2,
};
const message = (id: number, kind: Message['kind'], text: string): Message => ({
  id,
  kind,
  operator: kind === 'customer' ? null : { id: 1, name: 'olga' },
  text,
  files: [],
  key: null,
  at: AT,
});
/** Newest first, as the server has them. */
const CHAT: Chat = {
  ...ROW,
  readTo: 2,
  typing: false,
  hasEmail: true,
  ratings: [],
  messages: {
    items: [
      message(4, 'customer', 'Danke!'),
      message(3, 'note', 'A regular.'),
      message(2, 'operator', 'Guten Tag.'),
      message(1, 'customer', 'Wo ist mein Geld?'),
    ],
    next: null,
  },
};
const PREPARED: OperatorResultOf<'listSupportAnswers'>[number] = {
  id: 5,
  shortcut: 'hello',
  texts: { en: 'Good day.', de: 'Guten Tag.' },
  editor: { id: 1, name: 'olga' },
};
let server: FakeOperatorServer;

async function chat(found: Chat = CHAT, language: Language = 'en') {
  server.on('getSupportChat', () => found);
  const page = await showConsole(<SupportPage />, {
    path: '/operator/support?view=all&item=41',
    language,
    namespaces: ['support', 'records'],
  });
  const answer = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: page.t('support:op.answer') });
  return { ...page, answer };
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('listSupport', () => ({ items: [ROW], next: null }))
    .on('listSupportAnswers', () => [PREPARED])
    .on('claimItem', () => CLAIMED)
    .on('releaseItem', () => null)
    .on('readSupportChat', () => null)
    .on('typeToCustomer', () => null)
    .on('answerSupport', () => message(5, 'operator', 'x'));
});

test('the queue: who waits, who has it, and how much is unread', async () => {
  const { user, t } = await showConsole(<SupportPage />, {
    path: '/operator/support',
    namespaces: ['support', 'records'],
  });
  const person = await screen.findByText('anna@example.com');
  const row = within(person.closest('[role="option"], li, a, button') as HTMLElement);
  expect(row.getByText('2')).toBeDefined();
  expect(row.getByText(t('support:op.view.unassigned'))).toBeDefined();
  expect(server.sent('listSupport')[0]?.query).toEqual({ box: 'unassigned' });
  server.on('listSupport', () => ({ items: [], next: null }));
  await user.click(screen.getByRole('radio', { name: t('support:op.view.mine') }));
  expect(await screen.findByText(t('support:op.empty'))).toBeDefined();
});

test('the conversation in its order: oldest first, notes marked, and what was read', async () => {
  const { t } = await chat();
  const lines = within(screen.getByRole('log', { name: t('support:messages') })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => /Geld|Guten|regular|Danke/.exec(textContent)?.[0])).toEqual([
    'Geld',
    'Guten',
    'regular',
    'Danke',
  ]);
  expect(lines[1]?.textContent).toContain(t('support:read'));
  expect(lines[2]?.textContent).toContain(t('support:op.note'));
  // What the customer wrote last is read from now on.
  expect(server.sent('readSupportChat')[0]?.body).toEqual({ upTo: 4 });
});

test('an answer is sent by Control and Enter, once, and the customer sees the typing', async () => {
  const { user, answer } = await chat();
  await user.type(answer, 'On its way.{Control>}{Enter}{/Control}');
  await expect.poll(() => answer.value).toBe('');
  const [sent, ...more] = server.sent('answerSupport');
  expect(more).toEqual([]);
  expect(sent?.body).toMatchObject({ text: 'On its way.', files: [], isNote: false });
  expect(server.sent('typeToCustomer').length).toBe(1);
});

test('Enter alone begins a new line; nothing is sent', async () => {
  const { user, t, answer } = await chat();
  await user.type(answer, 'One{Enter}two');
  expect(answer.value).toBe('One\ntwo');
  await user.clear(answer);
  await user.click(screen.getByRole('button', { name: t('support:send') }));
  expect(server.sent('answerSupport')).toEqual([]);
});

test('what was not sent is sent again under its key', async () => {
  server.on('answerSupport', () => new Refusal(11100, 'The conversation is full.'));
  const { user, t, answer } = await chat();
  await user.type(answer, 'Again.');
  await user.click(screen.getByRole('button', { name: t('support:send') }));
  expect(await screen.findByText('The conversation is full.')).toBeDefined();
  expect(answer.value).toBe('Again.');
  server.on('answerSupport', () => message(5, 'operator', 'Again.'));
  await user.click(screen.getByRole('button', { name: t('support:send') }));
  await expect.poll(() => server.sent('answerSupport').length).toBe(2);
  const [first, second] = server.sent('answerSupport');
  expect(second?.body.key).toBe(first?.body.key);
});

test('a note is for operators: it says so, and the customer sees no typing', async () => {
  const { user, t, answer } = await chat();
  await user.click(screen.getByRole('switch', { name: t('support:op.note') }));
  expect(screen.getByText(t('support:op.noteText'))).toBeDefined();
  const note = screen.getByRole('textbox', { name: t('support:op.note') });
  expect(note).toBe(answer);
  await user.type(note, 'Ask fiona.');
  await user.click(screen.getByRole('button', { name: t('support:send') }));
  await expect.poll(() => server.sent('answerSupport')[0]?.body).toMatchObject({ text: 'Ask fiona.', isNote: true });
  expect(server.sent('typeToCustomer')).toEqual([]);
});

test('a slash, a shortcut and a space insert a prepared answer in the customer’s language', async () => {
  const { user, answer } = await chat();
  await screen.findByRole('combobox');
  await user.type(answer, '/hello ');
  expect(answer.value).toBe('Guten Tag.');
});

test('a conversation is handed over with a note; a refusal stays in the dialog', async () => {
  server
    .on('listSupportOperators', () => [{ id: 3, name: 'sara' }])
    .on('assignSupport', () => new Refusal(11110, 'They do not work in support.'));
  const { user, t } = await chat();
  await user.click(screen.getByRole('button', { name: t('support:op.handOver') }));
  const element = await screen.findByRole('dialog', { name: t('support:op.handOver') });
  const dialog = within(element);
  await user.click(dialog.getByRole('combobox', { name: t('support:op.to') }));
  await user.click(await dialog.findByRole('option', { name: 'sara' }));
  await user.type(dialog.getByRole('textbox', { name: t('support:op.note') }), 'Speaks Thai.');
  await user.click(dialog.getByRole('button', { name: t('support:op.handOver') }));
  expect(await dialog.findByText('They do not work in support.')).toBeDefined();
  server.on('assignSupport', () => null);
  await user.click(dialog.getByRole('button', { name: t('support:op.handOver') }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.sent('assignSupport').at(-1)?.body).toEqual({ operator: 3, note: 'Speaks Thai.' });
});

test('a refusal is gone when the hand-over is opened again; while it is sent its button is busy', async () => {
  server
    .on('listSupportOperators', () => [])
    .on('assignSupport', () => new Refusal(11110, 'They do not work in support.'));
  const { user, t } = await chat();
  const open = () => user.click(screen.getByRole('button', { name: t('support:op.handOver') }));
  const send = () =>
    within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: t('support:op.handOver') });
  await open();
  await user.click(send());
  expect(await screen.findByText('They do not work in support.')).toBeDefined();
  pressEscape(screen.getByRole('dialog'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText('They do not work in support.')).toBeNull();
  await open();
  expect(screen.queryByText('They do not work in support.')).toBeNull();
  server.on('assignSupport', () => new Promise(() => undefined));
  await user.click(send());
  await expect.poll(() => send().getAttribute('aria-busy')).toBe('true');
  await user.click(send());
  expect(server.sent('assignSupport')).toHaveLength(2);
});

test('closing a conversation is sent once, and a refusal stands beside its button', async () => {
  let answer: (refused: Refusal) => void = () => undefined;
  server.on('closeSupportChat', () => new Promise((resolve) => (answer = resolve)));
  const { user, t } = await chat();
  const button = screen.getByRole('button', { name: t('support:close') });
  await user.click(button);
  await user.click(button);
  expect(server.sent('closeSupportChat')).toHaveLength(1);
  answer(new Refusal(11057, 'It is closed already.'));
  expect(await screen.findByText('It is closed already.')).toBeDefined();
});

test('Escape closes the hand-over; the conversation stays open', async () => {
  server.on('listSupportOperators', () => []);
  const { user, t } = await chat();
  await user.click(screen.getByRole('button', { name: t('support:op.handOver') }));
  pressEscape(await screen.findByRole('dialog', { name: t('support:op.handOver') }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.sent('assignSupport')).toEqual([]);
});

test('an open conversation is closed, a closed one opened again; ratings are shown', async () => {
  server.on('closeSupportChat', () => null).on('reopenSupportChat', () => null);
  const first = await chat();
  await first.user.click(screen.getByRole('button', { name: first.t('support:close') }));
  await expect.poll(() => server.sent('closeSupportChat').length).toBe(1);
  first.unmount();
  const { user, t } = await chat({ ...CHAT, state: 'closed', ratings: [{ score: 4, comment: 'Quick.' }] });
  expect(screen.getByText(new RegExp(`${plain(t('support:rate.score', { score: 4 }))}.*Quick`))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('support:op.reopen') }));
  await expect.poll(() => server.sent('reopenSupportChat').length).toBe(1);
});

test('in Arabic each message keeps its own direction', async () => {
  const { format } = await chat(CHAT, 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(screen.getByText('Wo ist mein Geld?').dir).toBe('auto');
  expect(within(screen.getByRole('log')).getAllByText(plain(format.dateTime(AT)))).toHaveLength(4);
});

test('prepared answers: written by language, changed, and removed', async () => {
  server.on('saveSupportAnswer', () => ({ id: 6 })).on('removeSupportAnswer', () => null);
  const { user, t } = await showConsole(<AnswersPage />, { path: '/operator/answers', namespaces: ['support'] });
  expect(await screen.findByText('/hello')).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('support:op.new') }));
  await user.type(screen.getByRole('textbox', { name: t('support:op.shortcut') }), 'bye');
  await user.type(screen.getByRole('textbox', { name: 'English' }), 'Good bye.');
  await user.click(screen.getByRole('button', { name: t('common:action.save') }));
  await expect.poll(() => newestToast()?.title).toBe(t('support:op.saved'));
  expect(server.sent('saveSupportAnswer')[0]?.body).toEqual({ shortcut: 'bye', texts: { en: 'Good bye.' } });
  await user.click(screen.getByRole('button', { name: t('support:op.edit') }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Deutsch' }).value).toBe('Guten Tag.');
  await user.click(screen.getByRole('button', { name: t('support:discard') }));
  await expect.poll(() => server.sent('removeSupportAnswer')[0]?.body).toEqual({ id: 5 });
});

test('no prepared answer yet says what one is for; a refused shortcut is said', async () => {
  server.on('listSupportAnswers', () => []);
  server.on('saveSupportAnswer', () => new Refusal(10006, 'The shortcut has a wrong format.'));
  const { user, t } = await showConsole(<AnswersPage />, { path: '/operator/answers', namespaces: ['support'] });
  expect(await screen.findByText(t('support:op.none'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('support:op.new') }));
  await user.click(screen.getByRole('button', { name: t('common:action.save') }));
  expect(await screen.findByText('The shortcut has a wrong format.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('common:action.cancel') }));
  expect(screen.getByText(t('support:op.none'))).toBeDefined();
});
