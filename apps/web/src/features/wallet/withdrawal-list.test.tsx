// @vitest-environment happy-dom
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WITHDRAWAL } from '../../testing/funds.ts';
import { WithdrawalList } from './withdrawal-list.tsx';

test('a withdrawal: what it took, how far it is, and the way to its receipt', async () => {
  const sent: typeof WITHDRAWAL = { ...WITHDRAWAL, state: 'sent' };
  new FakeServer().on('listWithdrawals', () => ({ items: [sent], next: null }));
  const { t, format } = await show(<WithdrawalList />, {
    namespaces: ['wallet', 'account', 'funds', 'errors'],
    account: CUSTOMER,
    book: 'real',
  });
  const title = t('wallet:withdraw.titleOf', { symbol: 'USDT', number: WITHDRAWAL.id });
  const link = await screen.findByRole('link', { name: new RegExp(title) });
  expect(link.getAttribute('href')).toBe(`/order/withdrawal/${WITHDRAWAL.id}`);
  expect(bare(link.textContent)).toContain(bare(format.money('2000', 'USDT')));
  expect(link.textContent).toContain(t('wallet:withdraw.state.sent'));
});
