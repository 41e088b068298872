import { expect } from '@playwright/test';
import { evidenceOf } from './contracts.ts';
import { type Api, buyCoins, convertCoins, priceOf } from './guest.ts';

const CODE = 'BTCUSDT';

/** Together with the private ones, every route of this release. A new screen is added here. */
export const PUBLIC_ROUTES = [
  '/',
  '/market',
  '/cruuency?code=BTCUSDT',
  '/pass/login',
  '/pass/register',
  '/pass/reset',
  '/api/loginCallback/google',
  '/house',
  '/trading',
  '/loan',
  '/nfts',
  '/help',
  '/help/faq',
  '/help/notice',
  '/detail?id=4',
  '/introduction',
  '/service.html',
];
/** The market page again, with its other tickets. */
export const DESKTOP_ROUTES = ['/cruuency?code=BTCUSDT&product=contracts', '/cruuency?code=BTCUSDT&product=spot'];
export const PRIVATE_ROUTES = [
  '/profile',
  '/profile/info',
  '/profile/settings',
  '/profile/identity',
  '/profile/balance',
  '/profile/balance2',
  '/profile/exchange',
  '/profile/balancebb',
  '/profile/alerts',
  '/profile/notification',
  '/profile/invite',
  '/profile/kefu',
  '/profile/imports',
  '/nfts/mine',
  '/portfolio',
  '/zjxq',
  '/zjxq/tax',
];

/** Buys a short option by direct call, so that there is an order page to look at. */
export async function orderRoute(api: Api): Promise<string> {
  const body = { code: CODE, direction: 'up', amount: '50', periodId: 30 } as const;
  const { id } = await api.resultOf('buyOption', { body });
  return `/order/options/${id}`;
}

/**
 * Does one of everything by direct calls, so that no list is empty. Returns the pages of the
 * orders.
 */
export async function seed(api: Api): Promise<string[]> {
  const price = await priceOf(api, CODE);
  const at = (share: number): string => (price * share).toFixed(2);
  const contract = { code: CODE, side: 'buy', type: 'market', lots: '5', leverage: 20 } as const;
  const stops = { stopLoss: at(0.97), takeProfit: at(1.05) };
  const open = await api.resultOf('openPosition', { body: { ...contract, ...stops } });
  await api.resultOf('openPosition', { body: { ...contract, side: 'sell', type: 'limit', price: at(1.02) } });
  const closed = await api.resultOf('openPosition', { body: { ...contract, side: 'sell' } });
  await reaches(api, [open.id, closed.id], 'open');
  await api.resultOf('closePosition', { body: { id: closed.id } });
  await reaches(api, [closed.id], 'closed');
  const spot = { code: CODE, side: 'buy' } as const;
  const filled = await buyCoins(api, CODE, '2500');
  const limit = { type: 'limit', price: at(0.98), quantity: '0.01' } as const;
  await api.resultOf('placeSpotOrder', { body: { ...spot, ...limit } });
  const converted = await convertCoins(api, { from: 'USDT', to: 'ETH', amount: '1000' });
  await api.resultOf('addAlert', { body: { code: CODE, price: at(1.03) } });
  const contracts = [open, closed].map(({ id }) => `/order/contracts/${id}`);
  return [...contracts, `/order/spot/${filled.id}`, `/order/convert/${converted.id}`];
}

/** Market orders fill at the next tick. */
async function reaches(api: Api, ids: readonly number[], state: 'open' | 'closed'): Promise<void> {
  for (const id of ids) await expect.poll(async () => (await evidenceOf(api, id)).order.state).toBe(state);
}

/** A route as part of a file name or title. */
export const nameOf = (route: string): string =>
  route === '/'
    ? 'home'
    : route
        .slice(1)
        .replace(/\?code=\w+/, '')
        .replace('&product=', '-')
        .replace(/\/\d+$/, '')
        .replaceAll('/', '-');
