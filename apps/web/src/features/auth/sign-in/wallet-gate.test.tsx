// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ALL_METHODS, FakeWallet } from '../../../testing/sign-in.ts';
import { WalletGate } from './wallet-gate.tsx';

type Ways = ResultOf<'listSignInWays'>;

const FORM = 'The form';
let server: FakeServer;

const walletGate = (walletGate: Ways['walletGate'], language: 'en' | 'ar' = 'en') => {
  server.on('listSignInWays', () => ({ ...ALL_METHODS, walletGate }));
  const path = '/pass/register?invite=FRIEND7';
  return show(<WalletGate>{FORM}</WalletGate>, { namespaces: ['signin'], path, language });
};

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});

test('a browser without a wallet is told of wallets once, and never again', async () => {
  const first = await walletGate('warn');
  await screen.findByRole('heading', { name: first.t('signin:gate.title') });
  expect(screen.queryByText(FORM)).toBeNull();
  expect(screen.getByText(first.t('signin:gate.risk'))).toBeDefined();
  await first.user.click(screen.getByRole('button', { name: first.t('signin:gate.continue') }));
  expect(screen.getByText(FORM)).toBeDefined();
  first.unmount();
  const { t } = await walletGate('warn');
  expect(await screen.findByText(FORM)).toBeDefined();
  expect(screen.queryByRole('heading', { name: t('signin:gate.title') })).toBeNull();
});

test('this page opens in a browser that has a wallet', async () => {
  const { t } = await walletGate('warn', 'ar');
  const link = async (name: string) =>
    (await screen.findByRole('link', { name: t('signin:gate.open', { name }) })).getAttribute('href');
  const { host, origin } = window.location;
  expect(await link('MetaMask')).toBe(`https://metamask.app.link/dapp/${host}/pass/register?invite=FRIEND7`);
  expect(await link('Trust Wallet')).toContain(encodeURIComponent(`${origin}/pass/register?invite=FRIEND7`));
});

test('where a wallet is required there is no way past, not even after continuing once', async () => {
  localStorage.setItem('walletGate', 'continued');
  const { t } = await walletGate('require');
  expect(await screen.findByText(t('signin:gate.required'))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('signin:gate.continue') })).toBeNull();
  expect(screen.queryByText(FORM)).toBeNull();
});

test('a browser with a wallet sees the form at once', async () => {
  new FakeWallet().plugIn();
  await walletGate('require');
  expect(await screen.findByText(FORM)).toBeDefined();
});

test('the form waits for what the installation asks, and shows when that fails', async () => {
  const { unmount } = await show(<WalletGate>{FORM}</WalletGate>, { namespaces: ['signin'] });
  expect(screen.queryByText(FORM)).toBeNull();
  unmount();
  server.on('listSignInWays', () => new Refusal(11000, 'A fault.', {}, 500));
  await show(<WalletGate>{FORM}</WalletGate>, { namespaces: ['signin'] });
  expect(await screen.findByText(FORM)).toBeDefined();
});
