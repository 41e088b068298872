// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serverNow } from '../../live/clock.ts';
import { depositMethodsOf } from '../../testing/funds.ts';
import { AddressBook } from './address-book.tsx';
import type { AddressBookData } from './use-funding.ts';

const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const MISTYPED = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdx';
const PASSWORD = 'seven grey herons';
const HOUR_MS = 3_600_000;
const LEDGER: AddressBookData['items'][number] = {
  id: 5,
  symbol: 'USDT',
  network: 'TRC20',
  address: ADDRESS,
  label: 'My ledger',
  usableAt: '2026-11-01T01:00:00.000Z',
  createdAt: '2026-10-31T01:00:00.000Z',
};
let server: FakeServer;
let book: AddressBookData;

async function addressBook(language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(<AddressBook />, {
    namespaces: ['wallet', 'account', 'errors'],
    account: CUSTOMER,
    book: 'real',
    language,
  });
  const { t, user } = page;
  await screen.findByRole('switch');
  const add = async () => {
    await user.click(screen.getByRole('button', { name: t('wallet:book.add') }));
    const sheet = within(await screen.findByRole('dialog', { name: t('wallet:book.add') }));
    const box = (name: string) => sheet.getByLabelText<HTMLInputElement>(name);
    await sheet.findByRole('radio', { name: /TRC20/ });
    const save = () => user.click(sheet.getByRole('button', { name: t('wallet:book.save') }));
    return { sheet, box, save };
  };
  return { ...page, add };
}

beforeEach(() => {
  book = { items: [LEDGER], isLocked: false, unlocksAt: null };
  server = new FakeServer()
    .on('listWithdrawalAddresses', () => book)
    .on('listDepositMethods', () => depositMethodsOf('USDT', 'BTC'))
    .on('addWithdrawalAddress', () => LEDGER)
    .on('removeWithdrawalAddress', () => book);
});

test('a new address takes a name, its network and the withdrawal password', async () => {
  book = { ...book, items: [] };
  const { user, t, add } = await addressBook('de');
  expect(screen.getByText(t('wallet:book.empty'))).toBeDefined();
  const { box, save } = await add();
  await save();
  expect(noteOf(box(t('wallet:book.label')))).toContain(t('wallet:wrong.label'));
  expect(noteOf(box(t('wallet:withdraw.password')))).toContain(t('wallet:wrong.password'));
  expect(server.sent('addWithdrawalAddress')).toEqual([]);
  await user.type(box(t('wallet:book.label')), ' My ledger ');
  await user.type(box(t('wallet:withdraw.address')), ADDRESS);
  await user.type(box(t('wallet:withdraw.password')), PASSWORD);
  book = { ...book, items: [LEDGER] };
  await save();
  expect(await screen.findByText(/My ledger/)).toBeDefined();
  expect(server.sent('addWithdrawalAddress')[0]?.body).toEqual({
    symbol: 'USDT',
    network: 'TRC20',
    address: ADDRESS,
    label: 'My ledger',
    withdrawalPassword: PASSWORD,
  });
  expect(newestToast()?.title).toBe(t('wallet:book.added', { label: 'My ledger' }));
});

test('a mistyped address is seen while it is typed, and refusals stand at their fields', async () => {
  server.on('addWithdrawalAddress', () => new Refusal(11131, 'This name is taken.', { label: 11131 }));
  const { user, t, add } = await addressBook();
  const { box, save } = await add();
  const address = box(t('wallet:withdraw.address'));
  expect(address.dir).toBe('ltr');
  await user.type(address, MISTYPED);
  expect(noteOf(address)).toContain(t('wallet:wrong.address.checksum', { network: 'TRC20' }));
  await user.clear(address);
  await user.type(address, ADDRESS);
  await user.type(box(t('wallet:book.label')), 'My ledger');
  await user.type(box(t('wallet:withdraw.password')), PASSWORD);
  // By which browsers submit a form of several fields at Enter.
  const button = screen.getByRole<HTMLButtonElement>('button', { name: t('wallet:book.save') });
  expect(button.type).toBe('submit');
  expect(button.form).toBe(address.form);
  await save();
  await expect.poll(() => noteOf(box(t('wallet:book.label')))).toContain('This name is taken.');
  expect(screen.getByRole('dialog')).toBeDefined();
  await save();
  expect(server.sent('addWithdrawalAddress')).toHaveLength(2);
});

test('an entry is removed after a question that names it', async () => {
  const { user, t } = await addressBook('ar');
  await user.click(screen.getByRole('button', { name: t('wallet:book.removeOf', { label: 'My ledger' }) }));
  const dialog = within(
    await screen.findByRole('dialog', { name: t('wallet:book.removeTitle', { label: 'My ledger' }) }),
  );
  expect(server.sent('removeWithdrawalAddress')).toEqual([]);
  book = { ...book, items: [] };
  await user.click(dialog.getByRole('button', { name: t('wallet:book.remove') }));
  expect(await screen.findByText(t('wallet:book.empty'))).toBeDefined();
  expect(server.sent('removeWithdrawalAddress')[0]?.body).toEqual({ id: 5 });
});

test('under the lock a new address says from when on it is usable', async () => {
  book = { ...book, isLocked: true, items: [{ ...LEDGER, usableAt: new Date(serverNow() + HOUR_MS).toISOString() }] };
  const { t, unmount } = await addressBook();
  const waits = t('wallet:book.waits', { time: '#', left: '#' }).split('#')[0]!;
  expect(screen.getByText(new RegExp(`^${waits.trim()}`))).toBeDefined();
  unmount();
  book = { ...book, isLocked: false };
  await addressBook();
  expect(screen.queryByText(new RegExp(`^${waits.trim()}`))).toBeNull();
});

test('the lock takes the withdrawal password, and is on at once', async () => {
  server.on('setWhitelistLock', () => {
    book = { ...book, isLocked: true };
    return book;
  });
  const { user, t } = await addressBook();
  expect(screen.getByText(t('wallet:lock.offText'))).toBeDefined();
  const lock = screen.getByRole<HTMLInputElement>('switch', { name: t('wallet:lock.title') });
  await user.click(lock);
  const dialog = within(await screen.findByRole('dialog', { name: t('wallet:lock.confirmOn') }));
  const password = dialog.getByLabelText<HTMLInputElement>(t('wallet:withdraw.password'));
  await user.click(dialog.getByRole('button', { name: t('wallet:lock.turnOn') }));
  expect(noteOf(password)).toBe(t('wallet:wrong.password'));
  expect(lock.checked).toBe(false);
  await user.type(password, `${PASSWORD}{Enter}`);
  await expect.poll(() => lock.checked).toBe(true);
  expect(server.sent('setWhitelistLock')[0]?.body).toEqual({ isLocked: true, withdrawalPassword: PASSWORD });
  expect(screen.getByText(t('wallet:lock.onText'))).toBeDefined();
});
