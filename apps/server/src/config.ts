import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isKnownExchange } from './market-data/feeds/ccxt/known-exchange.ts';
import { DEFAULT_PLAN, type FeedPlan, parseFeedPlan, usesFeed } from './market-data/feeds/feed-plan.ts';
import { PROFILES, type Profile } from './platform/profile.ts';

/** The only reader of the environment. Everything is optional; a wrong value refuses to start and names itself. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL inside `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** By which rules the real book is served. With a database of the operator's own it is closed until one is chosen. */
  readonly profile: Profile;
  /** Where the prices of each type of market come from. */
  readonly feeds: FeedPlan;
  readonly replayDir: string | undefined;
  readonly replaySpeed: number;
  readonly simSeed: string;
  /** Present when a type of market takes its prices from exchanges. */
  readonly ccxt: CcxtConfig | undefined;
  /** Present when a type of market takes its prices from the keyed provider. */
  readonly http: HttpFeedConfig | undefined;
  readonly smtpUrl: string | undefined;
  /** Sender of mail; real mail servers refuse one that is not of a domain they know. */
  readonly mailFrom: string;
  /** The address that people use, for links in mail; behind a proxy it is not `host` and `port`. */
  readonly publicUrl: string;
  readonly logLevel: LogLevel;
  /** Off only for load tests on this machine: refused unless `host` is a loopback address. */
  readonly rateLimits: boolean;
}

export interface CcxtConfig {
  /** Names as ccxt spells them. The first gives the prices, the others confirm them and stand in for it. */
  readonly exchanges: readonly string[];
  /** A relay that all requests go through instead of to the exchanges themselves. */
  readonly relayUrl: string | undefined;
}

export interface HttpFeedConfig {
  readonly url: string;
  readonly socketUrl: string;
  readonly key: string;
  /** Requests that the plan of the key allows in a minute. */
  readonly creditsPerMinute: number;
  /** The provider's symbols of instruments that it calls otherwise, by code. */
  readonly symbols: Readonly<Record<string, string>>;
}

/** What opening feeds takes, in whichever thread. */
export type FeedConfig = Pick<Config, 'feeds' | 'replayDir' | 'replaySpeed' | 'simSeed' | 'ccxt' | 'http'>;

export const feedConfigOf = ({ feeds, replayDir, replaySpeed, simSeed, ccxt, http }: Config): FeedConfig => ({
  feeds,
  replayDir,
  replaySpeed,
  simSeed,
  ccxt,
  http,
});

const EXCHANGES_MAX = 4;
const CREDITS_PER_MINUTE_MAX = 100_000;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads every setting and reports all problems at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const problems: string[] = [];
  const text = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  };
  const wrong = (name: string, expected: string): undefined => {
    problems.push(`${name}=${JSON.stringify(env[name])} is wrong: expected ${expected}.`);
    return undefined;
  };
  const oneOf = <Value extends string>(name: string, values: readonly Value[], fallback: Value): Value => {
    const value = text(name);
    if (value === undefined) return fallback;
    const found = values.find((candidate) => candidate === value);
    return found ?? wrong(name, `one of ${values.join(', ')}`) ?? fallback;
  };
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !protocols.includes(parsed.protocol)) {
      return wrong(name, `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    }
    return value;
  };

  const portText = text('PORT') ?? '4000';
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || 65_535 < port) wrong('PORT', 'a whole number from 0 to 65535');

  const speedText = text('REPLAY_SPEED') ?? '1';
  const replaySpeed = Number(speedText);
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(speedText) || replaySpeed <= 0 || 1000 < replaySpeed) {
    wrong('REPLAY_SPEED', 'a number above 0, at most 1000');
  }

  const plan = parseFeedPlan(text('FEED') ?? 'sim');
  if (!plan.ok) wrong('FEED', plan.expected);
  const feeds = plan.ok ? plan.plan : DEFAULT_PLAN;
  const replayText = text('REPLAY_DIR');
  const replayDir = replayText === undefined ? undefined : resolve(replayText);
  if (replayDir !== undefined && !(existsSync(replayDir) && statSync(replayDir).isDirectory())) {
    wrong('REPLAY_DIR', 'an existing folder');
  }
  if (usesFeed(feeds, 'replay') && replayDir === undefined) {
    problems.push('REPLAY_DIR is missing: FEED=replay needs a folder with recordings.');
  }

  const exchanges = (text('CCXT_EXCHANGES') ?? 'binance,kraken').split(',').map((name) => name.trim());
  const areExchanges = exchanges.every((name) => /^[a-z0-9]{2,30}$/.test(name));
  if (!areExchanges || EXCHANGES_MAX < exchanges.length || new Set(exchanges).size < exchanges.length) {
    wrong('CCXT_EXCHANGES', `one to ${EXCHANGES_MAX} different names of exchanges as ccxt spells them, binance,kraken`);
  }
  if (usesFeed(feeds, 'ccxt') && areExchanges) {
    for (const name of exchanges) {
      if (!isKnownExchange(name)) problems.push(`CCXT_EXCHANGES names ${name}, an exchange that ccxt does not know.`);
    }
  }
  const relayUrl = url('CCXT_RELAY_URL', ['http:', 'https:'])?.replace(/\/+$/, '');

  const httpUrl = url('HTTP_FEED_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? 'https://api.twelvedata.com';
  const socketUrl = url('HTTP_FEED_SOCKET_URL', ['ws:', 'wss:']) ?? 'wss://ws.twelvedata.com/v1/quotes/price';
  const creditsText = text('HTTP_FEED_CREDITS') ?? '55';
  const creditsPerMinute = Number(creditsText);
  if (!/^\d{1,6}$/.test(creditsText) || creditsPerMinute < 1 || CREDITS_PER_MINUTE_MAX < creditsPerMinute) {
    wrong('HTTP_FEED_CREDITS', `a whole number from 1 to ${CREDITS_PER_MINUTE_MAX}`);
  }
  const symbols: Record<string, string> = {};
  for (const part of text('HTTP_FEED_SYMBOLS')?.split(',') ?? []) {
    const match = /^\s*([A-Z0-9.]{1,20})=([\w./:-]{1,40})\s*$/.exec(part);
    if (match === null)
      wrong('HTTP_FEED_SYMBOLS', 'a list like BRK.B=BRK.B,GC=GC1 of codes and the symbols of the provider');
    else symbols[match[1]!] = match[2]!;
  }
  const key = text('HTTP_FEED_KEY');
  if (usesFeed(feeds, 'http') && key === undefined) {
    problems.push('HTTP_FEED_KEY is missing: FEED=http needs the key that the provider gave you.');
  }

  const host = text('HOST') ?? '127.0.0.1';
  if (!/^[\w.:-]+$/.test(host)) wrong('HOST', 'a host name or address');

  const rateLimits = oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
  if (!rateLimits && !isLoopback(host)) {
    problems.push(`RATE_LIMITS=off is refused: HOST=${host} is not a loopback address.`);
  }

  const mailFrom = text('MAIL_FROM') ?? `glasshouse@${isLoopback(host) ? 'localhost' : host}`;
  if (text('MAIL_FROM') !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(mailFrom)) wrong('MAIL_FROM', 'a mail address');

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const config: Config = {
    port,
    host,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl,
    profile: oneOf('PROFILE', PROFILES, text('DATABASE_URL') === undefined ? 'sandbox' : 'demo-only'),
    feeds,
    replayDir,
    replaySpeed,
    simSeed: text('SIM_SEED') ?? 'glasshouse',
    ccxt: usesFeed(feeds, 'ccxt') ? { exchanges, relayUrl } : undefined,
    http:
      usesFeed(feeds, 'http') && key !== undefined
        ? { url: httpUrl, socketUrl, key, creditsPerMinute, symbols }
        : undefined,
    mailFrom,
    publicUrl: url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? `http://${host}:${port}`,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    rateLimits,
  };
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
