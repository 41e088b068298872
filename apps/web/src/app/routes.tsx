import type { Namespace } from '@glasshouse/i18n';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { needMessages } from '../i18n/language.ts';

interface RouteSpec {
  readonly path: string;
  readonly namespaces: readonly Namespace[];
  readonly load: () => Promise<ComponentType>;
  /** Visitors are asked to log in first. */
  readonly private?: boolean;
  /** Login and similar pages: no footer, no tabs. */
  readonly bare?: boolean;
  /** A tab of the mobile bar, so without a back button. */
  readonly root?: boolean;
  /** Uses the whole window, without a footer. */
  readonly workspace?: boolean;
}

export interface Route extends RouteSpec {
  readonly Page: LazyExoticComponent<ComponentType>;
  /**
   * Loads the code ahead of time: on the first page in parallel with its texts, later when a
   * pointer nears the link.
   */
  readonly preload: () => void;
}

/** Loads page and texts together, so that it never shows without them. */
function route(spec: RouteSpec): Route {
  const Page = lazy(async () => {
    const [Component] = await Promise.all([spec.load(), needMessages(spec.namespaces)]);
    return { default: Component };
  });
  return { ...spec, Page, preload: () => void spec.load().catch(() => undefined) };
}

export const routes: readonly Route[] = [
  route({
    path: '/',
    namespaces: ['home', 'market'],
    load: async () => (await import('../features/home/home-page.tsx')).HomePage,
    root: true,
  }),
  route({
    path: '/market',
    namespaces: ['market', 'trade', 'alerts', 'errors'],
    load: async () => (await import('../features/markets/market-page.tsx')).MarketPage,
    root: true,
    workspace: true,
  }),
  route({
    path: '/cruuency',
    namespaces: ['market', 'trade', 'workspace', 'alerts', 'errors'],
    load: async () => (await import('../features/trade/workspace/instrument-page.tsx')).InstrumentPage,
    workspace: true,
  }),
  route({
    path: '/order/options/:id',
    namespaces: ['trade', 'account', 'errors'],
    load: async () => (await import('../features/orders/order-page.tsx')).OrderPage,
    private: true,
  }),
  route({
    path: '/order/contracts/:id',
    namespaces: ['trade', 'contracts', 'order', 'account', 'errors'],
    load: async () => (await import('../features/orders/contract-order-page.tsx')).ContractOrderPage,
    private: true,
  }),
  route({
    path: '/order/spot/:id',
    namespaces: ['trade', 'order', 'account', 'errors'],
    load: async () => (await import('../features/orders/spot-order-page.tsx')).SpotOrderPage,
    private: true,
  }),
  route({
    path: '/pass/login',
    namespaces: ['account', 'errors'],
    load: async () => (await import('../features/auth/login-page.tsx')).LoginPage,
    bare: true,
  }),
  route({
    path: '/pass/register',
    namespaces: ['account', 'errors'],
    load: async () => (await import('../features/auth/register-page.tsx')).RegisterPage,
    bare: true,
  }),
  route({
    path: '/pass/reset',
    namespaces: ['account', 'errors'],
    load: async () => (await import('../features/auth/reset-page.tsx')).ResetPage,
    bare: true,
  }),
  route({
    path: '/profile',
    namespaces: ['account', 'funds', 'convert', 'alerts', 'notices', 'errors'],
    load: async () => (await import('../features/account/profile-page.tsx')).ProfilePage,
    private: true,
    root: true,
  }),
  route({
    path: '/profile/info',
    namespaces: ['account', 'errors'],
    load: async () => (await import('../features/account/info-page.tsx')).InfoPage,
    private: true,
  }),
  route({
    path: '/profile/balancebb',
    namespaces: ['coins', 'account', 'errors'],
    load: async () => (await import('../features/coins/coins-page.tsx')).CoinsPage,
    private: true,
  }),
  route({
    path: '/profile/exchange',
    namespaces: ['convert', 'trade', 'account', 'errors'],
    load: async () => (await import('../features/convert/convert-page.tsx')).ConvertPage,
    private: true,
  }),
  route({
    path: '/profile/notifications',
    namespaces: ['notices', 'alerts', 'errors'],
    load: async () => (await import('../features/account/notifications-page.tsx')).NotificationsPage,
    private: true,
  }),
  route({
    path: '/profile/alerts',
    namespaces: ['alerts', 'errors'],
    load: async () => (await import('../features/alerts/alerts-page.tsx')).AlertsPage,
    private: true,
  }),
  route({
    path: '/zjxq',
    namespaces: ['account', 'funds', 'errors'],
    load: async () => (await import('../features/statement/statement-page.tsx')).StatementPage,
    private: true,
    root: true,
  }),
];

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(path);

export const routeOf = (path: string): Route | undefined => routes.find((candidate) => matches(candidate.path, path));
