// @vitest-environment happy-dom
/** The bar of a phone: its switch is named by the text that it shows. */
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BITCOIN } from '../../../testing/bitcoin.ts';
import { tick } from '../../../testing/market.ts';
import { firstLeverage } from '../contracts/first-leverage.ts';
import { MobileBar } from './mobile-bar.tsx';
import type { Workspace } from './use-workspace.ts';

async function bar(product: 'contracts' | 'spot') {
  const workspace = { product, products: ['contracts', 'spot'], info: BITCOIN, setProduct: () => undefined };
  const namespaces = ['workspace', 'trade', 'market'] as const;
  const shown = await show(<MobileBar workspace={workspace as never as Workspace} onStart={() => undefined} />, {
    namespaces,
    account: CUSTOMER,
    path: '/cruuency',
  });
  tick(BITCOIN, { bid: 99_990, ask: 100_000, price: 99_995 });
  return shown;
}

test('of contracts it has the product and the leverage', async () => {
  const { t } = await bar('contracts');
  const terms = `${firstLeverage(BITCOIN.contracts!.maxLeverage)}×`;
  const name = `${t('workspace:product.label')}: ${t('workspace:product.contracts')} ${terms}`;
  expect(screen.getByRole('button', { name }).textContent).toBe(name);
});

test('of spot it has the product alone', async () => {
  const { t } = await bar('spot');
  const name = `${t('workspace:product.label')}: ${t('workspace:product.spot')}`;
  expect(screen.getByRole('button', { name }).textContent!.trim()).toBe(name);
});
