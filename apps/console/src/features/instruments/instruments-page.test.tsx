// @vitest-environment happy-dom
/** Every instrument with its products and state; what the core closed is reopened with a reason. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { InstrumentsPage } from './instruments-page.tsx';

const REASON = 'The disk has room again.';
type Instrument = OperatorResultOf<'listInstruments'>[number];
const BITCOIN: Instrument = {
  code: 'BTCUSDT',
  name: 'BTC/USDT',
  type: 'crypto',
  source: 'sim',
  open: true,
  stale: false,
  closedBecause: null,
  price: '96012.78',
  at: '2026-11-30T09:00:00.000Z',
  precision: 2,
  stalenessMs: 10_000,
  tickMs: 250,
  gapLimitMs: 5_000,
  outlierBps: 300,
  calendar: 'always',
  offers: [
    { product: 'options', version: 3, changed: true },
    { product: 'convert', version: 1, changed: false },
  ],
  scheduled: 2,
};
const GOLD: Instrument = {
  ...BITCOIN,
  code: 'GOLD',
  name: 'Gold',
  price: null,
  at: null,
  closedBecause: 'tick 77 was not stored',
  offers: [],
  scheduled: 0,
};
let server: FakeOperatorServer;

async function page(path = '/operator/instruments', language: Language = 'en', session = OWNER) {
  const shown = await showConsole(<InstrumentsPage />, { path, language, session, namespaces: ['records', 'market'] });
  await screen.findAllByText('GOLD');
  return shown;
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('listInstruments', () => [BITCOIN, GOLD])
    .on('reopenInstrument', () => ({ state: 'done', request: null }) as const);
});

test('each product leads to its terms, with those that were changed and that are to come', async () => {
  const { t } = await page();
  const row = within(screen.getByText('BTC/USDT').closest('tr') as HTMLElement);
  const options = row.getByRole('link', { name: new RegExp(t('records:product.options')) });
  expect(options.getAttribute('href')).toBe('/operator/instruments/options/BTCUSDT');
  expect(options.textContent).toContain(t('records:instruments.changed'));
  const convert = row.getByRole('link', { name: t('records:product.convert') });
  expect(convert.getAttribute('href')).toBe('/operator/instruments/convert/BTC');
  expect(row.getByText(t('records:instruments.scheduled', { count: '2' }))).toBeDefined();
});

test('the address searches by code and name', async () => {
  await page('/operator/instruments?q=gold');
  expect(screen.queryByText('BTC/USDT')).toBeNull();
});

test('what the core closed says why, and is reopened with a reason', async () => {
  const { user, t } = await page();
  expect(screen.getByText('tick 77 was not stored')).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('records:instruments.reopen') }));
  const title = t('records:instruments.reopenTitle', { code: 'GOLD' });
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!);
  await expect.poll(() => server.sent('reopenInstrument')).toHaveLength(1);
  expect(server.sent('reopenInstrument')[0]?.body).toEqual({ code: 'GOLD', reason: REASON });
});

test('who may not change instruments sees that one is closed, without a way to reopen it', async () => {
  const { t } = await page('/operator/instruments', 'ar', { ...OWNER, permissions: permissionsOf(['auditor']) });
  expect(screen.getByText('tick 77 was not stored').getAttribute('dir')).toBe('ltr');
  expect(screen.queryByRole('button', { name: t('records:instruments.reopen') })).toBeNull();
});
