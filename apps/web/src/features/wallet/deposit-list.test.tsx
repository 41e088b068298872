// @vitest-environment happy-dom
/** Deposits as their owner sees them: how much, where each stands, and why one was refused. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DepositList } from './deposit-list.tsx';

type Deposit = ResultOf<'listDeposits'>['items'][number];

const CREDITED: Deposit = {
  id: 31,
  method: 'crypto',
  symbol: 'USDT',
  network: 'TRC20',
  state: 'approved',
  claimed: '500',
  currency: null,
  currencyAmount: null,
  amount: '499.5',
  credited: '499.5',
  valueUsdt: '499.5',
  frozen: '0',
  held: null,
  owed: '0',
  address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  sender: null,
  txHash: 'a1'.repeat(32),
  confirmations: 20,
  confirmationsNeeded: 20,
  reference: null,
  hasProof: false,
  simulated: false,
  reason: null,
  reasonText: null,
  createdAt: '2026-11-29T08:30:00.000Z',
  timeline: [],
};
/** By bank, before anybody looked at it. */
const REPORTED: Deposit = {
  ...CREDITED,
  id: 32,
  method: 'bank',
  network: null,
  state: 'pending',
  claimed: '2500',
  currency: 'EUR',
  amount: '2500',
  credited: null,
  valueUsdt: null,
  address: null,
  txHash: null,
  confirmations: null,
  confirmationsNeeded: null,
  reference: 'GH-1001-32',
};
let server: FakeServer;

async function list(deposits: readonly Deposit[], more: Partial<RenderOptions> = {}) {
  server.on('listDeposits', () => ({ items: [...deposits], next: null }));
  const page = await show(<DepositList opened={deposits[0]?.id} />, {
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

test('what was credited, what was reported, and the way to the ledger lines', async () => {
  const { t, format } = await list([CREDITED]);
  const item = await screen.findByRole('listitem');
  expect(bare(item.textContent)).toContain(bare(format.money('499.5', 'USDT')));
  expect(row(t('wallet:deposit.claimed'))).toBe(bare(format.money('500', 'USDT')));
  expect(row(t('wallet:network'))).toBe('TRC20');
  expect(screen.getByTitle(CREDITED.txHash ?? '').dir).toBe('ltr');
  expect(screen.getByRole('link', { name: t('wallet:ledgerLines') }).getAttribute('href')).toBe('/zjxq');
});

test('a bank transfer counts in its currency until it is credited', async () => {
  const { t, format } = await list([REPORTED]);
  await screen.findByText('GH-1001-32');
  expect(bare(document.body.textContent ?? '')).toContain(bare(format.money('2500', 'EUR')));
  expect(screen.queryByText(t('wallet:network'))).toBeNull();
  expect(screen.queryByRole('link', { name: t('wallet:ledgerLines') })).toBeNull();
});

test('confirmations are counted, never above what is needed', async () => {
  const confirming = { ...CREDITED, state: 'confirming' as const, credited: null };
  const { t } = await list([{ ...confirming, confirmations: 25 }]);
  const counted = t('wallet:deposit.counted', { count: 20, needed: 20 });
  expect(await screen.findByText(counted)).toBeDefined();
});

test('a refusal says why, at the step where it happened', async () => {
  const { t } = await list([
    {
      ...CREDITED,
      state: 'rejected',
      credited: null,
      reason: 'notFound',
      reasonText: 'We found no such transfer.',
      timeline: [
        { step: 'claimed', at: '2026-11-29T08:30:00.000Z', dueAt: null, note: null, seq: 10, lines: [] },
        { step: 'rejected', at: '2026-11-29T09:30:00.000Z', dueAt: null, note: null, seq: 11, lines: [] },
      ],
    },
  ]);
  const label = t('wallet:timeline.label', { what: t('wallet:deposit.titleOf', { symbol: 'USDT', number: 31 }) });
  const timeline = await screen.findByRole('list', { name: label });
  expect(within(timeline).getByText('We found no such transfer.')).toBeDefined();
});

test('what is held back, or above a limit, is named with its amount', async () => {
  const held = { deposit: 31, symbol: 'USDT', amount: '499.5', state: 'held' } as never;
  const { t, format } = await list([{ ...CREDITED, frozen: '120.25', held }]);
  await screen.findByText(t('wallet:deposit.frozen'));
  expect(row(t('wallet:deposit.frozen'))).toBe(bare(format.money('120.25', 'USDT')));
  expect(row(t('wallet:deposit.heldOverLimit'))).toBe(bare(format.money('499.5', 'USDT')));
});

test('none yet, and a fault that can be tried again', async () => {
  server.on('listDeposits', () => new Refusal(10000, 'Something went wrong.'));
  const { user, t } = await show(<DepositList opened={undefined} />, {
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
  await list([CREDITED], { language: 'ar' });
  await screen.findByTitle(CREDITED.txHash ?? '');
  expect(document.documentElement.dir).toBe('rtl');
  expect(bare(document.body.textContent ?? '')).toContain('499.50');
});
