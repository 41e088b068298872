import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The only reader of the environment. Everything is optional; a wrong value refuses to start and names itself. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL inside `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly feed: FeedName;
  readonly replayDir: string | undefined;
  readonly replaySpeed: number;
  readonly simSeed: string;
  readonly smtpUrl: string | undefined;
  /** Sender of mail; real mail servers refuse one that is not of a domain they know. */
  readonly mailFrom: string;
  /** The address that people use, for links in mail; behind a proxy it is not `host` and `port`. */
  readonly publicUrl: string;
  readonly logLevel: LogLevel;
  /** Off only for load tests on this machine: refused unless `host` is a loopback address. */
  readonly rateLimits: boolean;
}

export const FEEDS = ['sim', 'replay'] as const;
export type FeedName = (typeof FEEDS)[number];
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

  const feed = oneOf('FEED', FEEDS, 'sim');
  const replayText = text('REPLAY_DIR');
  const replayDir = replayText === undefined ? undefined : resolve(replayText);
  if (replayDir !== undefined && !(existsSync(replayDir) && statSync(replayDir).isDirectory())) {
    wrong('REPLAY_DIR', 'an existing folder');
  }
  if (feed === 'replay' && replayDir === undefined) {
    problems.push('REPLAY_DIR is missing: FEED=replay needs a folder with recordings.');
  }

  const host = text('HOST') ?? '127.0.0.1';
  if (!/^[\w.:-]+$/.test(host)) wrong('HOST', 'a host name or address');

  const rateLimits = oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
  if (!rateLimits && !isLoopback(host)) {
    problems.push(`RATE_LIMITS=off is refused: HOST=${host} is not a loopback address.`);
  }

  const mailFrom = text('MAIL_FROM') ?? `glasshouse@${isLoopback(host) ? 'localhost' : host}`;
  if (text('MAIL_FROM') !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(mailFrom)) wrong('MAIL_FROM', 'a mail address');

  const config: Config = {
    port,
    host,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    feed,
    replayDir,
    replaySpeed,
    simSeed: text('SIM_SEED') ?? 'glasshouse',
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
