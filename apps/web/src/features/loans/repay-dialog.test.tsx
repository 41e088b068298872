// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, plain, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { Loan } from '@glasshouse/trade/loans/sums';
import { toasts } from '@glasshouse/ui';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../testing/balances.ts';
import { RUNNING_LOAN } from '../../testing/loans.ts';
import { RepayDialog } from './repay-dialog.tsx';

let server: FakeServer;
let closed = 0;

async function repayment(loan: Partial<Loan> = {}, more: Partial<RenderOptions> = {}) {
  const page = await show(<RepayDialog loan={{ ...RUNNING_LOAN, ...loan }} onClose={() => (closed += 1)} />, {
    namespaces: ['loans', 'trade', 'account', 'errors'],
    account: CUSTOMER,
    book: 'real',
    ...more,
  });
  const { t, format } = page;
  const dialog = within(await screen.findByRole('dialog', { name: t('loans:repay') }));
  const usdt = (value: string) => format.money(value, 'USDT');
  return {
    ...page,
    dialog,
    amount: dialog.getByRole<HTMLInputElement>('textbox', { name: t('loans:repayAmount') }),
    usdt,
    /** The button while a part, or all of it, is repaid. */
    part: (value: string) =>
      dialog.getByRole<HTMLButtonElement>('button', { name: `${t('loans:repay')} ${usdt(value)}` }),
    all: () => dialog.getByRole<HTMLButtonElement>('button', { name: t('loans:repayAll', { amount: usdt('1012.5') }) }),
    /** What stands beside a name. */
    row: (name: string) => {
      const term = dialog.queryAllByRole('term').find(({ textContent }) => textContent === name);
      return term?.nextElementSibling?.textContent;
    },
  };
}

beforeEach(() => {
  closed = 0;
  server = new FakeServer();
  server.on('listBalances', () => balancesOf('3000'));
});

test('a part pays the interest first, then the loan, and shows what is left of both', async () => {
  server.on('repayLoan', () => RUNNING_LOAN);
  const { user, t, format, amount, part, row, usdt, dialog } = await repayment();
  expect(dialog.getByText(t('loans:repayOrder'))).toBeDefined();
  await user.type(amount, '500');
  expect(row(t('loans:field.interest'))).toBe('12.50USDT');
  // 500 less 12.50 of interest come off the principal of 1,000.
  expect(row(t('loans:field.principal'))).toBe('512.50USDT');
  // 512.50 of 2,000, rounded up.
  expect(row(t('loans:field.cover'))).toBe(format.percent('0.2563', { min: 2, max: 2 }));
  await user.click(part('500'));
  await expect.poll(() => closed).toBe(1);
  const [sent] = server.sent('repayLoan');
  expect(sent?.body).toEqual({ id: 5, amount: '500' });
  expect(sent?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  expect(toasts.read().at(-1)?.title).toBe(t('loans:repayDone', { amount: usdt('500') }));
});

test('less than the interest leaves the principal as it is', async () => {
  const { user, t, amount, row } = await repayment();
  await user.type(amount, '10');
  expect(row(t('loans:field.interest'))).toBe('10.00USDT');
  expect(row(t('loans:field.principal'))).toBe('1,000.00USDT');
});

test('all of it is sent without an amount: midnight may raise what is owed', async () => {
  server.on('repayLoan', () => RUNNING_LOAN);
  const { user, t, format, row, all, dialog } = await repayment();
  await user.click(dialog.getByRole('button', { name: format.percent(1) }));
  expect(row(t('loans:field.principal'))).toBe('0.00USDT');
  expect(row(t('loans:field.cover'))).toBeUndefined();
  await user.click(all());
  await expect.poll(() => closed).toBe(1);
  expect(server.sent('repayLoan')[0]?.body).toEqual({ id: 5 });
});

test('more than is owed repays all of it, and no more', async () => {
  const { user, t, amount, row, all } = await repayment();
  await user.type(amount, '5000');
  expect(all()).toBeDefined();
  expect(row(t('loans:field.interest'))).toBe('12.50USDT');
  expect(row(t('loans:field.principal'))).toBe('0.00USDT');
});

test('nothing can be sent while there is no amount', async () => {
  const { user, amount, part } = await repayment();
  expect(part('0').disabled).toBe(true);
  await user.type(amount, '0');
  expect(part('0').disabled).toBe(true);
  await user.type(amount, '.5');
  expect(part('0.5').disabled).toBe(false);
});

test('while the loan can be returned free of interest, a part lowers the principal', async () => {
  const withdrawUntil = new Date(Date.now() + 86_400_000).toISOString();
  const { user, t, format, amount, row, dialog } = await repayment({ withdrawUntil, interest: '5', payoff: '1000' });
  expect(dialog.getByText(plain(t('loans:repayFree', { date: format.until(withdrawUntil) })))).toBeDefined();
  expect(dialog.queryByText(t('loans:repayOrder'))).toBeNull();
  await user.type(amount, '400');
  expect(row(t('loans:field.interest'))).toBe('0.00USDT');
  expect(row(t('loans:field.principal'))).toBe('600.00USDT');
});

test('a loan without a free return says so', async () => {
  const { t, dialog } = await repayment({ freeReturnsUsed: 2, withdrawUntil: null });
  expect(dialog.getByText(`${t('loans:repayOrder')} ${t('loans:repayNotFree')}`)).toBeDefined();
});

test('a refusal stands in the dialog, and trying again is a new payment', async () => {
  server.on('repayLoan', () => new Refusal(10030, 'Your balance is too small.'));
  const { user, amount, part, dialog } = await repayment();
  await user.type(amount, '500');
  await user.click(part('500'));
  expect(await dialog.findByText('Your balance is too small.')).toBeDefined();
  expect(closed).toBe(0);
  expect(amount.value).toBe('500');
  await user.click(part('500'));
  await expect.poll(() => server.sent('repayLoan').length).toBe(2);
  const [first, second] = server.sent('repayLoan').map(({ headers }) => headers['idempotency-key']);
  expect(second).not.toBe(first);
});

test('while the payment is open the dialog is busy and stays', async () => {
  const { user, t, amount, part, dialog } = await repayment();
  await user.type(amount, '500');
  await user.click(part('500'));
  await expect.poll(() => part('500').getAttribute('aria-busy')).toBe('true');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: t('common:action.cancel') }).disabled).toBe(true);
  pressEscape(screen.getByRole('dialog'));
  await user.click(part('500'));
  expect(closed).toBe(0);
  expect(server.open.filter((name) => name === 'repayLoan')).toHaveLength(1);
});

test('in German amounts have a comma; in Arabic they stay left to right', async () => {
  const german = await repayment({}, { language: 'de' });
  await german.user.type(german.amount, '500,5');
  expect(german.part('500.5').textContent).toContain('500,50');
  german.unmount();
  const arabic = await repayment({}, { language: 'ar' });
  expect(document.documentElement.dir).toBe('rtl');
  await arabic.user.type(arabic.amount, '500');
  expect(arabic.row(arabic.t('loans:field.principal'))).toContain('512.50');
});
