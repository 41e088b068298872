import { type Api, priceOf } from './guest.ts';

const CODE = 'BTCUSDT';

/** Together with the private ones, every route of this release. A new screen is added here. */
export const PUBLIC_ROUTES = ['/', '/market', '/cruuency?code=BTCUSDT', '/pass/login', '/pass/register', '/pass/reset'];
/** The market page again, with its other tickets. */
export const DESKTOP_ROUTES = ['/cruuency?code=BTCUSDT&product=contracts', '/cruuency?code=BTCUSDT&product=spot'];
export const PRIVATE_ROUTES = [
  '/profile',
  '/profile/info',
  '/profile/exchange',
  '/profile/balancebb',
  '/profile/alerts',
  '/profile/notifications',
  '/zjxq',
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
  await api.resultOf('closePosition', { body: { id: closed.id } });
  const spot = { code: CODE, side: 'buy' } as const;
  const filled = await api.resultOf('placeSpotOrder', { body: { ...spot, type: 'market', amount: '2500' } });
  const limit = { type: 'limit', price: at(0.98), quantity: '0.01' } as const;
  await api.resultOf('placeSpotOrder', { body: { ...spot, ...limit } });
  await api.resultOf('convert', { body: { from: 'USDT', to: 'ETH', amount: '1000' } });
  await api.resultOf('addAlert', { body: { code: CODE, price: at(1.03) } });
  return [`/order/contracts/${open.id}`, `/order/contracts/${closed.id}`, `/order/spot/${filled.id}`];
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
