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

test('a sandbox says so on the real account, in every language', async () => {
  const { t } = await notices({ book: 'real', language: 'ar' });
  expect(await screen.findByText(t('shell:banner.sandbox'))).toBeDefined();
});

test('a real installation says nothing about the real account', async () => {
  server.on('getParameter', () => ({ paramValue: 'real' }));
  const { t } = await notices({ book: 'real' });
  await expect.poll(() => server.sent('getParameter').length).toBe(1);
  expect(screen.queryByText(t('shell:banner.sandbox'))).toBeNull();
});

test('a visitor has no account that a strip could be about', async () => {
  const { t } = await show(<Notices />, { namespaces: ['guide'] });
  expect(screen.queryByText(t('shell:banner.sandbox'))).toBeNull();
});
