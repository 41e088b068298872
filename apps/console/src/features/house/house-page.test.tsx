// @vitest-environment happy-dom
/** The house's own money: what is short comes first, and a move of it takes two persons. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { translator } from '@glasshouse/app/language/language';
import { otherSideWords } from '@glasshouse/app/statement-words';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { HousePage } from './house-page.tsx';

const HOUSE: OperatorResultOf<'getHouse'> = {
  at: '2026-11-29T08:00:00.000Z',
  accounts: [
    { book: 'demo', asset: 'USDT', kind: 'pool.options', balance: '9000' },
    { book: 'real', asset: 'USDT', kind: 'capital', balance: '250000.5' },
  ],
  limits: [
    { book: 'real', asset: 'USDT', pool: 'pool.options', balance: '5000', needed: '0', free: '5000' },
    { book: 'real', asset: 'USDT', pool: 'pool.contracts', balance: '100', needed: '350.25', free: '-250.25' },
  ],
  moves: [
    {
      seq: 930,
      at: '2026-11-28T08:00:00.000Z',
      book: 'real',
      asset: 'USDT',
      from: 'capital',
      to: 'pool.options',
      amount: '5000',
      reason: 'house.fund',
    },
  ],
  next: null,
};
let server: FakeOperatorServer;

async function page(language: Language = 'en', session = OWNER) {
  const shown = await showConsole(<HousePage />, {
    path: '/operator/house',
    language,
    session,
    namespaces: ['records', 'account'],
  });
  await screen.findByText(plain(shown.format.signedMoney('-250.25', 'USDT')));
  return shown;
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('getHouse', () => HOUSE)
    .on('moveHouse', () => ({ state: 'waiting', request: 66 }) as const);
});

test('a pool that is short stands first, with what it lacks', async () => {
  const { t, format } = await page();
  const pools = screen.getByRole('table', { name: t('records:house.pools') });
  const [, first] = within(pools).getAllByRole('row');
  expect(within(first!).getByText(plain(format.signedMoney('-250.25', 'USDT')))).toBeDefined();
  expect(plain(first?.textContent ?? '')).toContain('350.25');
});

test('real money stands above play money', async () => {
  const { t } = await page();
  const accounts = screen.getByRole('table', { name: t('records:house.accounts') });
  const rows = within(accounts).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent?.includes(t('common:book.real')))).toEqual([true, false]);
});

test('book and coin are parts of the query, and of the address', async () => {
  const { user, t } = await page();
  await user.click(screen.getByRole('radio', { name: t('common:book.real') }));
  await user.type(screen.getByRole('searchbox', { name: t('records:house.search') }), 'usdt{Enter}');
  await expect.poll(() => server.sent('getHouse').at(-1)?.query).toMatchObject({ book: 'real', asset: 'USDT' });
  expect(window.location.search).toContain('asset=USDT');
});

test('a move needs book, both ends, amount and coin; capital is one of the ends', async () => {
  const { user, t } = await page();
  await user.click(screen.getByRole('button', { name: t('records:house.move') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('records:house.move') }));
  const name = (account: string) => otherSideWords(translator(), account);
  const pick = async (label: string, account: string) => {
    await user.click(dialog.getByRole('combobox', { name: label }));
    await user.click(await dialog.findByRole('option', { name: name(account) }));
  };
  const confirm = dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;
  await user.click(dialog.getByRole('radio', { name: t('common:book.real') }));
  await pick(t('records:col.from'), 'pool.options');
  await pick(t('records:col.to'), 'pool.contracts');
  await user.type(dialog.getByRole('textbox', { name: t('records:col.amount') }), '250.25');
  await user.type(dialog.getByRole('textbox', { name: t('records:col.asset') }), 'usdt');
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), 'Cover open contracts.');
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('records:house.moveText'));
  expect(server.sent('moveHouse')).toEqual([]);
  await pick(t('records:col.from'), 'capital');
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 66 }));
  expect(server.sent('moveHouse')[0]?.body).toEqual({
    book: 'real',
    asset: 'USDT',
    from: 'capital',
    to: 'pool.contracts',
    amount: '250.25',
    reason: 'Cover open contracts.',
  });
});

test('an end that the other book has is not kept, and what is missing is named', async () => {
  const { user, t, format } = await page();
  await user.click(screen.getByRole('button', { name: t('records:house.move') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('records:house.move') }));
  const from = dialog.getByRole('combobox', { name: t('records:col.from') });
  await user.click(dialog.getByRole('radio', { name: t('common:book.real') }));
  await user.click(from);
  await user.click(await dialog.findByRole('option', { name: otherSideWords(translator(), 'external') }));
  expect(from.textContent).toContain(otherSideWords(translator(), 'external'));
  await user.click(dialog.getByRole('radio', { name: t('common:book.demo') }));
  expect(from.textContent).toContain(t('console:deposits.basisOf.none'));
  await user.type(dialog.getByRole('textbox', { name: t('records:col.amount') }), '5');
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), 'Cover open contracts.');
  await user.click(dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!);
  const missing = format.list([t('records:col.from'), t('records:col.to'), t('records:col.asset')]);
  expect(dialog.getByRole('alert').textContent).toBe(`${missing}: ${t('records:calendar.incomplete')}`);
  expect(server.sent('moveHouse')).toEqual([]);
});

test('Escape closes the move; who may not move money has no button', async () => {
  const first = await page();
  await first.user.click(screen.getByRole('button', { name: first.t('records:house.move') }));
  pressEscape(await screen.findByRole('dialog', { name: first.t('records:house.move') }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  first.unmount();
  const { t } = await page('en', { ...OWNER, permissions: permissionsOf(['auditor']) });
  expect(screen.queryByRole('button', { name: t('records:house.move') })).toBeNull();
});

test('in Arabic what is missing keeps its sign and its digits', async () => {
  const { t } = await page('ar');
  expect(document.documentElement.dir).toBe('rtl');
  const pools = screen.getByRole('table', { name: t('records:house.pools') });
  expect(pools.textContent).toContain('350.25');
});
