// @vitest-environment happy-dom
/** Deposits as their owner sees them: how much, where each stands, and the way to its receipt. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CREDITED_DEPOSIT, REPORTED_DEPOSIT } from '../../testing/funds.ts';
import { DepositList } from './deposit-list.tsx';

type Deposit = ResultOf<'listDeposits'>['items'][number];

let server: FakeServer;

async function list(deposits: readonly Deposit[], more: Partial<RenderOptions> = {}) {
  server.on('listDeposits', () => ({ items: [...deposits], next: null }));
  const page = await show(<DepositList />, {
    namespaces: ['wallet', 'account', 'funds', 'errors'],
    account: CUSTOMER,
    book: 'real',
    ...more,
  });
  await screen.findByText(page.t('wallet:deposit.list'));
  return page;
}

beforeEach(() => {
  server = new FakeServer();
});

test('what was credited, and the way to its receipt', async () => {
  const { t, format } = await list([CREDITED_DEPOSIT]);
  const item = await screen.findByRole('listitem');
  expect(bare(item.textContent)).toContain(bare(format.money('499.5', 'USDT')));
  const title = t('wallet:deposit.titleOf', { symbol: 'USDT', number: 31 });
  const link = screen.getByRole('link', { name: new RegExp(title) });
  expect(link.getAttribute('href')).toBe('/order/deposit/31');
  expect(link.textContent).toContain(t('wallet:deposit.state.approved'));
});

test('a bank transfer counts in its currency until it is credited', async () => {
  const { t, format } = await list([REPORTED_DEPOSIT]);
  const item = await screen.findByRole('listitem');
  expect(bare(item.textContent)).toContain(bare(format.money('2500', 'EUR')));
  expect(item.textContent).toContain(t('wallet:deposit.state.pending'));
});

test('confirmations are counted, never above what is needed', async () => {
  const confirming = { ...CREDITED_DEPOSIT, state: 'confirming' as const, credited: null };
  const { t } = await list([{ ...confirming, confirmations: 25 }]);
  const counted = t('wallet:deposit.counted', { count: 20, needed: 20 });
  expect(await screen.findByText(counted)).toBeDefined();
});

test('none yet, and a fault that can be tried again', async () => {
  server.on('listDeposits', () => new Refusal(10000, 'Something went wrong.'));
  const { user, t } = await show(<DepositList />, {
    namespaces: ['wallet', 'account', 'funds', 'errors'],
    account: CUSTOMER,
    book: 'real',
  });
  expect(await screen.findByText('Something went wrong.')).toBeDefined();
  server.on('listDeposits', () => ({ items: [], next: null }));
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('wallet:deposit.empty'))).toBeDefined();
});

test('in Arabic amounts keep their digits', async () => {
  await list([CREDITED_DEPOSIT], { language: 'ar' });
  const item = await screen.findByRole('listitem');
  expect(document.documentElement.dir).toBe('rtl');
  expect(bare(item.textContent)).toContain('499.50');
});
