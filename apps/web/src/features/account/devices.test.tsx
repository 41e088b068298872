// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, newestToast, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Devices } from './devices.tsx';

type Device = ResultOf<'listSessions'>[number];

const TIMES = {
  createdAt: '2026-11-29T08:00:00.000Z',
  lastSeenAt: '2026-11-30T00:00:00.000Z',
  expiresAt: '2026-12-30T00:00:00.000Z',
};
const HERE: Device = { id: 1, device: 'Firefox on Linux', address: '192.0.2.7', current: true, ...TIMES };
const PHONE: Device = { id: 2, device: 'Safari on iPhone', address: '2001:db8::7', current: false, ...TIMES };
let server: FakeServer;
let devices: Device[];

async function list(language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(<Devices />, { namespaces: ['account'], account: CUSTOMER, language });
  const items = () => screen.findAllByRole('listitem');
  await items();
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
  return { ...page, items, press };
}

beforeEach(() => {
  devices = [HERE, PHONE];
  server = new FakeServer()
    .on('listSessions', () => devices)
    .on('revokeSession', () => {
      devices = [HERE];
      return { revoked: 1 };
    });
});

test('one device is named before it is logged out', async () => {
  const { user, t, items, press } = await list('de');
  await press(`${t('account:sessions.revoke')}: ${PHONE.device}`);
  const dialog = within(screen.getByRole('dialog', { name: t('account:sessions.revokeConfirm') }));
  expect(dialog.getByText(PHONE.device)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: t('common:action.cancel') }));
  expect(server.sent('revokeSession')).toEqual([]);
  await press(`${t('account:sessions.revoke')}: ${PHONE.device}`);
  await user.click(screen.getAllByRole('button', { name: t('account:sessions.revoke') }).at(-1)!);
  await expect.poll(async () => (await items()).length).toBe(1);
  expect(server.sent('revokeSession')[0]?.body).toEqual({ id: PHONE.id });
  expect(newestToast()?.title).toBe(t('account:sessions.revoked', { count: 1 }));
});

test('all others at once, but never this one', async () => {
  const { user, t, items, press } = await list('ar');
  const [here] = await items();
  expect(within(here!).getByText(t('account:sessions.current'))).toBeDefined();
  expect(within(here!).queryByRole('button')).toBeNull();
  await press(t('account:sessions.revokeOthers'));
  const dialog = within(screen.getByRole('dialog', { name: t('account:sessions.revokeOthers') }));
  await user.click(dialog.getByRole('button', { name: t('account:sessions.revoke') }));
  await expect.poll(() => server.sent('revokeSession')[0]?.body).toEqual({});
  await expect.poll(() => screen.queryByRole('button', { name: t('account:sessions.revokeOthers') })).toBeNull();
});

test('a refusal stays in the dialog, and is gone when it opens again', async () => {
  server.on('revokeSession', () => new Refusal(10010, 'This device is gone.'));
  const { user, t, press } = await list();
  await press(t('account:sessions.revokeOthers'));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('account:sessions.revoke') }));
  expect(await dialog.findByText('This device is gone.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: t('common:action.cancel') }));
  await press(t('account:sessions.revokeOthers'));
  expect(within(screen.getByRole('dialog')).queryByText('This device is gone.')).toBeNull();
});
