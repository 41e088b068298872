// @vitest-environment happy-dom
/** What a strip above the page says about the account that one is in. */
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Notices } from './notices.tsx';

let server: FakeServer;

const notices = (more: Partial<RenderOptions> = {}) =>
  show(<Notices />, { namespaces: ['guide'], account: CUSTOMER, ...more });

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer().on('getParameter', () => ({ paramValue: 'sandbox' }));
});

test('the demo account says that it is play money, in every language', async () => {
  const { t } = await notices({ language: 'ar' });
  expect(screen.getByText(t('shell:banner.demo'))).toBeDefined();
  expect(screen.queryByText(t('shell:banner.sandbox'))).toBeNull();
});

test('a guest is led to saving the account; a customer is not', async () => {
  const first = await notices({ account: { ...CUSTOMER, guest: true } });
  const link = screen.getByRole('link', { name: first.t('shell:banner.saveAccount') });
  expect(link.getAttribute('href')).toBe('/profile/info#save');
  first.unmount();
  const { t } = await notices();
  expect(screen.queryByRole('link', { name: t('shell:banner.saveAccount') })).toBeNull();
});

test('on the real account the demo strip is gone; a sandbox says so', async () => {
  const { t } = await notices({ book: 'real' });
  expect(await screen.findByText(t('shell:banner.sandbox'))).toBeDefined();
  expect(screen.queryByText(t('shell:banner.demo'))).toBeNull();
});

test('a real installation says nothing about the real account', async () => {
  server.on('getParameter', () => ({ paramValue: 'real' }));
  const { t } = await notices({ book: 'real' });
  await expect.poll(() => server.sent('getParameter').length).toBe(1);
  expect(screen.queryByText(t('shell:banner.sandbox'))).toBeNull();
});

test('a visitor has no account that a strip could be about', async () => {
  const { t } = await show(<Notices />, { namespaces: ['guide'] });
  expect(screen.queryByText(t('shell:banner.demo'))).toBeNull();
});
