// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { WithdrawalTerms } from '@glasshouse/trade/funds/terms';
import { toasts } from '@glasshouse/ui';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { depositMethodsOf, WITHDRAWAL, WITHDRAWAL_TERMS } from '../../testing/funds.ts';
import { WithdrawForm } from './withdraw-form.tsx';

const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PASSWORD = 'withdrawal words';
const NAMESPACES = ['wallet', 'account', 'trade', 'kyc', 'funds', 'errors'] as const;
let server: FakeServer;
let requested: number[] = [];

/** Shows the form for USDT under the given terms. */
async function form(terms: Partial<WithdrawalTerms> = {}, more: Partial<RenderOptions> = {}) {
  server.on('getWithdrawalTerms', () => ({ ...WITHDRAWAL_TERMS, ...terms }));
  const page = await show(
    <WithdrawForm symbol="USDT" onSymbol={() => undefined} onWithdrawal={(id) => requested.push(id)} />,
    { namespaces: NAMESPACES, account: CUSTOMER, book: 'real', ...more },
  );
  const { t, user } = page;
  await screen.findByRole('group', { name: t('wallet:network') });
  const network = (name: RegExp) => screen.getByRole('radio', { name });
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: t('wallet:withdraw.address') });
  const amount = screen.getByRole<HTMLInputElement>('textbox', { name: t('wallet:withdraw.amount') });
  const password = screen.getByLabelText<HTMLInputElement>(t('wallet:withdraw.password'));
  return {
    ...page,
    network,
    address,
    amount,
    password,
    submit: () => screen.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!,
    fill: async (typed = '250') => {
      await user.click(network(/Tron/));
      await user.click(address);
      await user.paste(TRON);
      await user.type(amount, typed);
      await user.type(password, PASSWORD);
    },
  };
}

const dialog = () => within(screen.getByRole('dialog'));

beforeEach(() => {
  requested = [];
  server = new FakeServer();
  server.on('listDepositMethods', () => depositMethodsOf('USDT', 'BTC'));
});

test('a withdrawal is confirmed in a sentence, and requested as it was shown', async () => {
  server.on('requestWithdrawal', () => WITHDRAWAL);
  const { user, t, format, fill, submit, amount, address } = await form();
  await fill('2000');
  // 0.1 % of 2,000 is above the minimum fee of 1.
  const button = t('wallet:withdraw.submit', { amount: format.money('2000', 'USDT') });
  expect(submit().textContent).toBe(button);
  await user.click(submit());
  const sentence = t('wallet:withdraw.sentence', {
    target: TRON,
    arrives: format.money('1998', 'USDT'),
    network: 'TRC20',
    holder: '',
  });
  expect(dialog().getByText(plain(sentence))).toBeDefined();
  expect(dialog().getByText(t('wallet:withdraw.final'))).toBeDefined();
  expect(server.sent('requestWithdrawal')).toEqual([]);
  await user.click(dialog().getByRole('button', { name: button }));
  await expect.poll(() => requested).toEqual([WITHDRAWAL.id]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(toasts.read().at(-1)?.title).toBe(t('wallet:withdraw.done'));
  const [request] = server.sent('requestWithdrawal');
  expect(request?.body).toEqual({
    method: 'crypto',
    symbol: 'USDT',
    network: 'TRC20',
    address: TRON,
    amount: '2000',
    withdrawalPassword: PASSWORD,
  });
  expect(request?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  // Nothing is left to be sent twice.
  expect([address.value, amount.value]).toEqual(['', '']);
});

test('an address of another network is refused at its field, and fits once its network is chosen', async () => {
  const { user, t, network, address } = await form();
  await user.click(network(/Tron/));
  await user.click(address);
  await user.paste(ETHEREUM);
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(t('wallet:wrong.address.prefix', { network: 'TRC20' }))).toBeDefined();
  await user.click(network(/Ethereum/));
  expect(address.getAttribute('aria-invalid')).toBeNull();
  expect(screen.queryByText(t('wallet:wrong.address.prefix', { network: 'TRC20' }))).toBeNull();
});

test('a single wrong character is noticed at once; an unfinished address only when it is left', async () => {
  const { user, t, network, address } = await form();
  await user.click(network(/Ethereum/));
  await user.click(address);
  await user.paste(ETHEREUM.slice(0, 12));
  expect(address.getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  expect(screen.getByText(t('wallet:wrong.address.length', { network: 'ERC20' }))).toBeDefined();
  await user.clear(address);
  await user.click(address);
  await user.paste(ETHEREUM.replace('5aAe', '5aae'));
  expect(screen.getByText(t('wallet:wrong.address.checksum', { network: 'ERC20' }))).toBeDefined();
});

test('where the minimum fee applies, it is named with its share of the amount', async () => {
  const { user, t, format, amount } = await form();
  await user.type(amount, '20');
  // 1 of 20 is 5 %.
  const share = t('wallet:withdraw.minimumFee', { share: format.percent('0.05', { max: 2 }) });
  expect(screen.getByText(new RegExp(share))).toBeDefined();
  await user.clear(amount);
  await user.type(amount, '3000');
  expect(screen.queryByText(new RegExp(share))).toBeNull();
  expect(screen.getByText(/\(0\.1%\)/)).toBeDefined();
});

test.each([
  ['5', 'minimum'],
  ['5000.01', 'balance'],
] as const)('an amount of %s is refused at its field: %s', async (typed, problem) => {
  const { user, t, format, fill, amount, submit } = await form();
  await fill(typed);
  await user.click(submit());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(amount);
  const text = t(`wallet:wrong.${problem}`, { amount: format.money('20', 'USDT'), asset: 'USDT' });
  expect(screen.getByText(plain(text))).toBeDefined();
});

test('an empty form names everything that is missing, and takes the focus to it', async () => {
  const { user, t, submit, address } = await form();
  await user.click(submit());
  for (const key of ['network', 'amount', 'password'] as const)
    expect(screen.getByText(t(`wallet:wrong.${key}`))).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /Tron/ }));
  await user.click(submit());
  expect(screen.getByText(t('wallet:wrong.address.empty'))).toBeDefined();
  expect(document.activeElement).toBe(address);
});

test('an open loan blocks withdrawals, and leads to its repayment', async () => {
  const { t, submit, fill } = await form({ blocks: [{ kind: 'loanOpen', until: null, amount: null }] });
  expect(screen.getByText(t('wallet:block.loanOpen'))).toBeDefined();
  const link = screen.getByRole('link', { name: t('funds:product.loans') });
  expect(link.getAttribute('href')).toContain('/loan');
  await fill();
  expect(submit().disabled).toBe(true);
});

test('what is owed is named with its amount', async () => {
  const { t, format } = await form({ blocks: [{ kind: 'owed', until: null, amount: '12.5' }] });
  const text = t('wallet:block.owed', { amount: format.money('12.5', 'USDT') });
  expect(screen.getByText(plain(text))).toBeDefined();
});

test('the code of the app is asked for, and sent with the request', async () => {
  server.on('requestWithdrawal', () => WITHDRAWAL);
  const { user, t, fill, submit } = await form({ step: 'totp' });
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: t('wallet:withdraw.totp') });
  await fill();
  await user.click(submit());
  expect(screen.getByText(t('wallet:wrong.totp'))).toBeDefined();
  expect(document.activeElement).toBe(code);
  await user.type(code, '123456');
  await user.click(submit());
  await user.click(dialog().getByRole('button', { name: /250/ }));
  await expect.poll(() => requested).toEqual([WITHDRAWAL.id]);
  expect(server.sent('requestWithdrawal')[0]?.body).toMatchObject({ totp: '123456' });
});

test('a code by email is asked for where there is no app', async () => {
  const { user, t, fill, submit } = await form({ step: 'email' });
  await fill();
  await user.click(submit());
  expect(screen.getByText(t('account:field.enterCode'))).toBeDefined();
  expect(screen.getByRole('textbox', { name: t('account:field.code') })).toBe(document.activeElement);
});

test('a refusal of the server stands at its field, which takes the focus; what was typed stays', async () => {
  server.on(
    'requestWithdrawal',
    () => new Refusal(10093, 'The withdrawal password is wrong.', { withdrawalPassword: 10093 }),
  );
  const { user, fill, submit, password, amount } = await form();
  await fill();
  await user.click(submit());
  await user.click(dialog().getByRole('button', { name: /250/ }));
  expect(await screen.findByText('The withdrawal password is wrong.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  await expect.poll(() => document.activeElement).toBe(password);
  expect(amount.value).toBe('250');
  expect(requested).toEqual([]);
  await user.type(password, '!');
  expect(screen.queryByText('The withdrawal password is wrong.')).toBeNull();
});

test('while the request is open the sheet is busy and stays', async () => {
  const { user, t, fill, submit } = await form();
  await fill();
  await user.click(submit());
  const confirm = dialog().getByRole('button', { name: /250/ });
  await user.click(confirm);
  await expect.poll(() => confirm.getAttribute('aria-busy')).toBe('true');
  expect(dialog().queryByRole('button', { name: t('common:action.close') })).toBeNull();
  await user.click(confirm);
  expect(server.open.filter((name) => name === 'requestWithdrawal')).toHaveLength(1);
});

test('an empty balance leads to the deposit', async () => {
  const { t } = await form({ available: '0' });
  expect(screen.getByRole('link', { name: t('wallet:withdraw.depositFirst', { symbol: 'USDT' }) })).toBeDefined();
});

test('in German an amount is typed and written with a comma', async () => {
  const { user, t, format, fill, submit } = await form({}, { language: 'de' });
  await fill('250,5');
  await user.click(submit());
  const name = t('wallet:withdraw.submit', { amount: format.money('250.5', 'USDT') });
  expect(name).toContain('250,5');
  expect(dialog().getByRole('button', { name })).toBeDefined();
});

test('in Arabic the address stays left to right', async () => {
  const { address } = await form({}, { language: 'ar' });
  expect(document.documentElement.dir).toBe('rtl');
  expect(address.dir).toBe('ltr');
});
