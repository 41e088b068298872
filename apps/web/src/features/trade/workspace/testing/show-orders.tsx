import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { ContractOrder, OptionsOrder, SpotOrder } from '@glasshouse/trade/orders';
import { screen } from '@testing-library/react';
import { BITCOIN } from '../../../../testing/bitcoin.ts';
import { tick } from '../../../../testing/market.ts';
import { OrdersPanel } from '../orders-panel.tsx';

/** What the account has, by product; a test changes it before it shows the panel. */
export interface AccountOrders {
  contracts: readonly ContractOrder[];
  options: readonly OptionsOrder[];
  spot: readonly SpotOrder[];
  pastContracts: readonly ContractOrder[];
  pastOptions: readonly OptionsOrder[];
  pastSpot: readonly SpotOrder[];
}

export const NO_ORDERS: AccountOrders = {
  contracts: [],
  options: [],
  spot: [],
  pastContracts: [],
  pastOptions: [],
  pastSpot: [],
};

/** Bought at 100,000, sold at 99,990. */
export const ROUND_PRICES = { bid: 99_990, ask: 100_000, price: 99_995 };
const NAMESPACES = ['trade', 'order', 'workspace', 'market', 'contracts', 'errors', 'account', 'shell'] as const;

/** A server with these orders. */
export function serverOf(orders: AccountOrders): FakeServer {
  const isLive = (state: unknown): boolean => [state].flat().includes('waiting');
  return new FakeServer()
    .on('getMarketInfo', () => BITCOIN)
    .on('listCorporateActions', () => [])
    .on('listPositions', ({ query }) => ({
      items: [...(isLive(query.state) ? orders.contracts : orders.pastContracts)],
      next: null,
    }))
    .on('listOptionOrders', ({ query }) => ({
      items: [...(isLive(query.state) ? orders.options : orders.pastOptions)],
      next: null,
    }))
    .on('listSpotOrders', ({ query }) => ({
      items: [...(isLive(query.state) ? orders.spot : orders.pastSpot)],
      next: null,
    }));
}

/** The orders panel of a window that has room for all columns. */
export async function showOrders({
  prices = ROUND_PRICES,
  ...more
}: Partial<RenderOptions> & { prices?: typeof ROUND_PRICES } = {}) {
  window.innerWidth = 1_440;
  const page = await show(<OrdersPanel />, { namespaces: NAMESPACES, account: CUSTOMER, ...more });
  const { t, user } = page;
  tick(BITCOIN, prices);
  const view = (name: string) => user.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }));
  const table = (name: string) => screen.findByRole('table', { name, busy: false });
  return {
    ...page,
    view,
    table,
    positions: () => table(t('contracts:positions')),
    waiting: async () => {
      await view(t('trade:orders.title'));
      return table(t('contracts:waiting'));
    },
    history: async () => {
      await view(t('trade:orders.history'));
      return table(t('trade:orders.history'));
    },
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    headers: {
      side: t('workspace:side.label'),
      prices: `${t('contracts:entry')} → ${t('trade:ticket.priceNow')}`,
      waitsFor: `${t('contracts:waitsFor')} → ${t('trade:ticket.priceNow')}`,
      ended: `${t('contracts:entry')} → ${t('contracts:exit')}`,
    },
  };
}
