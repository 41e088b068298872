// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { declined, PASSKEY_REQUEST, plugDevice, SIGNED } from '../../testing/passkeys.ts';
import { LOGGED_IN } from '../../testing/sign-in.ts';
import { PasskeyLogin } from './passkey-login.tsx';

let server: FakeServer;
let arrived: unknown;

const passkeyLogin = (language: 'en' | 'de' | 'ar' = 'en') =>
  show(<PasskeyLogin onDone={(result) => (arrived = result)} />, { namespaces: ['account'], language });

beforeEach(() => {
  arrived = undefined;
  server = new FakeServer().on('getPasskeyRequest', () => PASSKEY_REQUEST).on('loginWithPasskey', () => LOGGED_IN);
});

test('the device signs, and that logs in', async () => {
  plugDevice();
  const { user, t } = await passkeyLogin();
  await user.click(screen.getByRole('button', { name: t('account:login.passkey') }));
  await expect.poll(() => arrived).toEqual(LOGGED_IN);
  expect(server.sent('loginWithPasskey')[0]?.body).toEqual({ response: SIGNED });
});

test('where browser or address know no passkeys there is no button', async () => {
  const { t } = await passkeyLogin();
  expect(screen.queryByRole('button', { name: t('account:login.passkey') })).toBeNull();
});

test('a cancelled signature says so, sends nothing, and can be tried again', async () => {
  plugDevice(() => declined('NotAllowedError'));
  const { user, t } = await passkeyLogin('de');
  await user.click(screen.getByRole('button', { name: t('account:login.passkey') }));
  expect(await screen.findByText(t('account:login.passkeyCancelled'))).toBeDefined();
  expect(server.sent('loginWithPasskey')).toEqual([]);
  plugDevice();
  await user.click(screen.getByRole('button', { name: t('account:login.passkey') }));
  await expect.poll(() => arrived).toEqual(LOGGED_IN);
  expect(screen.queryByText(t('account:login.passkeyCancelled'))).toBeNull();
});

test('what the server refuses stands below the button, before and after the signature', async () => {
  plugDevice();
  server.on('getPasskeyRequest', () => new Refusal(11147, 'Passkeys are not set up here.'));
  const { user, t } = await passkeyLogin('ar');
  const button = screen.getByRole('button', { name: t('account:login.passkey') });
  await user.click(button);
  expect(await screen.findByText('Passkeys are not set up here.')).toBeDefined();
  server
    .on('getPasskeyRequest', () => PASSKEY_REQUEST)
    .on('loginWithPasskey', () => new Refusal(11146, 'This passkey is not known.'));
  await user.click(button);
  expect(await screen.findByText('This passkey is not known.')).toBeDefined();
  expect(screen.queryByText('Passkeys are not set up here.')).toBeNull();
  expect(arrived).toBeUndefined();
});

test('the button is busy while the device waits for its owner', async () => {
  plugDevice(() => new Promise(() => undefined));
  const { user, t } = await passkeyLogin();
  const button = screen.getByRole('button', { name: t('account:login.passkey') });
  await user.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
});
