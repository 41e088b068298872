// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, newestToast, pressEscape, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DemoReset } from './demo-reset.tsx';

let server: FakeServer;

async function open(language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(<DemoReset />, { namespaces: ['account'], account: CUSTOMER, language });
  const { t, user } = page;
  await user.click(screen.getByRole('button', { name: t('account:demo.reset') }));
  const dialog = screen.getByRole('dialog', { name: t('account:demo.resetTitle') });
  const confirm = within(dialog).getByRole('button', { name: t('account:demo.reset') });
  return { ...page, dialog, confirm };
}

beforeEach(() => {
  server = new FakeServer();
});

test('a reset is asked about, sent once, and confirmed', async () => {
  const { promise, resolve } = Promise.withResolvers<{ balances: [] }>();
  server.on('resetDemo', () => promise);
  const { user, t, dialog, confirm } = await open('de');
  expect(server.received).toEqual([]);
  await user.click(confirm);
  await user.click(confirm);
  expect(confirm.getAttribute('aria-busy')).toBe('true');
  expect(server.sent('resetDemo')).toHaveLength(1);
  pressEscape(dialog);
  expect(screen.getByRole('dialog')).toBe(dialog);
  resolve({ balances: [] });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(newestToast()?.title).toBe(t('account:demo.resetDone'));
});

test('a refusal stays in the dialog, and is gone when it opens again; nothing is sent by cancelling', async () => {
  server.on('resetDemo', () => new Refusal(10010, 'Wait a minute.'));
  const { user, t, dialog, confirm } = await open('ar');
  await user.click(within(dialog).getByRole('button', { name: t('common:action.cancel') }));
  expect(server.received).toEqual([]);
  await user.click(screen.getByRole('button', { name: t('account:demo.reset') }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('account:demo.reset') }));
  expect(await screen.findByText('Wait a minute.')).toBeDefined();
  pressEscape(screen.getByRole('dialog'));
  await user.click(screen.getByRole('button', { name: t('account:demo.reset') }));
  expect(screen.queryByText('Wait a minute.')).toBeNull();
  expect(confirm).toBeDefined();
});
