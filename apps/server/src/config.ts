import { resolve } from 'node:path';
import { type FeedSettings, readFeedSettings } from './market-data/feeds/settings.ts';
import { EnvReader, withoutTrailingSlashes } from './platform/env-reader.ts';
import { PROFILES, type Profile } from './platform/profile.ts';

/**
 * The only reader of the environment. Everything is optional; a wrong value refuses to start and
 * names itself.
 */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL inside `dataDir`. */
  readonly databaseUrl: string | undefined;
  /**
   * The rules by which the real book is served. With an external database it is closed until one is
   * chosen.
   */
  readonly profile: Profile;
  /** Where the prices of each type of market come from, and how each feed gets them. */
  readonly feeds: FeedSettings;
  readonly smtpUrl: string | undefined;
  /** Sender of mail; mail servers reject senders of unknown domains. */
  readonly mailFrom: string;
  /** The address that people use, for links in mail; behind a proxy it is not `host` and `port`. */
  readonly publicUrl: string;
  readonly logLevel: LogLevel;
  /** Off only for load tests on this machine: refused unless `host` is a loopback address. */
  readonly rateLimits: boolean;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads every setting and reports all problems at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const reader = new EnvReader(env);
  const portText = reader.text('PORT') ?? '4000';
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || 65_535 < port) reader.reject('PORT', 'a whole number from 0 to 65535');

  const feeds = readFeedSettings(reader);

  const host = reader.text('HOST') ?? '127.0.0.1';
  if (!/^[\w.:-]+$/.test(host)) reader.reject('HOST', 'a host name or address');

  const rateLimits = reader.oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
  if (!rateLimits && !isLoopback(host)) {
    reader.report(`RATE_LIMITS=off is refused: HOST=${host} is not a loopback address.`);
  }

  const mailFrom = reader.text('MAIL_FROM') ?? `glasshouse@${isLoopback(host) ? 'localhost' : host}`;
  if (reader.text('MAIL_FROM') !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(mailFrom))
    reader.reject('MAIL_FROM', 'a mail address');

  const databaseUrl = reader.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const config: Config = {
    port,
    host,
    dataDir: resolve(reader.text('DATA_DIR') ?? './data'),
    databaseUrl,
    profile: reader.oneOf('PROFILE', PROFILES, reader.text('DATABASE_URL') === undefined ? 'sandbox' : 'demo-only'),
    feeds,
    mailFrom,
    publicUrl: withoutTrailingSlashes(reader.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${host}:${port}`),
    smtpUrl: reader.url('SMTP_URL', ['smtp:', 'smtps:']),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    rateLimits,
  };
  return reader.problems.length === 0 ? { ok: true, config } : { ok: false, problems: reader.problems };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
