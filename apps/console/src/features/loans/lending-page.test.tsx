// @vitest-environment happy-dom
/** The pool that lends: its money, what is late, what was lent for nothing, and who moves it. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { newestToast, plain } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { loanCase } from '../../testing/loan-case.ts';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { LendingPage } from './lending-page.tsx';

type Pool = OperatorResultOf<'getLendingPool'>;

const REASON = 'More is asked for than is free.';
const SUMS = { count: 1, amountDays: '5000', forgone: '2.5' };
const USER = loanCase().item.user;
const NOTHING = { count: 0, amountDays: '0', forgone: '0' };
const POOL: Pool = {
  available: '12000.5',
  waiting: '1000',
  lent: '7000',
  overdue: '1012',
  earned: '310.25',
  loans: 6,
  returns: { days: 14, total: NOTHING, months: [], people: [], latest: [] },
};
let server: FakeOperatorServer;

async function page(language: Language = 'en', session = OWNER) {
  const shown = await showConsole(<LendingPage />, {
    path: '/operator/lending',
    language,
    session,
    namespaces: ['loans', 'plans', 'records'],
  });
  await screen.findByText(plain(shown.format.money('12000.5', 'USDT')));
  return shown;
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('getLendingPool', () => POOL)
    .on('listLoanQueue', () => ({ items: [], next: null }))
    .on('moveHouse', () => ({ state: 'waiting', request: 81 }) as const);
});

test.each([
  ['fund', 'capital', 'pool.lending'],
  ['draw', 'pool.lending', 'capital'],
] as const)('to %s the pool moves money from %s to %s once a second person agrees', async (kind, from, to) => {
  const { user, t } = await page();
  await user.click(screen.getByRole('button', { name: t(`plans:op.${kind}`) }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('plans:op.wrong'));
  await user.type(dialog.getByRole('textbox', { name: `${t('records:col.amount')} (USDT)` }), '500.25');
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 81 }));
  expect(server.sent('moveHouse').map(({ body }) => body)).toEqual([
    { book: 'real', asset: 'USDT', from, to, amount: '500.25', reason: REASON },
  ]);
});

test('a loan past its date has its days, what it costs today, and the last word to its person', async () => {
  const lastStep = { step: 'overdue', at: '2026-11-20T08:00:00.000Z' } as const;
  server.on('listLoanQueue', () => ({
    items: [loanCase({ item: { id: 6, state: 'expired', daysOverdue: 9, owed: '1012', told: lastStep } }).item],
    next: null,
  }));
  const { t, format } = await page();
  const row = (await screen.findByText(t('loans:console.title', { id: 6 }))).closest('tr') as HTMLElement;
  expect(plain(row.textContent ?? '')).toContain(plain(format.money('1012', 'USDT')));
  expect(row.textContent).toContain('9');
  expect(plain(row.textContent ?? '')).toContain(plain(`${t('loans:step.overdue')} · ${format.dateTime(lastStep.at)}`));
  expect(server.sent('listLoanQueue')[0]?.query).toMatchObject({ queue: 'overdue' });
});

test('loans returned for nothing are counted by month and by person', async () => {
  server.on('getLendingPool', () => ({
    ...POOL,
    returns: {
      days: 14,
      total: SUMS,
      months: [{ month: '2026-11', ...SUMS }],
      people: [{ user: USER, ...SUMS }],
      latest: [
        {
          id: 4,
          user: USER,
          returnedAt: '2026-11-20T08:00:00.000Z',
          days: 5,
          amount: '1000',
          amountDays: '5000',
          forgone: '2.5',
        },
      ],
    },
  }));
  const { t } = await page();
  expect(screen.getByText('2026-11')).toBeDefined();
  expect(screen.getByRole('link', { name: t('loans:console.title', { id: 4 }) }).getAttribute('href')).toBe(
    '/operator/loans?view=all&item=4',
  );
});

test('nothing late and nothing returned are said; who only reads moves nothing', async () => {
  const { t } = await page('de', { ...OWNER, permissions: permissionsOf(['auditor']) });
  expect(await screen.findByText(t('loans:console.noneOverdue'))).toBeDefined();
  expect(screen.getByText(t('loans:console.returns.none'))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('plans:op.fund') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('plans:op.draw') })).toBeNull();
});

test('in Arabic amounts keep their digits', async () => {
  const { format } = await page('ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(screen.getByText(plain(format.money('310.25', 'USDT')))).toBeDefined();
});
