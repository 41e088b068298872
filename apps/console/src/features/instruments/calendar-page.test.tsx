// @vitest-environment happy-dom
/** The calendar of corporate actions: entered, removed and read from a file by two persons. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { newestToast } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { CalendarPage } from './calendar-page.tsx';

const REASON = 'As the exchange published.';
const SPLIT = {
  id: 31,
  code: 'NVDA',
  kind: 'split',
  numerator: 10,
  denominator: 1,
  amount: null,
  symbol: null,
  effectiveAt: '2026-12-10T14:30:00.000Z',
  source: 'https://exchange.example/notice/9',
  state: 'scheduled',
  appliedAt: null,
} as const;
const CALENDAR: OperatorResultOf<'listCalendar'> = {
  actions: [
    { action: { ...SPLIT, id: 30, code: 'AAPL', kind: 'dividend', amount: '0.25', state: 'applied' }, origin: 'file' },
    { action: SPLIT, origin: 'operators' },
  ],
  held: [
    {
      code: 'GOLD',
      name: 'Gold',
      because: 'jump',
      price: '2890.10',
      level: 289010,
      last: '2610.00',
      at: SPLIT.effectiveAt,
    },
    { code: 'WTI', name: 'Oil', because: 'notPositive', price: null, level: null, last: '60.10', at: null },
  ],
};
let server: FakeOperatorServer;

async function page(language: Language = 'en', session = OWNER) {
  const shown = await showConsole(<CalendarPage />, {
    path: '/operator/corporate-actions',
    language,
    session,
    namespaces: ['records'],
  });
  await screen.findByText('NVDA');
  return shown;
}
const rowOf = (code: string) => within(screen.getByText(code).closest('tr') as HTMLElement);
const submitOf = (dialog: Pick<typeof screen, 'getAllByRole'>) =>
  dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;

beforeEach(() => {
  const waiting = { state: 'waiting', request: 71 } as const;
  server = new FakeOperatorServer()
    .on('listCalendar', () => CALENDAR)
    .on('scheduleCorporateAction', () => waiting)
    .on('cancelCorporateAction', () => waiting)
    .on('releaseHeldPrice', () => waiting)
    .on('scheduleCorporateActionFile', () => ({
      rows: [
        { line: 2, code: 'NVDA', request: 72, refusal: null, field: null },
        { line: 3, code: 'NONE', request: null, refusal: 11004, field: 'code' },
      ],
    }));
});

test('an action shows its ratio or its cash, where it was published, and whether it was carried out', async () => {
  const { t } = await page();
  expect(rowOf('NVDA').getByText('10:1')).toBeDefined();
  expect(rowOf('NVDA').getByText(SPLIT.source)).toBeDefined();
  expect(rowOf('AAPL').getByText('0.25')).toBeDefined();
  expect(rowOf('AAPL').getByText(t('records:calendar.state.applied'))).toBeDefined();
  // Only what is still to come can be removed.
  expect(rowOf('AAPL').queryByRole('button')).toBeNull();
});

test('a split is entered with its ratio and moment, and not without its source', async () => {
  const { user, t } = await page();
  await user.click(screen.getByRole('button', { name: t('records:calendar.schedule') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('records:calendar.schedule') }));
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await user.type(field(t('records:col.code')), 'tsla');
  await user.click(dialog.getByRole('combobox', { name: t('records:col.kind') }));
  await user.click(await screen.findByRole('option', { name: t('records:calendar.kind.split') }));
  await user.type(field(t('records:calendar.numerator')), '3');
  await user.type(field(t('records:instruments.from')), '2026-12-20 14:30');
  await user.type(field(t('console:decision.reason')), REASON);
  await user.click(submitOf(dialog));
  expect(dialog.getByRole('alert').textContent).toBe(t('records:calendar.incomplete'));
  await user.type(field(t('records:calendar.where')), 'exchange.example/10');
  await user.click(submitOf(dialog));
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 71 }));
  expect(server.sent('scheduleCorporateAction')[0]?.body).toEqual({
    code: 'TSLA',
    kind: 'split',
    numerator: 3,
    denominator: 1,
    amount: null,
    symbol: null,
    effectiveAt: '2026-12-20T14:30:00.000Z',
    source: 'exchange.example/10',
    reason: REASON,
  });
});

test('a price that jumped is released by where it can be checked; nobody types a price', async () => {
  const { user, t } = await page();
  expect(rowOf('WTI').queryByRole('button')).toBeNull();
  await user.click(rowOf('GOLD').getByRole('button', { name: t('records:calendar.release') }));
  const title = t('records:calendar.releaseTitle', { code: 'GOLD', price: '2890.10' });
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(submitOf(dialog));
  expect(dialog.getByRole('alert').textContent).toBe(t('records:calendar.whereMissing'));
  await user.type(dialog.getByRole('textbox', { name: t('records:calendar.where') }), 'lbma.example');
  await user.click(submitOf(dialog));
  await expect.poll(() => server.sent('releaseHeldPrice')).toHaveLength(1);
  expect(server.sent('releaseHeldPrice')[0]?.body).toEqual({
    code: 'GOLD',
    level: 289010,
    source: 'lbma.example',
    reason: REASON,
  });
});

test('a file lists what became of each row, a refusal with its field', async () => {
  const { user, t } = await page();
  await user.click(screen.getByRole('button', { name: t('records:calendar.file') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('records:calendar.file') }));
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(submitOf(dialog));
  expect(dialog.getByRole('alert').textContent).toBe(t('records:calendar.fileMissing'));
  const file = new File(['code,kind\nNVDA,split\n'], 'actions.csv', { type: 'text/csv' });
  await user.upload(dialog.getByLabelText<HTMLInputElement>(t('records:calendar.fileField')), file);
  await expect.poll(() => dialog.queryByText(t('records:calendar.fileMissing'))).toBeNull();
  await user.click(submitOf(dialog));
  const rows = within(await screen.findByRole('table', { name: t('records:calendar.fileRows') }));
  expect(rows.getByText(t('records:calendar.fileAsked', { request: 72 }))).toBeDefined();
  expect(rows.getByText('NONE').closest('tr')?.textContent).toContain('code:');
});

test('who only reads has nothing to press', async () => {
  const { t } = await page('en', { ...OWNER, permissions: permissionsOf(['auditor']) });
  for (const name of ['schedule', 'file', 'release', 'cancel'] as const)
    expect(screen.queryByRole('button', { name: t(`records:calendar.${name}`) })).toBeNull();
});

test('in Arabic a ratio keeps its order', async () => {
  await page('ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(screen.getByText('10:1').getAttribute('dir')).toBe('ltr');
});
