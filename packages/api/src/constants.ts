/** Base path of all customer calls. */
export const BASE_PATH = '/swx/customer';
export const MARKET_SOCKET_PATH = '/swx/ws/market';
export const USER_SOCKET_PATH = '/swx/ws/user';
export const SOCKET_PROTOCOL = 'glasshouse.v1';

export const LANGUAGES = ['en', 'ja', 'ko', 'th', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';
/** Legacy name for Traditional Chinese; loads zh content. */
export const LANGUAGE_ALIASES: Readonly<Record<string, Language>> = { 'zh-tw': 'zh' };

export const MARKET_TYPE_NUMBERS = [1, 2, 3, 4, 5, 6] as const;

export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Accounts of a user per book and asset. */
export const USER_ACCOUNT_KINDS = ['available', 'held', 'margin', 'plan', 'collateral'] as const;
/** Header `virtually`: the book a call works on. Demo when left out. */
export const BOOK_OF_VIRTUALLY = { NO: 'demo', YES: 'real' } as const;
export type Book = (typeof BOOK_OF_VIRTUALLY)[keyof typeof BOOK_OF_VIRTUALLY];
export const HEADER_BOOK = 'virtually';
export const HEADER_LANGUAGE = 'lang';
export const HEADER_IDEMPOTENCY_KEY = 'idempotency-key';
export const IDEMPOTENCY_KEY_PATTERN = '^[A-Za-z0-9._:-]{1,64}$';

/** A larger JSON body is refused with 413. */
export const BODY_LIMIT_BYTES = 64 * 1024;
export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;
export const CANDLE_LIMIT_DEFAULT = 500;
export const CANDLE_LIMIT_MAX = 2000;
/** Rows of the market list; far above any catalogue. */
export const MARKET_ROWS_MAX = 2000;
export const RECENT_PRICES_MAX = 100;
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 128;
export const CLIENT_TIMEOUT_MS = 90_000;
