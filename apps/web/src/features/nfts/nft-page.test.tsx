// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, noteOf, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { userInfoOf } from '../../testing/account.ts';
import { NftPage } from './nft-page.tsx';
import { NftsPage } from './nfts-page.tsx';

const WORK: ResultOf<'getNftById'>['listing'] = {
  id: 2621,
  name: 'Winter garden',
  language: 'en',
  image: '/swx/customer/index/getNftImage/sample-winter-garden',
  charity: { id: 2618, name: 'Night School', language: 'en' },
  asset: 'USDT',
  price: '120.5',
  supply: 50,
  sold: 47,
  raised: '5663.5',
  state: 'onSale',
  text: 'Two trees in the first snow.',
  writtenIn: 'en',
  paidOutAt: null,
};
const CHARITY: ResultOf<'getNftById'>['charity'] = {
  id: 2618,
  name: 'Night School',
  text: 'Teaches people who work by day.',
  language: 'en',
  writtenIn: 'en',
  registration: null,
  website: null,
  asset: 'USDT',
  raised: '5663.5',
  paidOut: '5000',
  held: '663.5',
  sales: 47,
  payouts: 1,
  lastPaidAt: '2026-11-20T00:00:00.000Z',
};
let server: FakeServer;
let listing: typeof WORK;

async function nftPage(more: Partial<RenderOptions> = {}) {
  const page = await show(<NftPage />, {
    namespaces: ['nfts', 'wallet', 'account', 'guide', 'trade'],
    account: CUSTOMER,
    book: 'real',
    path: '/nfts/2621',
    ...more,
  });
  const { t, user, format } = page;
  const give = (amount: string) => t('nfts:buy', { amount: format.money(amount, 'USDT') });
  const type = async (quantity: string) => {
    const field = await screen.findByLabelText<HTMLInputElement>(t('nfts:quantity'));
    await user.clear(field);
    await user.type(field, quantity);
    return field;
  };
  return { ...page, give, type };
}

beforeEach(() => {
  listing = WORK;
  server = new FakeServer()
    .on('getNftById', () => ({ listing, charity: CHARITY }))
    .on('getUserInfo', () => userInfoOf())
    .on('listNfts', () => ({ items: [WORK], next: null }));
});

test('copies are paid to the charity alone, to the cent, under their numbers', async () => {
  const bought = (serial: number) => ({
    id: serial,
    listing: WORK,
    serial,
    paid: '120.5',
    boughtAt: CHARITY.lastPaidAt!,
    share: null,
  });
  server.on('buyNft', () => [bought(48), bought(49)]);
  const { user, t, format, give, type } = await nftPage({ language: 'de' });
  await type('2');
  expect(row(t('nfts:toCharity'))).toBe(bare(format.money('241', 'USDT')));
  expect(row(t('nfts:toHouse'))).toBe(bare(format.money('0', 'USDT')));
  expect(row(t('nfts:next'))).toBe(bare(t('nfts:numbers', { first: '48', last: '49' })));
  await user.click(screen.getByRole('button', { name: give('241') }));
  const dialog = within(screen.getByRole('dialog', { name: WORK.name }));
  expect(server.sent('buyNft')).toEqual([]);
  listing = { ...WORK, sold: 49 };
  await user.click(dialog.getByRole('button', { name: give('241') }));
  const number = t('nfts:numbers', { first: '48', last: '49' });
  expect(await screen.findByText(plain(t('nfts:thanks', { number })))).toBeDefined();
  expect(server.sent('buyNft')[0]?.body).toEqual({ id: 2621, quantity: 2 });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('no more than are left: three of fifty', async () => {
  const { type, give } = await nftPage();
  const field = await type('4');
  expect(noteOf(field)).toContain('1 – 3');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: give('120.5') }).disabled).toBe(true);
  await type('3');
  expect(noteOf(field)).not.toContain('1 – 3');
});

test('a refusal is said in the dialog, and nothing is thanked for', async () => {
  server.on('buyNft', () => new Refusal(10020, 'It is sold out.'));
  const { user, t, give, type } = await nftPage();
  await type('1');
  await user.click(screen.getByRole('button', { name: give('120.5') }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: give('120.5') }));
  expect(await dialog.findByText('It is sold out.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: t('common:action.cancel') }));
  expect(screen.queryByRole('link', { name: t('nfts:certificate') })).toBeNull();
});

test('what is sold out has no ticket', async () => {
  listing = { ...WORK, state: 'soldOut', sold: 50 };
  const { t } = await nftPage({ language: 'ar' });
  expect(await screen.findByText(t('nfts:state.soldOut'))).toBeDefined();
  expect(screen.queryByLabelText(t('nfts:quantity'))).toBeNull();
});

test('the demo account is told to switch; a visitor to log in', async () => {
  const { t, unmount } = await nftPage({ book: 'demo' });
  expect(await screen.findByText(t('nfts:gate'))).toBeDefined();
  expect(screen.queryByLabelText(t('nfts:quantity'))).toBeNull();
  unmount();
  await show(<NftPage />, { namespaces: ['nfts', 'guide', 'trade'], path: '/nfts/2621' });
  await screen.findByRole('img', { name: WORK.name });
  expect(screen.queryByLabelText(t('nfts:quantity'))).toBeNull();
});

test('what the charity has: raised, paid out, and what is still held for it', async () => {
  const { t, format } = await nftPage();
  await screen.findByText(CHARITY.text);
  expect(row(t('nfts:raised'))).toBe(bare(format.money('5663.5', 'USDT')));
  expect(row(t('nfts:paidOut'))).toBe(bare(format.money('5000', 'USDT')));
  expect(row(t('nfts:held'))).toBe(bare(format.money('663.5', 'USDT')));
  expect(screen.getByText(plain(t('nfts:lastPaid', { date: format.date(CHARITY.lastPaidAt!) })))).toBeDefined();
});

test.each(['/nfts/987654321', '/nfts/abc'])('%s leads to nothing, and to the other works', async (path) => {
  server.on('getNftById', () => new Refusal(11053, 'Nothing here.'));
  const { t } = await nftPage({ path });
  expect(await screen.findByText(t('guide:gone.page'))).toBeDefined();
  expect(screen.getAllByRole('link', { name: t('nfts:works') })[0]?.getAttribute('href')).toBe('/nfts');
});

test('the gallery names each work, its charity, price and copies', async () => {
  const { t, format } = await show(<NftsPage />, { namespaces: ['nfts'], path: '/nfts' });
  const link = await screen.findByRole('link', { name: /Winter garden/ });
  expect(link.getAttribute('href')).toBe('/nfts/2621');
  expect(bare(link.textContent)).toContain(bare(format.money('120.5', 'USDT')));
  expect(bare(link.textContent)).toContain(bare(t('nfts:sold', { sold: '47', supply: '50' })));
});
