// @vitest-environment happy-dom
/** What somebody owns, and the certificate that is made public, sent, and taken back. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MyNftsPage } from './my-nfts-page.tsx';

type Owned = ResultOf<'listMyNfts'>['items'][number];

const MINE: Owned = {
  id: 2700,
  listing: {
    id: 2621,
    name: 'Winter garden',
    language: 'en',
    image: '/swx/customer/index/getNftImage/sample-winter-garden',
    charity: { id: 2618, name: 'Night School', language: 'en' },
    asset: 'USDT',
    price: '120.5',
    supply: 5000,
    sold: 47,
    raised: '5663.5',
    state: 'onSale',
  },
  serial: 1047,
  paid: '120.5',
  boughtAt: '2026-11-20T10:00:00.000Z',
  share: null,
};
let server: FakeServer;
let share: Owned['share'];

async function page(more: Partial<RenderOptions> = {}) {
  const shown = await show(<MyNftsPage />, { namespaces: ['nfts'], account: CUSTOMER, book: 'real', ...more });
  const { t, user } = shown;
  await screen.findByText('Winter garden');
  return {
    ...shown,
    open: async () => {
      await user.click(screen.getByRole('button', { name: t('nfts:share') }));
      const element = await screen.findByRole('dialog', { name: t('nfts:share') });
      const dialog = within(element);
      return { element, dialog, name: dialog.getByRole<HTMLInputElement>('textbox', { name: t('nfts:name') }) };
    },
  };
}

beforeEach(() => {
  share = null;
  server = new FakeServer()
    .on('listMyNfts', () => ({ items: [{ ...MINE, share }], next: null }))
    .on('shareNft', ({ body }) => {
      share = { token: 'tok-1', name: body.name ?? null };
      return share as never;
    })
    .on('unshareNft', () => {
      share = null;
      return null as never;
    });
});

test('a work with its number, what was paid, and the way to its receipt', async () => {
  const { t, format } = await page();
  const item = screen.getByRole('listitem');
  const number = t('nfts:numberOf', { serial: format.number('1047'), supply: format.number('5000') });
  expect(bare(item.textContent)).toContain(bare(number));
  expect(bare(item.textContent)).toContain(bare(format.money('120.5', 'USDT')));
  const receipt = screen.getByRole('link', { name: t('nfts:receipt') });
  expect(receipt.getAttribute('href')).toBe('/nfts/receipt/2700');
});

test('Enter makes the certificate public under the name; then its link is there', async () => {
  const { user, t, open } = await page();
  const { dialog, name } = await open();
  expect(dialog.queryByText(/certificate\/tok-1/)).toBeNull();
  await user.type(name, '  Anna B.  {Enter}');
  const link = await dialog.findByText(/\/nfts\/certificate\/tok-1$/);
  expect(link.dir).toBe('ltr');
  expect(server.sent('shareNft').map(({ body }) => body)).toEqual([{ id: 2700, serial: 1047, name: 'Anna B.' }]);
  expect(dialog.getByRole('link', { name: t('nfts:certificate') }).getAttribute('href')).toBe(
    '/nfts/certificate/tok-1',
  );
  // Nothing is new until the name changes.
  expect(dialog.queryByRole('button', { name: t('nfts:makePublic') })).toBeNull();
  await user.type(name, '{Enter}');
  expect(server.sent('shareNft')).toHaveLength(1);
});

test('without a name it is public without one', async () => {
  const { user, t, open } = await page();
  const { dialog } = await open();
  await user.click(dialog.getByRole('button', { name: t('nfts:makePublic') }));
  await expect.poll(() => server.sent('shareNft')[0]?.body).toEqual({ id: 2700, serial: 1047 });
});

test('it is taken back, and its link is gone', async () => {
  share = { token: 'tok-1', name: 'Anna B.' };
  const { user, t, open } = await page();
  const { dialog, name } = await open();
  expect(name.value).toBe('Anna B.');
  await user.click(dialog.getByRole('button', { name: t('nfts:unshare') }));
  await expect.poll(() => dialog.queryByText(/certificate\/tok-1/)).toBeNull();
  expect(server.sent('unshareNft')[0]?.body).toEqual({ id: 2700, serial: 1047 });
});

test('a refusal stays in the dialog with the name; Escape closes it', async () => {
  server.on('shareNft', () => new Refusal(10006, 'This name cannot be shown.'));
  const { user, open } = await page();
  const { element, dialog, name } = await open();
  await user.type(name, 'x{Enter}');
  expect(await dialog.findByText('This name cannot be shown.')).toBeDefined();
  expect(name.value).toBe('x');
  pressEscape(element);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('who owns nothing is led to the works', async () => {
  server.on('listMyNfts', () => ({ items: [], next: null }));
  const { t } = await show(<MyNftsPage />, { namespaces: ['nfts'], account: CUSTOMER, book: 'real' });
  expect(await screen.findByText(t('nfts:mineEmpty'))).toBeDefined();
});

test('in Arabic an English title keeps its direction, and the price its digits', async () => {
  await page({ language: 'ar' });
  expect(document.documentElement.dir).toBe('rtl');
  expect(screen.getByText('Winter garden').dir).toBe('ltr');
  expect(bare(screen.getByRole('listitem').textContent)).toContain('120.50');
});
