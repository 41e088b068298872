/** Base path of all customer calls. */
export const BASE_PATH = '/swx/customer';
export const MARKET_SOCKET_PATH = '/swx/ws/market';
export const USER_SOCKET_PATH = '/swx/ws/user';
export const SOCKET_PROTOCOL = 'glasshouse.v1';

export const LANGUAGES = ['en', 'ja', 'ko', 'th', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What notifications are about: people choose by these how they are told. */
export const NOTICE_GROUPS = [
  'options',
  'contracts',
  'spot',
  'alert',
  'kyc',
  'deposit',
  'withdrawal',
  'plan',
  'loan',
  'nft',
  'referral',
  'level',
  'support',
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

export const DEFAULT_LANGUAGE: Language = 'en';
/** Legacy name for Traditional Chinese; loads zh content. */
export const LANGUAGE_ALIASES: Readonly<Record<string, Language>> = { 'zh-tw': 'zh' };

export const MARKET_TYPE_NUMBERS = [1, 2, 3, 4, 5, 6] as const;

export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type Interval = (typeof INTERVALS)[number];
/** Shorter than what bars are kept of: a browser builds them from the ticks that it sees. */
export const TICK_INTERVALS = ['tick', '1s', '5s', '15s'] as const;
export type TickInterval = (typeof TICK_INTERVALS)[number];

/** Bounds of the panes of the trading workspace, in pixels at the usual text size. */
export const PANE_BOUNDS = {
  markets: { min: 200, max: 480 },
  book: { min: 180, max: 480 },
  ticket: { min: 280, max: 520 },
  orders: { min: 120, max: 1_200 },
} as const;

export const CHART_COUNTS = [1, 2, 4] as const;

/** Accounts of a user per book and asset. */
export const USER_ACCOUNT_KINDS = ['available', 'held', 'margin', 'plan', 'collateral'] as const;
/** What a person can earn or lose with. */
export const PROFIT_KINDS = ['options', 'contracts', 'spot', 'convert', 'plans', 'referrals', 'loans'] as const;
/** What a tax report may be in: those that the tape prices. */
export const REPORT_CURRENCIES = [
  'USDT',
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'AUD',
  'CAD',
  'HKD',
  'SGD',
  'THB',
] as const;
export type ReportCurrency = (typeof REPORT_CURRENCIES)[number];
export const COST_METHODS = ['fifo', 'average'] as const;
export type CostMethodName = (typeof COST_METHODS)[number];
/** What a line of a tax report is. */
export const TAX_SECTIONS = [
  'disposal',
  'acquisition',
  'result',
  'income',
  'fee',
  'financing',
  'tradeFee',
  'capital',
  'spent',
  'correction',
  'other',
] as const;
export type TaxSection = (typeof TAX_SECTIONS)[number];
/** Header `virtually`: the book a call works on. Demo when left out. */
export const BOOK_OF_VIRTUALLY = { NO: 'demo', YES: 'real' } as const;
export type Book = (typeof BOOK_OF_VIRTUALLY)[keyof typeof BOOK_OF_VIRTUALLY];
export const HEADER_BOOK = 'virtually';
export const HEADER_LANGUAGE = 'lang';
/** Token of `startVisit`: whose conversation with support it is, for who is not logged in. */
export const HEADER_VISITOR = 'visitor';
export const HEADER_IDEMPOTENCY_KEY = 'idempotency-key';
/** Of an answer to what moves money: `<seq> <hash>` of the log's head, which covers the answer. */
export const HEADER_LOG_HEAD = 'log-head';
export const IDEMPOTENCY_KEY_PATTERN = '^[A-Za-z0-9._:-]{1,64}$';

/** A larger JSON body is refused with 413. */
export const BODY_LIMIT_BYTES = 64 * 1024;
export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;
export const CANDLE_LIMIT_DEFAULT = 500;
/** The largest export that is taken in from the page; operators take in larger ones. */
export const IMPORT_BYTES_MAX = 50 * 1024 * 1024;
/** Imported histories of one account. */
export const IMPORTS_MAX = 5;
export const CANDLE_LIMIT_MAX = 2000;
/** Rows of the market list; far above any catalogue. */
export const MARKET_ROWS_MAX = 2000;
/** Markets that moved most, in one answer. */
export const MOVERS_MAX = 20;
/** Points of a market's day: about one for each half hour. */
export const DAY_POINTS_MAX = 50;
/** Markets whose days are told in one answer. */
export const DAYS_MAX = 100;
export const RECENT_PRICES_MAX = 100;
/**
 * Steps that a row keeps and a case comes with; of more, the first and the latest ones. A transfer
 * that comes and goes with reorganisations must not grow its row without end.
 */
export const TIMELINE_STEPS_MAX = 25;
/** Ticks that a chart of seconds begins with. */
export const RECENT_TICKS_MAX = 600;
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 128;
export const CLIENT_TIMEOUT_MS = 90_000;
/** A part of the app that has not arrived by then is a failure, with an offer to reload. */
export const PART_TIMEOUT_MS = 120_000;

/** What a browser without a wallet is told before signing in. */
export const WALLET_GATES = ['off', 'warn', 'require'] as const;
export type WalletGate = (typeof WALLET_GATES)[number];
/** Tables for the books of the operator. */
export const REPORTS = [
  'movements',
  'fees',
  'profit',
  'liabilities',
  'identity',
  'operators',
  'plans',
  'loans',
  'charity',
  'referrals',
  'rewards',
] as const;

/** What is written down when the protection of an account changes. */
export const CREDENTIAL_CHANGES = [
  'password',
  'passwordReset',
  'withdrawalPassword',
  'totpAdded',
  'totpRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'email',
  'recoveryRenewed',
  'recoveryUsed',
  'signInAdded',
  'signInRemoved',
] as const;
