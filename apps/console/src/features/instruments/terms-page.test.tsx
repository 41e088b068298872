// @vitest-environment happy-dom
/** Terms and fees: what holds, what changed it, and a change as a second person gets it. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DONE } from '../../testing/queue.tsx';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { FeeTiersPage } from './fee-tiers-page.tsx';
import { TermsPage } from './terms-page.tsx';

type Terms = OperatorResultOf<'getTerms'>;

const REASON = 'Costs of the venue rose.';
const field = (name: string, kind: Terms['fields'][number]['kind'], value: unknown, more: object = {}) => ({
  field: name,
  kind,
  value,
  standard: value,
  changeable: true,
  min: null,
  max: null,
  ...more,
});
const TERMS: Terms = {
  product: 'contracts',
  code: 'BTCUSDT',
  version: 3,
  fields: [
    field('feeRate', 'rate', '0.0005', { standard: '0.0004', min: '0', max: '0.01' }),
    field('maxLots', 'amount', '25000', {}),
    field('lotSize', 'amount', '0.01', { changeable: false }),
  ],
  changes: [
    {
      id: 950,
      product: 'contracts',
      code: 'BTCUSDT',
      fields: { feeRate: '0.0006' },
      effectiveFrom: '2099-01-01T08:00:00.000Z',
      state: 'scheduled',
      askedAt: '2026-11-28T08:00:00.000Z',
      operator: 'rita',
      appliedAt: null,
      version: null,
    },
  ],
  versions: [{ version: 3, seq: 940, at: '2026-11-01T08:00:00.000Z', terms: {} }],
};
const TIERS: Terms = {
  ...TERMS,
  product: 'feeTiers',
  code: 'VIP',
  fields: [
    field('tiers', 'feeTiers', [
      { fees30d: '0', feeDiscount: '0', referralShare: '0.1' },
      { fees30d: '25', feeDiscount: '0.05', referralShare: '0.15' },
    ]),
  ],
  changes: [],
};
let server: FakeOperatorServer;

async function termsPage(language: Language = 'en', session = OWNER) {
  const page = await showConsole(<TermsPage />, {
    path: '/operator/instruments/contracts/BTCUSDT',
    language,
    session,
    namespaces: ['records', 'kyc'],
  });
  const { t, user } = page;
  await screen.findByText(t('records:term.maxLots'));
  return {
    ...page,
    ask: async () => {
      await user.click(screen.getByRole('button', { name: t('records:instruments.change') }));
      const element = await screen.findByRole('dialog', {
        name: t('records:instruments.changeTitle', { code: 'BTCUSDT' }),
      });
      const dialog = within(element);
      const box = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name });
      const confirm = dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;
      return { element, dialog, box, confirm };
    },
  };
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('getTerms', ({ params }) => (params.product === 'feeTiers' ? TIERS : TERMS))
    .on('changeTerms', () => ({ state: 'waiting', request: 65 }) as const)
    .on('listOperatorFeeTiers', () => [
      { level: 0, fees30d: '0', feeDiscount: '0', referralShare: '0.1', demo: 1250, real: 40 },
      { level: 1, fees30d: '25', feeDiscount: '0.05', referralShare: '0.15', demo: 7, real: 2 },
    ]);
});

test('each term by its name, in per cent or grouped, beside its default; what is fixed says so', async () => {
  const { t } = await termsPage();
  const cells = (name: string) =>
    within(screen.getByText(name).closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => plain(textContent));
  expect(cells(t('records:term.feeRate')).slice(0, 2)).toEqual([
    `${t('records:col.value')}0.05% (0.0005)`,
    `${t('records:col.standard')}0.04% (0.0004)`,
  ]);
  expect(cells(t('records:term.maxLots'))[0]).toBe(`${t('records:col.value')}25,000`);
  expect(cells(t('records:term.lotSize'))[2]).toBe(`${t('common:word.state')}${t('records:instruments.fixed')}`);
});

test('a change: only what differs is shown and sent, from the moment that was typed', async () => {
  const { user, t, ask } = await termsPage();
  const { dialog, box, confirm } = await ask();
  const rate = box(t('records:term.feeRate'));
  expect(document.activeElement).toBe(rate);
  expect(dialog.queryByRole('textbox', { name: t('records:term.lotSize') })).toBeNull();
  await user.type(box(t('console:decision.reason')), REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('records:instruments.noChange'));
  await user.clear(rate);
  await user.type(rate, '0.0007');
  const changes = within(dialog.getByRole('region', { name: t('records:instruments.whatChanges') }));
  const [, row, ...more] = changes.getAllByRole('row');
  expect(more).toEqual([]);
  expect(
    within(row!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['0.05%', '0.07%']);
  await user.type(box(t('records:instruments.from')), 'tomorrow');
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('records:instruments.fromWrong'));
  await user.clear(box(t('records:instruments.from')));
  await user.type(box(t('records:instruments.from')), '2099-12-31 08:00');
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 65 }));
  expect(server.sent('changeTerms')[0]?.params).toEqual({ product: 'contracts', code: 'BTCUSDT' });
  expect(server.sent('changeTerms')[0]?.body).toEqual({
    fields: { feeRate: '0.0007' },
    reason: REASON,
    effectiveFrom: '2099-12-31T08:00:00.000Z',
  });
});

test('a refusal stays in the dialog; Escape closes it, and the next one begins afresh', async () => {
  server.on('changeTerms', () => new Refusal(11008, 'A value is out of range.'));
  const { user, t, ask } = await termsPage();
  const { element, dialog, box, confirm } = await ask();
  await user.clear(box(t('records:term.maxLots')));
  await user.type(box(t('records:term.maxLots')), '1');
  await user.type(box(t('console:decision.reason')), REASON);
  await user.click(confirm);
  expect(await dialog.findByText('A value is out of range.')).toBeDefined();
  pressEscape(element);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const again = await ask();
  expect(again.box(t('records:term.maxLots')).value).toBe('25000');
});

test('a change that is still to come can be called off', async () => {
  server.on('cancelTermsChange', () => DONE);
  const { user, t } = await termsPage();
  expect(screen.getByText(t('records:instruments.state.scheduled'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('records:instruments.cancel') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('records:instruments.cancelTitle') }));
  await user.click(dialog.getByRole('button', { name: t('console:usual.mistake') }));
  await user.click(dialog.getByRole('button', { name: t('records:instruments.cancel') }));
  await expect
    .poll(() => server.sent('cancelTermsChange')[0]?.body)
    .toEqual({ id: 950, reason: t('console:usual.mistake') });
  await expect.poll(() => server.sent('getTerms').length).toBe(2);
});

test('who may not change terms sees them, and nothing to press', async () => {
  const { t } = await termsPage('en', { ...OWNER, permissions: permissionsOf(['auditor']) });
  expect(screen.queryByRole('button', { name: t('records:instruments.change') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('records:instruments.cancel') })).toBeNull();
});

test('fee tiers with how many people are on each; a change of one sends the whole table', async () => {
  const { user, t, format } = await showConsole(<FeeTiersPage />, {
    path: '/operator/fee-tiers',
    namespaces: ['records', 'kyc'],
  });
  const table = await screen.findByRole('table', { name: t('console:page.feeTiers') });
  await within(table).findByText('1,250');
  const row = within(within(table).getAllByRole('row')[2]!);
  expect(row.getByText(format.percent('0.05'))).toBeDefined();
  expect(row.getByText(format.percent('0.15'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('records:instruments.change') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('records:instruments.tiersTitle') }));
  const discount = dialog.getByDisplayValue('0.05');
  await user.clear(discount);
  await user.type(discount, '0.06');
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  const confirm = dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;
  await user.click(confirm);
  await expect
    .poll(() => server.sent('changeTerms')[0]?.body)
    .toMatchObject({
      fields: {
        tiers: [
          { fees30d: '0', feeDiscount: '0', referralShare: '0.1' },
          { fees30d: '25', feeDiscount: '0.06', referralShare: '0.15' },
        ],
      },
    });
});

test('in Arabic rates keep their order, and values are typed from left to right', async () => {
  const { t, ask } = await termsPage('ar');
  expect(document.documentElement.dir).toBe('rtl');
  const { box } = await ask();
  expect(box(t('records:term.feeRate')).dir).toBe('ltr');
});
