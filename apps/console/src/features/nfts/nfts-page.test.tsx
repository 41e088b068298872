// @vitest-environment happy-dom
/** Charity NFTs: works and charities with their sums, sale steps, and payments with their proof. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { newestToast, plain } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { NftsPage } from './nfts-page.tsx';

const REASON = 'Agreed with the board.';
const PROOF = 'c0ffee00-0000-4000-8000-000000000001';
const CHARITY: OperatorResultOf<'listCharities'>[number] = {
  id: 4,
  language: 'en',
  texts: { en: { name: 'River watch', text: 'Keeps a river clean.' } },
  registration: 'SE 802000-1234',
  website: 'https://river.example',
  asset: 'USDT',
  raised: '360',
  paidOut: '120',
  held: '240',
  isFixed: true,
  payouts: [
    {
      id: 901,
      amount: '120',
      reference: 'INV-77',
      paidOn: '2026-11-20',
      proofFileId: PROOF,
      proof: 'ab'.repeat(32),
      at: '2026-11-20T09:00:00.000Z',
    },
  ],
};
const WORK: OperatorResultOf<'listNftListings'>[number] = {
  id: 12,
  charity: 4,
  language: 'en',
  texts: { en: { name: 'Rain on glass', text: 'A window in the rain.' } },
  image: 'f00d',
  asset: 'USDT',
  price: '40',
  supply: 200,
  sold: 9,
  raised: '360',
  state: 'onSale',
  isFixed: true,
  createdAt: '2026-11-01T09:00:00.000Z',
};
let server: FakeOperatorServer;

async function page(language: Language = 'en', session = OWNER) {
  const shown = await showConsole(<NftsPage />, {
    path: '/operator/nfts',
    language,
    session,
    namespaces: ['nfts', 'records', 'account'],
  });
  await screen.findByText('Rain on glass');
  return shown;
}
const rowOf = (text: string) => within(screen.getByText(text).closest('tr') as HTMLElement);
const submitOf = (dialog: Pick<typeof screen, 'getAllByRole'>) =>
  dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;

beforeEach(() => {
  const waiting = { state: 'waiting', request: 71 } as const;
  server = new FakeOperatorServer()
    .on('listCharities', () => [CHARITY])
    .on('listNftListings', () => [WORK])
    .on('setNftSale', () => waiting)
    .on('saveCharity', () => ({ state: 'done', request: null }) as const)
    .on('payCharity', () => waiting)
    .on('uploadPayoutProof', () => ({ fileId: PROOF }));
});

test('a work stands beside what it sold and raised, a charity beside what is still held for it', async () => {
  const { t, format } = await page();
  const work = plain(screen.getByText('Rain on glass').closest('tr')!.textContent);
  expect(work).toContain('9 / 200');
  expect(work).toContain(plain(format.money('360', 'USDT')));
  const table = within(screen.getByRole('table', { name: t('nfts:op.charities') }));
  const held = table.getByRole<HTMLAnchorElement>('link', { name: format.money('240', 'USDT') });
  expect(held.getAttribute('href')).toBe('/operator/ledger?kind=charity.4');
  const paid = within(screen.getByRole('table', { name: t('nfts:op.payouts') }));
  expect(paid.getByRole('link', { name: 'ab'.repeat(6) }).getAttribute('href')).toContain(PROOF);
});

test('a work on sale is stopped or ended, with a reason', async () => {
  const { user, t } = await page();
  const row = rowOf('Rain on glass');
  expect(row.queryByRole('button', { name: t('nfts:op.to.onSale') })).toBeNull();
  await user.click(row.getByRole('button', { name: t('nfts:op.to.offSale') }));
  const dialog = within(await screen.findByRole('dialog', { name: `${t('nfts:op.to.offSale')}: Rain on glass` }));
  expect(dialog.getByText(t('nfts:op.toText.offSale'))).toBeDefined();
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(submitOf(dialog));
  await expect.poll(() => server.sent('setNftSale')).toHaveLength(1);
  expect(server.sent('setNftSale')[0]).toMatchObject({ params: { id: '12' }, body: { to: 'offSale', reason: REASON } });
});

test('a payment needs amount, reference, day and the picture that shows it', async () => {
  const { user, t } = await page();
  await user.click(screen.getByRole('button', { name: t('nfts:op.pay') }));
  const dialog = within(await screen.findByRole('dialog', { name: `${t('nfts:op.pay')}: River watch` }));
  await user.type(dialog.getByRole('textbox', { name: `${t('records:col.amount')} (USDT)` }), '100');
  await user.type(dialog.getByRole('textbox', { name: t('nfts:op.reference') }), 'INV-78');
  await user.type(dialog.getByLabelText(t('nfts:op.paidOn')), '2026-11-30');
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(submitOf(dialog));
  expect(dialog.getByRole('alert').textContent).toBe(t('nfts:op.wrong'));
  expect(server.sent('payCharity')).toEqual([]);

  const picture = new File([new Uint8Array([1])], 'transfer.png', { type: 'image/png' });
  await user.upload(dialog.getByLabelText<HTMLInputElement>(t('nfts:op.proof')), picture);
  await dialog.findByRole('img', { name: t('nfts:op.proof') });
  await user.click(submitOf(dialog));
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 71 }));
  expect(server.sent('payCharity')[0]).toMatchObject({
    params: { id: '4' },
    body: { amount: '100', reference: 'INV-78', paidOn: '2026-11-30', proofFileId: PROOF, reason: REASON },
  });
});

test('what buyers relied on cannot be written over, and a translation can be added', async () => {
  const { user, t } = await page();
  const table = within(screen.getByRole('table', { name: t('nfts:op.charities') }));
  await user.click(table.getByRole('button', { name: t('nfts:op.change') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('nfts:op.changeCharity') }));
  expect(dialog.getByText(t('nfts:op.fixedText'))).toBeDefined();
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: t('nfts:op.name') });
  expect([name.value, name.readOnly]).toEqual(['River watch', true]);
  await user.click(dialog.getByRole('combobox', { name: t('nfts:op.language') }));
  await user.click(await screen.findByRole('option', { name: 'Deutsch' }));
  await user.type(dialog.getByRole('textbox', { name: t('nfts:op.name') }), 'Flusswacht');
  await user.type(dialog.getByRole('textbox', { name: t('nfts:op.text') }), 'Hält einen Fluss sauber.');
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(submitOf(dialog));
  await expect.poll(() => server.sent('saveCharity')).toHaveLength(1);
  expect(server.sent('saveCharity')[0]?.body).toMatchObject({
    id: 4,
    texts: { en: CHARITY.texts.en, de: { name: 'Flusswacht', text: 'Hält einen Fluss sauber.' } },
  });
});

test('who only reads has nothing to press', async () => {
  const { t } = await page('en', { ...OWNER, permissions: permissionsOf(['auditor']) });
  for (const name of ['nfts:op.newWork', 'nfts:op.newCharity', 'nfts:op.pay', 'nfts:op.change'] as const)
    expect(screen.queryByRole('button', { name: t(name) })).toBeNull();
});

test('in Arabic a day and a reference keep their order', async () => {
  await page('ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(screen.getByText('2026-11-20').getAttribute('dir')).toBe('ltr');
});
