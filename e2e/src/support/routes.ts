import type { Api } from './guest.ts';

/** Every route of this release. */
export const PUBLIC_ROUTES = ['/', '/market', '/cruuency?code=BTCUSDT', '/pass/login', '/pass/register', '/pass/reset'];
export const PRIVATE_ROUTES = ['/profile', '/profile/info', '/profile/balancebb', '/zjxq'];

/** Buys a short option beside the page, so that there is an order page to look at. */
export async function orderRoute(api: Api): Promise<string> {
  const order = { code: 'BTCUSDT', direction: 'up', amount: '50', periodId: 30 };
  const { result } = await api.call<{ id: number }>('POST', '/order/buyOptions', order);
  return `/order/options/${result.id}`;
}

/** What names a route in a file or a title. */
export const nameOf = (route: string): string =>
  route === '/'
    ? 'home'
    : route
        .slice(1)
        .replace(/\?.*/, '')
        .replace(/\/\d+$/, '')
        .replaceAll('/', '-');
