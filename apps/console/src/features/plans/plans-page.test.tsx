// @vitest-environment happy-dom
/** Plans: what covers them, terms that two persons set, and money into a reserve or out of it. */
import { LANGUAGES } from '@glasshouse/api/constants';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { newestToast, plain } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { PlansPage } from './plans-page.tsx';

type Reserves = OperatorResultOf<'listPlanReserves'>;

const REASON = 'Agreed with the treasury.';
const NAMES = Object.fromEntries(LANGUAGES.map((language) => [language, `Plan ${language}`]));
const RESERVES: Reserves = {
  at: '2026-11-29T08:00:00.000Z',
  items: [
    {
      id: 3,
      version: 2,
      name: 'Thirty days',
      names: NAMES,
      kind: 'smart',
      asset: 'USDT',
      days: 30,
      dailyRate: '0.0012',
      min: '100',
      max: '5000',
      penaltyRate: '0.02',
      capacity: '100000',
      onePerUser: true,
      onSale: true,
      taken: '4200',
      plans: 3,
      sold: 9,
      reserve: { funded: '9000', drawn: '500', penalties: '12.5', paid: '310.25', promised: '151.2', free: '8051.05' },
      capital: '40000',
      cover: '4600',
    },
  ],
  changes: [
    {
      id: 77,
      product: 3,
      name: 'Thirty days',
      dailyRate: '0.001',
      days: 30,
      onSale: true,
      effectiveFrom: '2026-12-15T00:00:00.000Z',
      askedAt: '2026-11-28T09:00:00.000Z',
    },
  ],
};
let server: FakeOperatorServer;

async function page(language: Language = 'en', session = OWNER) {
  const shown = await showConsole(<PlansPage />, {
    path: '/operator/plans',
    language,
    session,
    namespaces: ['plans', 'records'],
  });
  await screen.findByText('3 · Thirty days');
  return shown;
}
const submitOf = (dialog: Pick<typeof screen, 'getAllByRole'>) =>
  dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;

beforeEach(() => {
  const waiting = { state: 'waiting', request: 71 } as const;
  server = new FakeOperatorServer()
    .on('listPlanReserves', () => RESERVES)
    .on('definePlan', () => waiting)
    .on('fundPlan', () => waiting)
    .on('drawPlan', () => waiting)
    .on('cancelPlanChange', () => ({ state: 'done', request: null }) as const);
});

test('a product stands beside what it has promised and what is free to cover more', async () => {
  const { t, format } = await page();
  const row = screen.getByText('3 · Thirty days').closest('tr') as HTMLElement;
  const text = plain(row.textContent ?? '');
  for (const amount of ['4200', '151.2', '8051.05', '310.25'])
    expect(text).toContain(plain(format.money(amount, 'USDT')));
  expect(text).toContain(format.percent('0.0012', { max: 4 }));
  expect(within(row).getByText(t('plans:op.onSale'))).toBeDefined();
  expect(screen.getByText(plain(format.money('40000', 'USDT')))).toBeDefined();
});

test.each([
  ['fund', 'fundPlan'],
  ['draw', 'drawPlan'],
] as const)('to %s a reserve takes an amount, a reason and a second person', async (kind, name) => {
  const { user, t } = await page();
  await user.click(screen.getByRole('button', { name: t(`plans:op.${kind}`) }));
  const dialog = within(await screen.findByRole('dialog', { name: `${t(`plans:op.${kind}`)}: Thirty days` }));
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(submitOf(dialog));
  expect(dialog.getByRole('alert').textContent).toBe(t('plans:op.wrong'));
  expect(server.sent(name)).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: `${t('records:col.amount')} (USDT)` }), '250.5');
  await user.click(submitOf(dialog));
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 71 }));
  expect(server.sent(name)[0]).toMatchObject({ params: { id: '3' }, body: { amount: '250.5', reason: REASON } });
});

test('a change begins with the terms as they are, and sends those alone that may change', async () => {
  const { user, t } = await page();
  await user.click(screen.getByRole('button', { name: t('plans:op.change') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('plans:op.change') }));
  const rate = dialog.getByRole<HTMLInputElement>('textbox', { name: t('plans:daily') });
  expect(rate.value).toBe('0.0012');
  // Kind and coin stay as they were first defined.
  expect(dialog.queryByRole('textbox', { name: t('records:col.asset') })).toBeNull();
  await user.clear(rate);
  await user.type(rate, '0.0009');
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(submitOf(dialog));
  await expect.poll(() => server.sent('definePlan')).toHaveLength(1);
  expect(server.sent('definePlan')[0]?.body).toMatchObject({
    product: 3,
    dailyRate: '0.0009',
    days: 30,
    names: NAMES,
    reason: REASON,
  });
});

test('a new product without a name in each language is not sent', async () => {
  const { user, t } = await page();
  await user.click(screen.getByRole('button', { name: t('plans:op.new') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('plans:op.new') }));
  await user.type(dialog.getByRole('textbox', { name: t('plans:daily') }), '0.001');
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(submitOf(dialog));
  expect(dialog.getByRole('alert').textContent).toBe(t('plans:op.wrong'));
  expect(server.sent('definePlan')).toEqual([]);
});

test('terms that are not in force yet are called off by one person', async () => {
  const { user, t, format } = await page();
  const table = screen.getByRole('table', { name: t('plans:op.scheduled') });
  expect(plain(table.textContent ?? '')).toContain(plain(format.dateTime('2026-12-15T00:00:00.000Z')));
  await user.click(within(table).getByRole('button', { name: t('plans:op.cancel') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('plans:op.cancel') }));
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(submitOf(dialog));
  await expect.poll(() => server.sent('cancelPlanChange')[0]?.body).toEqual({ id: 77, reason: REASON });
});

test('who only reads has nothing to press', async () => {
  const { t } = await page('en', { ...OWNER, permissions: permissionsOf(['auditor']) });
  for (const name of ['plans:op.new', 'plans:op.fund', 'plans:op.draw', 'plans:op.change', 'plans:op.cancel'] as const)
    expect(screen.queryByRole('button', { name: t(name) })).toBeNull();
});

test('in Arabic amounts keep their digits', async () => {
  const { format } = await page('ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(screen.getByText(plain(format.money('8051.05', 'USDT')))).toBeDefined();
});
