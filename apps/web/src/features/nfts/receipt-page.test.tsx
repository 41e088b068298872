// @vitest-environment happy-dom
/** The receipt of a purchase: what was paid, for which work, and figures that are booked. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { boughtCoins } from '../../testing/evidence.ts';
import { loneFigures } from '../../testing/lone-figures.ts';
import { ReceiptPage } from './receipt-page.tsx';

/** Its proof is that of another order: it does not fit. */
function purchase(): ResultOf<'getMyNft'> {
  const { log, lines, proof } = boughtCoins();
  return {
    nft: {
      id: 2700,
      listing: 2621,
      serial: 1047,
      quantity: 1,
      asset: 'USDT',
      price: '120.5',
      paid: '120.5',
      at: '2026-11-20T10:00:00.000Z',
    },
    promise: {
      listing: 2621,
      charity: { id: 2618, name: 'Night School', registration: null },
      language: 'en',
      name: 'Winter garden',
      text: 'A garden under snow.',
      image: '00'.repeat(32),
      asset: 'USDT',
      price: '120.5',
      supply: 5000,
    },
    log,
    lines,
    proof,
  };
}

test('what was paid is a booked figure; a proof that does not fit breaks the seal', async () => {
  new FakeServer().on('getMyNft', purchase).on('listPublicKeys', () => []);
  const { t } = await show(<ReceiptPage id={2700} />, {
    namespaces: ['nfts', 'trade', 'account', 'guide', 'errors'],
    account: CUSTOMER,
    book: 'real',
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Winter garden' })).toBeDefined();
  expect(screen.getAllByText(t('nfts:notProved')).length).toBeGreaterThan(0);
  // Whole cents: there is nothing behind them to open, and the ledger line is beside.
  expect(await loneFigures()).toEqual(['120.50USDT']);
});
