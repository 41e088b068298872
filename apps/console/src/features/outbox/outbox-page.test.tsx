// @vitest-environment happy-dom
/** Mail to people: what became of it, and why it was not sent. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, rowCount } from '@glasshouse/app/testing/reading';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showConsole } from '../../testing/show-console.tsx';
import { OutboxPage } from './outbox-page.tsx';

type Outbox = OperatorResultOf<'listOutbox'>;
type Mail = Outbox['page']['items'][number];

const SENT: Mail = {
  id: 2,
  to: 'anna@example.com',
  subject: 'Your code',
  createdAt: '2026-11-30T08:00:00.000Z',
  sentAt: '2026-11-30T08:00:01.000Z',
  attempts: 1,
  error: null,
  state: 'sent',
};
const FAILED: Mail = {
  ...SENT,
  id: 1,
  to: 'bo@example.com',
  sentAt: null,
  attempts: 12,
  error: 'No such host',
  state: 'failed',
};
const outboxOf = (items: readonly Mail[], sends = true): Outbox => ({ sends, page: { items: [...items], next: null } });
let server: FakeOperatorServer;

beforeEach(() => {
  server = new FakeOperatorServer().on('listOutbox', ({ query }) =>
    outboxOf([SENT, FAILED].filter(({ state }) => query.state === undefined || state === query.state)),
  );
});

async function page(path = '/operator/outbox', language: Language = 'en') {
  const shown = await showConsole(<OutboxPage />, { path, language, namespaces: ['records'] });
  const { t } = shown;
  return { ...shown, table: () => screen.findByRole('table', { name: t('console:page.outbox') }) };
}

test('each mail has its address, its state and its attempts; one that failed says why', async () => {
  const { t, format, table } = await page();
  const mails = await table();
  await expect.poll(() => rowCount(mails)).toBe(2);
  await within(mails).findByText('anna@example.com');
  expect(cell(mails, 1, t('records:col.created'))).toBe(bare(format.dateTime(SENT.createdAt)));
  expect(cell(mails, 1, t('common:word.state'))).toBe(bare(t('records:outbox.sent')));
  expect(cell(mails, 2, t('common:word.state'))).toBe(bare(t('records:outbox.failed')));
  expect(cell(mails, 2, t('records:col.attempts'))).toBe('12');
  expect(cell(mails, 2, t('records:col.reason'))).toBe('Nosuchhost');
  expect(screen.queryByText(t('records:outbox.off'))).toBeNull();
});

test('a state is part of the query and of the address, and is chosen by keys', async () => {
  const { user, t, table } = await page();
  await table();
  screen.getByRole('radio', { name: t('common:word.all') }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  await expect.poll(() => server.sent('listOutbox').at(-1)?.query).toEqual({ state: 'failed' });
  expect(window.location.search).toBe('?state=failed');
  expect(await screen.findByText('bo@example.com')).toBeDefined();
  expect(screen.queryByText('anna@example.com')).toBeNull();
});

test('without a mail server that is said; no mail is said as well', async () => {
  server.on('listOutbox', () => outboxOf([], false));
  const { t } = await page('/operator/outbox?state=sent');
  expect(await screen.findByText(t('records:outbox.off'))).toBeDefined();
  expect(await screen.findByText(t('records:outbox.empty'))).toBeDefined();
  expect(server.sent('listOutbox')[0]?.query).toEqual({ state: 'sent' });
});

test('a failure can be tried again', async () => {
  server.on('listOutbox', () => new Refusal(500, 'Try again soon.', {}, 500));
  const { user, t } = await page();
  await screen.findByText('Try again soon.');
  server.on('listOutbox', () => outboxOf([SENT]));
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText('anna@example.com')).toBeDefined();
});

test('in Arabic an address keeps its own direction', async () => {
  await page('/operator/outbox', 'ar');
  expect((await screen.findByText('anna@example.com')).tagName).toBe('BDI');
  expect(document.documentElement.dir).toBe('rtl');
});
