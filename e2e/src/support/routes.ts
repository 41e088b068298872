import type { Api } from './guest.ts';

/** Every route of this release. */
export const PUBLIC_ROUTES = ['/', '/market', '/cruuency?code=BTCUSDT', '/pass/login', '/pass/register', '/pass/reset'];
/** The page of a market again, with the tickets that it has besides options. */
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

/** Buys a short option beside the page, so that there is an order page to look at. */
export async function orderRoute(api: Api): Promise<string> {
  const order = { code: 'BTCUSDT', direction: 'up', amount: '50', periodId: 30 };
  const { result } = await api.call<{ id: number }>('POST', '/order/buyOptions', order);
  return `/order/options/${result.id}`;
}

/** Does one of everything beside the page, so that no list is empty; gives the pages of what has one of its own. */
export async function seed(api: Api): Promise<string[]> {
  const { result: market } = await api.call<{ price: number }>('GET', '/index/getMarketInfo/BTCUSDT');
  const at = (share: number): string => (market.price * share).toFixed(2);
  const place = async (path: string, body: object): Promise<number> => {
    const { code, result } = await api.call<{ id: number }>('POST', path, body);
    if (code !== 200) throw new Error(`${path} was refused: ${code}`);
    return result.id;
  };
  const contract = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '5', leverage: 20 };
  const open = await place('/order/buyU', { ...contract, stopLoss: at(0.97), takeProfit: at(1.05) });
  await place('/order/buyU', { ...contract, side: 'sell', type: 'limit', price: at(1.02) });
  const closed = await place('/order/buyU', { ...contract, side: 'sell' });
  await place('/order/stopU', { id: closed });
  const filled = await place('/order/submit', { code: 'BTCUSDT', side: 'buy', type: 'market', amount: '2500' });
  await place('/order/submit', { code: 'BTCUSDT', side: 'buy', type: 'limit', price: at(0.98), quantity: '0.01' });
  await place('/user/dh', { from: 'USDT', to: 'ETH', amount: '1000' });
  await place('/user/addAlert', { code: 'BTCUSDT', price: at(1.03) });
  return [`/order/contracts/${open}`, `/order/contracts/${closed}`, `/order/spot/${filled}`];
}

/** What names a route in a file or a title. */
export const nameOf = (route: string): string =>
  route === '/'
    ? 'home'
    : route
        .slice(1)
        .replace(/\?code=\w+/, '')
        .replace('&product=', '-')
        .replace(/\/\d+$/, '')
        .replaceAll('/', '-');
