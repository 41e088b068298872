// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { WITHDRAWAL } from '../../testing/funds.ts';
import { WithdrawalList } from './withdrawal-list.tsx';

const SENT: ResultOf<'requestWithdrawal'> = {
  ...WITHDRAWAL,
  state: 'sent',
  txHash: 'SEBA 77',
  canCancel: false,
  timeline: [
    { step: 'sent', at: '2026-11-30T02:23:33.858Z', dueAt: null, note: 'SEBA 77', seq: 2714, lines: [] },
    { step: 'confirmed', at: null, dueAt: null, note: null, seq: null, lines: [] },
  ],
};
const BY_BANK: typeof SENT = { ...SENT, method: 'bank', network: null, address: 'SE45 •••• 7466' };
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});

async function list(withdrawal: typeof SENT) {
  server.on('listWithdrawals', () => ({ items: [withdrawal], next: null }));
  const page = await show(<WithdrawalList opened={withdrawal.id} />, {
    namespaces: ['wallet', 'account', 'funds', 'errors'],
    account: CUSTOMER,
    book: 'real',
  });
  await screen.findAllByText(page.t('wallet:withdraw.step.sent'));
  return page;
}

test('a bank transfer is not said to have a network, an address or a hash', async () => {
  const { t } = await list(BY_BANK);
  expect(screen.getByText(t('wallet:bank.confirmed'))).toBeDefined();
  expect(screen.getByText(t('wallet:bank.accountNumber'))).toBeDefined();
  expect(screen.getByText('SE45 •••• 7466').dir).toBe('ltr');
  expect(screen.getByText(t('wallet:bank.entry'))).toBeDefined();
  expect(screen.queryByText(t('wallet:withdraw.step.confirmed'))).toBeNull();
  expect(screen.queryByText(t('wallet:hash'))).toBeNull();
});

test('a transfer of coins has them', async () => {
  const { t } = await list(SENT);
  expect(screen.getByText(t('wallet:withdraw.step.confirmed'))).toBeDefined();
  expect(screen.getByText(t('wallet:withdraw.address'))).toBeDefined();
  expect(screen.getByText(t('wallet:hash'))).toBeDefined();
});
