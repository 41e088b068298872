// @vitest-environment happy-dom
/**
 * Documents, questions, notices and announcements: the list by kind, and one text in its languages,
 * from the first draft to publishing and withdrawal.
 */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DONE } from '../../testing/queue.tsx';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { ContentPage } from './content-page.tsx';
import { ItemPage } from './item-page.tsx';

type Item = OperatorResultOf<'getContentItem'>;

const REASON = 'Agreed with legal.';
const AUDITOR = { ...OWNER, permissions: permissionsOf(['auditor']) };
const FEES: Item = {
  id: 21,
  kind: 'document',
  type: 2,
  category: null,
  title: 'Fees',
  state: 'live',
  version: 1,
  languages: ['en', 'de'],
  from: '2026-11-01T00:00:00.000Z',
  until: null,
  publishedAt: '2026-11-01T00:00:00.000Z',
  draftAt: '2026-11-20T00:00:00.000Z',
  texts: {
    en: { title: 'Fees', content: 'Old line.\n\nSame line.' },
    de: { title: 'Gebühren', content: 'Alte Zeile.' },
  },
  placeholders: ['optionsFee'],
  versions: [
    {
      version: 1,
      hash: 'f6'.repeat(32),
      entry: 900,
      at: '2026-11-01T00:00:00.000Z',
      by: { id: 2, name: 'carla' },
      from: '2026-11-01T00:00:00.000Z',
      until: null,
      isWithdrawal: false,
    },
  ],
};
const NOTICE = { ...FEES, id: 22, kind: 'notice', title: 'Maintenance', state: 'draft', publishedAt: null } as Item;
let server: FakeOperatorServer;

const NAMESPACES = ['records', 'help'] as const;
async function itemPage(item: Item | null = FEES, language: Language = 'en', session = OWNER) {
  if (item !== null) server.on('getContentItem', () => item);
  const page = await showConsole(<ItemPage />, {
    path: item === null ? '/operator/content/0?kind=notice' : `/operator/content/${item.id}`,
    language,
    session,
    namespaces: NAMESPACES,
  });
  const { t } = page;
  const heading = await screen.findByRole<HTMLInputElement>('textbox', { name: t('help:op.heading') });
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('help:op.text') });
  return { ...page, heading, text };
}

async function decision(title: string) {
  const element = await screen.findByRole('dialog', { name: title });
  const dialog = within(element);
  const confirm = dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;
  return { element, dialog, confirm };
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('listContentItems', () => [FEES, NOTICE])
    .on('previewContent', ({ body }) => ({
      blocks: [
        {
          kind: 'paragraph' as const,
          level: 0,
          number: null,
          spans: [{ text: body.content, mark: null, href: null }],
          rows: [],
        },
      ],
      problems: [],
    }))
    .on('publishContent', () => DONE)
    .on('withdrawContent', () => DONE);
});

test('the list by kind: title, state, draft and languages', async () => {
  const { user, t } = await showConsole(<ContentPage />, { path: '/operator/content', namespaces: NAMESPACES });
  const link = await screen.findByRole('link', { name: 'Fees' });
  const row = within(link.closest('tr') as HTMLElement);
  expect(row.getByText(t('help:op.state.live'))).toBeDefined();
  expect(row.getByText(t('help:op.hasDraft'))).toBeDefined();
  expect(row.getByText('2 / 11')).toBeDefined();
  expect(screen.queryByText('Maintenance')).toBeNull();
  await user.click(screen.getByRole('radio', { name: t('help:op.kinds.notice') }));
  expect(screen.getByRole('link', { name: 'Maintenance' })).toBeDefined();
  const add = screen.getByRole('link', { name: t('help:op.new') });
  expect(add.getAttribute('href')).toContain('/content/0?kind=notice');
  await user.click(screen.getByRole('radio', { name: t('help:op.kinds.faq') }));
  expect(screen.getByText(t('common:state.nothingFound'))).toBeDefined();
});

test('something new is saved under its kind, and its number then stands in the address', async () => {
  server.on('saveContentDraft', () => ({ id: 23 })).on('getContentItem', () => ({ ...NOTICE, id: 23 }));
  const { user, t, heading, text } = await itemPage(null);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: t('help:op.save') });
  await user.type(heading, 'Maintenance');
  expect(save.disabled).toBe(true);
  await user.type(text, 'Tonight.');
  await user.click(save);
  await expect.poll(() => newestToast()?.title).toBe(t('help:op.saved'));
  expect(server.sent('saveContentDraft')[0]?.body).toEqual({
    kind: 'notice',
    type: 3,
    language: 'en',
    title: 'Maintenance',
    content: 'Tonight.',
  });
  expect(window.location.pathname).toBe('/operator/content/23');
});

test('another language keeps what was typed in the first, and says what is not saved', async () => {
  const { user, t, text } = await itemPage();
  const missing = ['ar', 'zh', 'hk', 'fr', 'it', 'ja', 'ko', 'es', 'th'];
  const note = screen.getByText((words) => missing.every((code) => words.includes(code)));
  expect(note).toBeDefined();
  await user.type(text, ' More.');
  const typed = text.value;
  expect(screen.getByText(t('help:op.unsaved'))).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('help:op.publish') }).disabled).toBe(true);
  const language = screen.getByRole('combobox', { name: t('help:op.language') });
  await user.click(language);
  await user.click(await screen.findByRole('option', { name: /Deutsch/ }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: t('help:op.heading') }).value).toBe('Gebühren');
  await user.click(language);
  await user.click(await screen.findByRole('option', { name: new RegExp(t('help:op.unsavedMark')) }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('help:op.text') }).value).toBe(typed);
});

test('what is not allowed in a text is named at its field, beside the preview', async () => {
  server.on('previewContent', () => ({ blocks: [], problems: [11360] }));
  const { t, text } = await itemPage();
  expect(await screen.findByText(t('errors:11360'))).toBeDefined();
  expect(text.getAttribute('aria-invalid')).toBe('true');
});

test('a draft that is refused stays as it was typed', async () => {
  server.on('saveContentDraft', () => new Refusal(11361, 'This link is not allowed.'));
  const { user, t, text } = await itemPage();
  await user.type(text, ' x');
  await user.click(screen.getByRole('button', { name: t('help:op.save') }));
  expect(await screen.findByText('This link is not allowed.')).toBeDefined();
  expect(text.value).toBe('Old line.\n\nSame line. x');
});

test('publishing from and until a moment in UTC; the fields come before the reason', async () => {
  const { user, t } = await itemPage();
  await user.click(screen.getByRole('button', { name: t('help:op.publish') }));
  const { dialog, confirm } = await decision(t('help:op.publish'));
  expect(dialog.getByText(t('help:op.publishText'))).toBeDefined();
  const from = dialog.getByLabelText(t('help:op.from'));
  expect(document.activeElement).toBe(from);
  await user.tab();
  expect(document.activeElement).toBe(dialog.getByLabelText(t('help:op.until')));
  fireEvent.change(from, { target: { value: '2026-12-01T08:00' } });
  await user.click(confirm);
  expect(server.sent('publishContent')).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(confirm);
  await expect
    .poll(() => server.sent('publishContent')[0]?.body)
    .toEqual({ reason: REASON, from: '2026-12-01T08:00:00Z' });
  await expect.poll(() => server.sent('getContentItem').length).toBe(2);
});

test('without an English text nothing is published', async () => {
  const { t } = await itemPage({ ...FEES, texts: { de: FEES.texts['de']! } });
  expect(screen.getByText(t('help:op.needsEnglish'))).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('help:op.publish') }).disabled).toBe(true);
});

test('what is published is withdrawn with a reason; Escape leaves it', async () => {
  const { user, t } = await itemPage();
  await user.click(screen.getByRole('button', { name: t('help:op.withdraw') }));
  const first = await decision(t('help:op.withdraw'));
  pressEscape(first.element);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: t('help:op.withdraw') }));
  const { dialog, confirm } = await decision(t('help:op.withdraw'));
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(confirm);
  await expect.poll(() => server.sent('withdrawContent')[0]?.body).toEqual({ reason: REASON });
});

test('a version is compared with the draft, line by line', async () => {
  server.on('getContentVersion', () => ({
    version: 1,
    texts: { en: { title: 'Fees', content: 'Older line.\n\nSame line.' } },
  }));
  const { user, t } = await itemPage();
  await user.click(screen.getByRole('button', { name: t('help:op.compare') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('help:op.versionNo', { version: 1 }) }));
  expect(await dialog.findByText(/− Older line\./)).toBeDefined();
  expect(dialog.getByText(/\+ Old line\./)).toBeDefined();
  expect(dialog.getByText('Same line.')).toBeDefined();
  expect(server.sent('getContentVersion')[0]?.params).toEqual({ id: '21', version: '1' });
});

test('who may only read sees neither saving nor publishing', async () => {
  const { t } = await itemPage(FEES, 'en', AUDITOR);
  expect(screen.queryByRole('button', { name: t('help:op.save') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('help:op.publish') })).toBeNull();
});

test('a text that is not there is said', async () => {
  server.on('getContentItem', () => new Refusal(10010, 'There is nothing here.'));
  await showConsole(<ItemPage />, { path: '/operator/content/99', namespaces: NAMESPACES });
  expect(await screen.findByText('There is nothing here.')).toBeDefined();
});

test('in an Arabic console the English text still runs from left to right', async () => {
  const { t, format, text } = await itemPage(FEES, 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(text.dir).toBe('ltr');
  const version = screen.getByText(t('help:op.versionNo', { version: 1 })).closest('tr') as HTMLElement;
  expect(within(version).getByText(plain(format.dateTime('2026-11-01T00:00:00.000Z')))).toBeDefined();
});
