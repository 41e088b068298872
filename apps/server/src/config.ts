import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isNetwork } from '@glasshouse/api/operator/parameters';
import { type ChainSettings, readChainSettings } from './chains/settings.ts';
import { type FileSettings, readFileSettings } from './files/settings.ts';
import { readTrustedProxies, type TrustedProxies } from './http/trusted-proxies.ts';
import type { CheckpointSettings } from './kernel/verify/checkpoint-times.ts';
import { MINUTE_CANDLE_DAYS, MINUTE_CANDLE_DAYS_MIN } from './market-data/candles/candle-retention.ts';
import { type NamedInstruments, parseNamedInstruments } from './market-data/feeds/on-offer.ts';
import { type FeedSettings, readFeedSettings } from './market-data/feeds/settings.ts';
import { readSignInSettings, type SignInSettings } from './people/auth/sign-in/settings.ts';
import { type ProviderSettings, readProviderSettings } from './people/kyc/provider/settings.ts';
import { DISK_THRESHOLDS, type DiskThresholds } from './platform/disk-watch.ts';
import { EnvReader, withoutTrailingSlashes } from './platform/env-reader.ts';
import { PROFILES, type Profile, TEST_PROFILE } from './platform/profile.ts';
import { WITHDRAWAL_WAIT_SETTING } from './platform/withdrawal-wait.ts';
import { IDLE_PRICES, type IdlePrices } from './runtime/market-pace.ts';
import type { AnchorSettings } from './transparency/anchor-keeper.ts';
import { TAPE_DAYS_MIN } from './transparency/tape-days.ts';
import { readWitnesses, type WitnessSettings } from './transparency/tree/witnesses.ts';

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
  /** Which instruments of the catalogue are on offer. */
  readonly instruments: NamedInstruments;
  /** Deposit addresses, and where the chains are read. */
  readonly chains: ChainSettings;
  /** Keys of what is encrypted at rest; undefined: the key file inside `dataDir`. */
  readonly masterKey: string | undefined;
  readonly smtpUrl: string | undefined;
  /** Sender of mail; mail servers reject senders of unknown domains. */
  readonly mailFrom: string;
  /** The address that people use, for links in mail; behind a proxy it is not `host` and `port`. */
  readonly publicUrl: string;
  /** Its host, where it was set; undefined where it follows from `host` and `port`. */
  readonly ownHost: string | undefined;
  /** Whose word about a client's address is taken. */
  readonly trustedProxies: TrustedProxies;
  readonly logLevel: LogLevel;
  /** Where encrypted files lie. */
  readonly files: FileSettings;
  /** The outside provider of identity checks; undefined: none. */
  readonly kycProvider: ProviderSettings | undefined;
  /** OpenID providers and wallets that sign people in. */
  readonly signIn: SignInSettings;
  /** Where the head of the log goes each minute, besides the database. */
  readonly anchors: AnchorSettings;
  /** Who signs the heads of the transparency logs as well. */
  readonly witnesses: readonly WitnessSettings[];
  /** How often the state of the core is signed. */
  readonly checkpoints: CheckpointSettings;
  /** From where on the room of the disk is an alarm, and from where on orders are refused. */
  readonly disk: DiskThresholds;
  /** For how many days one-minute bars are stored. */
  readonly minuteCandleDays: number;
  /** For how many days every tick of the tape is kept; undefined: for ever. */
  readonly tapeDays: number | undefined;
  /** How far prices slow down while nobody looks. */
  readonly idlePrices: IdlePrices;
  /**
   * From where operators may sign in while `operator.networks` is empty. Profiles with real money
   * ask for one of the two; `any` opens the console to the world on purpose.
   */
  readonly operatorNetworks: readonly string[] | 'any' | undefined;
  /** Range files of leaked passwords; undefined: only the common ones are known. */
  readonly breachedPasswords: string | undefined;
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

  const host = reader.text('HOST') ?? '127.0.0.1';
  if (!/^[\w.:-]+$/.test(host)) reader.reject('HOST', 'a host name or address');

  const rateLimits = reader.oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
  if (!rateLimits && !isLoopback(host)) {
    reader.report(`RATE_LIMITS=off is refused: HOST=${host} is not a loopback address.`);
  }

  const mailFrom = reader.text('MAIL_FROM') ?? `glasshouse@${isLoopback(host) ? 'localhost' : host}`;
  if (reader.text('MAIL_FROM') !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(mailFrom))
    reader.reject('MAIL_FROM', 'a mail address');

  const masterKey = reader.text('MASTER_KEY');
  if (masterKey !== undefined && !masterKey.split(/[\s,]+/).every((key) => /^[0-9a-f]{64}$/i.test(key))) {
    reader.report('MASTER_KEY is wrong: expected keys of 64 hexadecimal digits, the newest first.');
  }

  const databaseUrl = reader.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const named = reader.oneOf(
    'PROFILE',
    [...PROFILES, TEST_PROFILE],
    databaseUrl === undefined ? 'sandbox' : 'demo-only',
  );
  // A sandbox whose prices and time a test steers: nobody but this machine may see it.
  const isTest = named === TEST_PROFILE;
  const profile = isTest ? 'sandbox' : named;
  if (isTest && !isLoopback(host)) {
    reader.report(`PROFILE=test is refused: HOST=${host} is not a loopback address.`);
  }
  if (reader.text(WITHDRAWAL_WAIT_SETTING) !== undefined && profile !== 'sandbox') {
    reader.report(`${WITHDRAWAL_WAIT_SETTING} is for PROFILE=sandbox only: elsewhere withdrawals wait for a day.`);
  }
  reader.count(WITHDRAWAL_WAIT_SETTING, { min: 0, max: 86_400, fallback: 86_400 });
  const feeds = readFeedSettings(reader, profile, isTest);
  const config: Config = {
    port,
    host,
    dataDir: resolve(reader.text('DATA_DIR') ?? './data'),
    databaseUrl,
    profile,
    feeds,
    instruments: readInstruments(reader),
    chains: readChainSettings(reader, profile),
    masterKey,
    mailFrom,
    publicUrl: withoutTrailingSlashes(reader.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${host}:${port}`),
    ownHost: hostOf(reader.text('PUBLIC_URL')),
    trustedProxies: readTrustedProxies(reader),
    smtpUrl: reader.url('SMTP_URL', ['smtp:', 'smtps:']),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    files: readFileSettings(reader),
    kycProvider: readProviderSettings(reader),
    signIn: readSignInSettings(reader),
    witnesses: readWitnesses(reader),
    anchors: {
      file: reader.text('ANCHOR_FILE'),
      url: reader.url('ANCHOR_URL', ['http:', 'https:']),
    },
    checkpoints: {
      entries: reader.count('CHECKPOINT_ENTRIES', { min: 1_000, max: 1_000_000_000, fallback: 1_000_000 }),
      hours: reader.count('CHECKPOINT_HOURS', { min: 1, max: 8_760, fallback: 24 }),
    },
    disk: {
      lowPercent: reader.count('DISK_LOW_PERCENT', { min: 1, max: 90, fallback: DISK_THRESHOLDS.lowPercent }),
      lowDays: reader.count('DISK_LOW_DAYS', { min: 1, max: 365, fallback: DISK_THRESHOLDS.lowDays }),
      fullMb: reader.count('DISK_FULL_MB', { min: 32, max: 1_000_000, fallback: DISK_THRESHOLDS.fullMb }),
    },
    minuteCandleDays: reader.count('MINUTE_CANDLE_DAYS', {
      min: MINUTE_CANDLE_DAYS_MIN,
      max: 36_500,
      fallback: MINUTE_CANDLE_DAYS,
    }),
    tapeDays: readTapeDays(reader),
    idlePrices: reader.oneOf('IDLE_PRICES', IDLE_PRICES, 'asleep'),
    breachedPasswords: readFolder(reader, 'BREACHED_PASSWORDS_DIR'),
    operatorNetworks: readOperatorNetworks(reader),
    rateLimits,
  };
  return reader.problems.length === 0 ? { ok: true, config } : { ok: false, problems: reader.problems };
}

function readInstruments(reader: EnvReader): NamedInstruments {
  const parsed = parseNamedInstruments(reader.text('INSTRUMENTS') ?? 'all');
  if (parsed.ok) return parsed.named;
  reader.report(parsed.problem);
  return 'all';
}

function readTapeDays(reader: EnvReader): number | undefined {
  if (reader.text('TAPE_DAYS') === undefined) return undefined;
  return reader.count('TAPE_DAYS', { min: TAPE_DAYS_MIN, max: 36_500, fallback: TAPE_DAYS_MIN });
}

/** A folder that must be there: a wrong one would silently let everything through. */
function readFolder(reader: EnvReader, name: string): string | undefined {
  const text = reader.text(name);
  if (text === undefined) return undefined;
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) reader.reject(name, 'a folder with range files of leaked passwords');
  return resolve(text);
}

function readOperatorNetworks(reader: EnvReader): Config['operatorNetworks'] {
  const text = reader.text('OPERATOR_NETWORKS');
  if (text === undefined || text === 'any') return text;
  const networks = text.split(/[\s,]+/);
  if (!networks.every(isNetwork)) {
    reader.reject('OPERATOR_NETWORKS', '`any`, or networks such as 203.0.113.0/24,2001:db8::/32');
  }
  return networks;
}

const hostOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
