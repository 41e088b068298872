import { needMessages } from '@glasshouse/app/language/language';
import { loadPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { loadCallTable } from '@glasshouse/client/load-call-table';
import type { Namespace } from '@glasshouse/i18n';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { homeOf } from './account-home.tsx';
import { inPartTime } from './part-time.ts';

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
  /** On a desktop it is as high as the window, and its panes scroll. */
  readonly fills?: boolean;
}

export interface Route extends RouteSpec {
  readonly Late: LazyExoticComponent<ComponentType>;
  /** The page itself, once it is there. */
  readonly loaded: () => ComponentType | undefined;
  /** Loads code and texts; then the page renders at once. */
  readonly ready: () => Promise<void>;
  /**
   * Loads the code ahead of time: on the first page in parallel with its texts, later when a
   * pointer nears the link.
   */
  readonly preload: () => void;
}

/**
 * Loads page, texts and calls together, so that it never shows without them. The home page makes do
 * with the calls that come with it.
 */
function route(spec: RouteSpec): Route {
  const load = async () => {
    const [Component] = await Promise.all([spec.load(), spec.path === '/' ? undefined : loadCallTable()]);
    return Component;
  };
  let Loaded: ComponentType | undefined;
  const ready = async () => {
    [Loaded] = await inPartTime(loadPart(() => Promise.all([load(), needMessages(spec.namespaces)])));
    return Loaded;
  };
  const Late = lazy(async () => ({ default: await ready() }));
  return {
    ...spec,
    Late,
    loaded: () => Loaded,
    ready: async () => void (await ready()),
    preload: () => void loadPart(load).catch(() => undefined),
  };
}

/** The texts of the list beside every page of a person. */
const PERSON: readonly Namespace[] = ['account', 'kyc', 'notices', 'funds', 'support'];

export const routes: readonly Route[] = [
  route({
    path: '/',
    namespaces: ['home', 'market'],
    load: async () => homeOf((await import('../features/home/home-page.tsx')).HomePage),
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
    fills: true,
  }),
  route({
    path: '/order/options/:id',
    namespaces: ['trade', 'guide', 'order', 'account', 'errors', 'site', 'portfolio'],
    load: async () => (await import('../features/orders/order-page.tsx')).OrderPage,
    private: true,
  }),
  route({
    path: '/order/contracts/:id',
    namespaces: ['trade', 'guide', 'contracts', 'order', 'workspace', 'account', 'errors', 'site', 'portfolio'],
    load: async () => (await import('../features/orders/contract-order-page.tsx')).ContractOrderPage,
    private: true,
  }),
  route({
    path: '/order/spot/:id',
    namespaces: ['trade', 'guide', 'order', 'convert', 'account', 'errors', 'site', 'portfolio'],
    load: async () => (await import('../features/orders/spot-order-page.tsx')).SpotOrderPage,
    private: true,
  }),
  route({
    path: '/order/convert/:id',
    namespaces: ['trade', 'guide', 'order', 'convert', 'account', 'errors', 'site', 'portfolio'],
    load: async () => (await import('../features/orders/conversion-page.tsx')).ConversionPage,
    private: true,
  }),
  route({
    path: '/order/plan/:id',
    namespaces: ['trade', 'guide', 'order', 'account', 'errors', 'plans', 'site'],
    load: async () => (await import('../features/orders/plan-page.tsx')).PlanPage,
    private: true,
  }),
  route({
    path: '/order/loan/:id',
    namespaces: ['trade', 'guide', 'order', 'account', 'errors', 'loans', 'site'],
    load: async () => (await import('../features/orders/loan-receipt-page.tsx')).LoanReceiptPage,
    private: true,
  }),
  ...(['deposit', 'withdrawal'] as const).map((kind) =>
    route({
      path: `/order/${kind}/:id`,
      namespaces: ['wallet', 'order', 'trade', 'convert', 'guide', 'account', 'funds', 'errors'],
      load: async () =>
        kind === 'deposit'
          ? (await import('../features/wallet/deposit-receipt-page.tsx')).DepositReceiptPage
          : (await import('../features/wallet/withdrawal-receipt-page.tsx')).WithdrawalReceiptPage,
      private: true,
    }),
  ),
  route({
    path: '/receipt/:token',
    namespaces: ['trade', 'guide', 'contracts', 'order', 'convert', 'account', 'errors', 'site'],
    load: async () => (await import('../features/orders/shared-page.tsx')).SharedPage,
  }),
  route({
    path: '/trading',
    namespaces: ['wallet', 'account', 'funds', 'errors', 'plans'],
    load: async () => (await import('../features/plans/plans-page.tsx')).PlansPage,
    root: true,
  }),
  ...['/help', '/help/faq', '/help/notice', '/detail', '/introduction'].map((path) =>
    route({
      path,
      namespaces: ['help', 'guide', 'errors'],
      load: async () => (await import('../features/help/help-page.tsx')).HelpPage,
    }),
  ),
  route({
    // All below it is one chunk, which knows its texts.
    path: '/nfts.*',
    namespaces: [],
    load: async () => (await import('../features/nfts/nft-routes.tsx')).load(),
  }),
  route({
    path: '/loan.*',
    namespaces: [],
    load: async () => (await import('../features/loans/loan-routes.tsx')).load(),
  }),
  route({
    path: '/pass/login',
    namespaces: ['account', 'signin', 'errors'],
    load: async () => (await import('../features/auth/login-page.tsx')).LoginPage,
    bare: true,
  }),
  route({
    path: '/pass/register',
    namespaces: ['account', 'signin', 'errors'],
    load: async () => (await import('../features/auth/register-page.tsx')).RegisterPage,
    bare: true,
  }),
  route({
    path: '/api/loginCallback/:provider',
    namespaces: ['account', 'signin', 'errors'],
    load: async () => (await import('../features/auth/sign-in/callback-page.tsx')).CallbackPage,
    bare: true,
  }),
  route({
    path: '/pass/reset',
    namespaces: ['account', 'errors'],
    load: async () => (await import('../features/auth/reset-page.tsx')).ResetPage,
    bare: true,
  }),
  route({
    path: '/house',
    namespaces: ['account', 'trade', 'plans', 'site', 'errors'],
    load: async () => (await import('../features/house/house-page.tsx')).HousePage,
  }),
  route({
    path: '/profile',
    namespaces: [...PERSON, 'convert', 'alerts', 'wallet', 'errors'],
    load: async () => (await import('../features/account/profile-page.tsx')).ProfilePage,
    private: true,
    root: true,
  }),
  route({
    path: '/profile/info',
    namespaces: [...PERSON, 'security', 'signin', 'errors'],
    load: async () => (await import('../features/account/info-page.tsx')).InfoPage,
    private: true,
  }),
  route({
    path: '/profile/settings',
    namespaces: [...PERSON, 'security', 'signin', 'alerts', 'guide', 'errors'],
    load: async () => (await import('../features/account/settings-page.tsx')).SettingsPage,
    private: true,
  }),
  route({
    path: '/profile/imports',
    namespaces: [...PERSON, 'imports', 'order', 'trade', 'plans', 'loans', 'wallet', 'errors'],
    load: async () => (await import('../features/imports/imports-page.tsx')).ImportsPage,
    private: true,
  }),
  route({
    path: '/profile/identity',
    namespaces: [...PERSON, 'wallet', 'errors'],
    load: async () => (await import('../features/kyc/kyc-page.tsx')).KycPage,
    private: true,
  }),
  route({
    path: '/profile/balance',
    namespaces: ['wallet', 'kyc', 'portfolio', 'account', 'funds', 'errors'],
    load: async () => (await import('../features/wallet/deposit-page.tsx')).DepositPage,
    private: true,
  }),
  route({
    path: '/profile/balance2',
    namespaces: ['wallet', 'kyc', 'trade', 'portfolio', 'account', 'funds', 'errors'],
    load: async () => (await import('../features/wallet/withdraw-page.tsx')).WithdrawPage,
    private: true,
  }),
  route({
    path: '/profile/balancebb',
    namespaces: ['coins', 'portfolio', 'account', 'funds', 'errors'],
    load: async () => (await import('../features/coins/coins-page.tsx')).CoinsPage,
    private: true,
  }),
  route({
    path: '/profile/exchange',
    namespaces: ['convert', 'trade', 'portfolio', 'account', 'funds', 'errors'],
    load: async () => (await import('../features/convert/convert-page.tsx')).ConvertPage,
    private: true,
  }),
  route({
    path: '/profile/invite',
    namespaces: [...PERSON, 'wallet', 'errors'],
    load: async () => (await import('../features/invite/invite-page.tsx')).InvitePage,
    private: true,
  }),
  route({
    // Links of earlier releases have the plural.
    path: '/profile/notifications?',
    namespaces: [...PERSON, 'alerts', 'errors'],
    load: async () => (await import('../features/account/notifications-page.tsx')).NotificationsPage,
    private: true,
  }),
  route({
    path: '/profile/kefu',
    namespaces: [...PERSON, 'errors'],
    load: async () => (await import('../features/support/support-pages.tsx')).KefuPage,
    private: true,
  }),
  route({
    path: '/service.html',
    namespaces: ['support', 'errors'],
    load: async () => (await import('../features/support/support-pages.tsx')).ServicePage,
    bare: true,
  }),
  route({
    path: '/profile/alerts',
    namespaces: ['market', 'alerts', 'errors'],
    load: async () => (await import('../features/alerts/alerts-page.tsx')).AlertsPage,
    private: true,
  }),
  route({
    path: '/portfolio',
    namespaces: ['portfolio', 'trade', 'contracts', 'order', 'account', 'funds', 'errors'],
    load: async () => (await import('../features/portfolio/portfolio-page.tsx')).PortfolioPage,
    private: true,
  }),
  route({
    path: '/zjxq/tax',
    namespaces: ['portfolio', 'account', 'funds', 'errors'],
    load: async () => (await import('../features/statement/tax-page.tsx')).TaxPage,
    private: true,
  }),
  route({
    path: '/zjxq',
    namespaces: ['portfolio', 'account', 'funds', 'errors'],
    load: async () => (await import('../features/statement/statement-page.tsx')).StatementPage,
    private: true,
    root: true,
  }),
];

/** For every other address, which keeps standing in the bar. */
export const unknownRoute = route({
  path: '*',
  namespaces: ['guide'],
  load: async () => (await import('./unknown-page.tsx')).UnknownPage,
});

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(path);

export const routeOf = (path: string): Route | undefined => routes.find((candidate) => matches(candidate.path, path));
