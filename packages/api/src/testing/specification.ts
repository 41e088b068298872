import calls from './specified-calls.json' with { type: 'json' };

/**
 * The public surface that the specification gives, to the letter. Three tests read it: of the
 * contract and the web app (`apps/web/src/app/specification.test.ts`), of the server's parameters
 * (`apps/server/src/runtime/specification.test.ts`), and of the running product
 * (`e2e/src/tests/specification.spec.ts`). What is listed here is served.
 */

interface SpecifiedRoute {
  readonly path: string;
  /** Asks visitors to log in, and brings them back. */
  readonly private?: true;
  /** What it is opened with: a path that leads somewhere. */
  readonly query?: string;
  /** No footer here. */
  readonly bare?: true;
}

export const ROUTES: readonly SpecifiedRoute[] = [
  { path: '/' },
  { path: '/market' },
  { path: '/trading' },
  { path: '/loan' },
  { path: '/zjxq', private: true },
  { path: '/nfts' },
  { path: '/profile', private: true },
  { path: '/cruuency', query: '?code=BTCUSDT&type=2&id=1' },
  { path: '/profile/balance', private: true },
  { path: '/profile/balance2', private: true },
  { path: '/profile/balancebb', private: true },
  { path: '/profile/info', private: true },
  { path: '/profile/exchange', private: true },
  { path: '/profile/kefu', private: true },
  { path: '/profile/invite', private: true },
  { path: '/profile/notification', private: true },
  { path: '/help' },
  { path: '/help/faq' },
  { path: '/help/notice' },
  { path: '/pass/register', bare: true },
  { path: '/pass/login', bare: true },
  { path: '/pass/reset', bare: true },
  { path: '/detail', query: '?id=1&title=x' },
  { path: '/introduction' },
  { path: '/api/loginCallback/google', bare: true },
  { path: '/service.html', query: '?language=en', bare: true },
];

/** Screens without a route: what draws each, and the test that opens it. */
export const DIALOGS: readonly { readonly name: string; readonly file: string; readonly test: string }[] = [
  { name: 'order confirmation', file: 'apps/web/src/parts/ticket/confirm-in-place.tsx', test: 'spot' },
  { name: 'smart plan creation', file: 'apps/web/src/features/plans/plan-ticket.tsx', test: 'plans' },
  { name: 'deposit with proof upload', file: 'apps/web/src/features/wallet/report-transfer.tsx', test: 'funds' },
  { name: 'withdraw', file: 'apps/web/src/features/wallet/withdraw-form.tsx', test: 'funds' },
  { name: 'loan agreement and signature', file: 'apps/web/src/features/loans/sign-form.tsx', test: 'loans' },
  { name: 'KYC photo capture', file: 'apps/web/src/parts/camera/camera-dialog.tsx', test: 'real-account' },
  { name: 'NFT purchase', file: 'apps/web/src/features/nfts/buy-ticket.tsx', test: 'nfts' },
  { name: 'demo and real account', file: 'apps/web/src/parts/account/switch-book-dialog.tsx', test: 'specification' },
  { name: 'language', file: 'packages/app/src/language/language-list.tsx', test: 'specification' },
  { name: 'onboarding board', file: 'apps/web/src/app/shell/onboarding-board.tsx', test: 'specification' },
  { name: 'wallet gate', file: 'apps/web/src/features/auth/sign-in/wallet-gate.tsx', test: 'sign-in' },
];

/** Below `BASE`. */
export const CALLS: readonly string[] = calls;

/** Number of each message, by the first words that the specification gives it. */
export const CODES: Readonly<Record<number, string>> = {
  10001: 'enterAccount',
  10002: 'emailWrong',
  10003: 'usernameWrong',
  10004: 'passwordWrong',
  10005: 'userStatusAbnormal',
  10006: 'usernameExists',
  10007: 'emailExists',
  10008: 'userStatusWrong',
  10009: 'userNotFound',
  10010: 'smartProductIncorrect',
  10011: 'balanceInsufficientForOrder',
  10012: 'daysNotFound',
  10013: 'investmentAmountWrong',
  10014: 'optionsProductIncorrect',
  10015: 'notTradable',
  10016: 'purchaseAmountIncorrect',
  10017: 'periodNotFound',
  10018: 'parametersUnavailable',
  10019: 'authenticationStatusWrong',
  10020: 'nftStatusWrong',
  10021: 'receivingAddressMissing',
  10022: 'notVerified',
  10023: 'loanTermWrong',
  10024: 'sameProductBought',
  10025: 'chooseWithdrawalMethod',
  10089: 'sendCodeTooSoon',
  10090: 'sendCodeFirst',
  10091: 'codeWrong',
  10092: 'balanceInsufficient',
  10093: 'withdrawalPasswordWrong',
  20001: 'submittedForReview',
  20002: 'depositSubmitted',
  20003: 'withdrawalSubmitted',
  20004: 'purchaseSucceeded',
  20005: 'modified',
};

/** Messages that have no number there, by the keys that they have here. */
export const MESSAGES: readonly string[] = [
  'unknownError',
  'demoDisabled',
  'switchToReal',
  'coinBalanceInsufficient',
  'productIncorrect',
  'verifyIdentityFirst',
  'copySucceeded',
  'copyFailed',
  'noMoreData',
  'nothingFound',
  'uploadFailed',
  'stopLossUnreasonable',
  'takeProfitUnreasonable',
  'imageRequired',
  'loanStillOpen',
  'agreementNotSigned',
  'belowDepositMinimum',
  'setWithdrawalPasswordFirst',
  'passwordsDiffer',
];

export const SPECIFIED_LANGUAGES = ['en', 'ja', 'ko', 'th', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh'] as const;

export const SPECIFIED = {
  base: '/swx/customer',
  defaultLanguage: 'en',
  /** Loads what the second one has. */
  languageAliases: { 'zh-tw': 'zh' },
  defaultVirtualStatus: '1',
  bookHeader: 'virtually',
  /** What the header says of each `virtualStatus`; every other one is YES. */
  bookOfHeader: { NO: 'demo', YES: 'real' },
  marketTypes: { forex: 1, crypto: 2, futures: 4, etf: 5 },
  requestTimeoutMs: 90_000,
  partTimeoutMs: 120_000,
  recentPrices: 100,
  areaCodes: { from: 1, to: 430 },
  rootFontPx: 100,
  depositMinimums: { USDT: '120', BTC: '0.015', ETH: '0.2' },
  loanRate: '0.8',
  kycReviewHours: 48,
  imageMb: 2,
  proofMb: 50,
  /** A trading fee stays below. */
  feeRate: '0.003',
} as const;
