import { NETWORK_NAMES, type NetworkName } from '@glasshouse/api/networks';
import type { EnvReader } from '../platform/env-reader.ts';
import type { Profile } from '../platform/profile.ts';
import { readExtendedKey } from './extended-key.ts';
import { type ExtraNetwork, readExtraNetworks } from './extra-networks.ts';
import type { Family, Network } from './network.ts';

export interface WatchSettings {
  /** The first is followed; the others must confirm what it says. */
  readonly endpoints: readonly string[];
}

/** Plain data: it is handed to threads. */
export interface ChainSettings {
  /** Extended public keys by family; a family without one has no addresses of its own. */
  readonly keys: { readonly [Name in Family]: string | undefined };
  /** Networks that replace built-in ones of the same name. */
  readonly networks: readonly Network[];
  readonly watch: { readonly [network: string]: WatchSettings };
}

export const NO_CHAINS: ChainSettings = {
  keys: { evm: undefined, tron: undefined, bitcoin: undefined },
  networks: [],
  watch: {},
};

/**
 * For a sandbox without keys, so that deposits can be tried at once. Their private keys were thrown
 * away when they were made: nobody can spend what is sent there, and the page says so.
 */
const SANDBOX_KEYS: { readonly [Name in Family]: string } = {
  evm: 'xpub6BkDvjgcbV4mHAf9MWyHJceyj5PqJPsYELg2BCJYoH7wQH2boKV1keYLN7KiSU5FfnnVnKYPiWHJED3jSPYf9epNfZbxrwGuySy4DFYLbTa',
  tron: 'xpub6CSWW8Jjc8Y9E9hzSeiugkWFsdLiUwkDtBW3JUVCKMdt7Nziw77QYJ4GpQnAKEKTKsirqwmrjBz6n6E7FrYzG4VdhGQor4CU8NCGLpedYsi',
  bitcoin:
    'xpub6CMLQocKKZcmR5fm5bmbnueRzmkhzxweUhRKbbZVXEhoQidXxdMwL34QKsmVV2coxFWMd8EYm3SrkiV9CtY1jH662zdx7Xx7NUydrkwFwBP',
};

const ENDPOINTS_MAX = 4;

/** Networks with a watcher, and their settings. Tron's transfers are claimed with a hash. */
const WATCHED: { readonly [Name in NetworkName]?: string } = {
  ERC20: 'WATCH_ETHEREUM',
  BTC: 'WATCH_BITCOIN',
  BEP20: 'WATCH_BSC',
  POLYGON: 'WATCH_POLYGON',
  ARBITRUM: 'WATCH_ARBITRUM',
  BASE: 'WATCH_BASE',
};

/** Reads everything about chains; what is wrong is told to `env`. */
export function readChainSettings(env: EnvReader, profile: Profile): ChainSettings {
  const extra = readExtraNetworks(env);
  if (profile !== 'sandbox' && 0 < extra.length) {
    env.report('WATCH_EXTRA replaces networks by other chains: only PROFILE=sandbox allows that.');
  }
  const networks = extra.map(({ network }) => network);
  const watch = [...NETWORK_NAMES.flatMap((name) => watchOf(env, name)), ...extra.map(watchOfExtra)];
  const configured = {
    evm: keyOf(env, 'evm', 'XPUB_EVM'),
    tron: keyOf(env, 'tron', 'XPUB_TRON'),
    bitcoin: keyOf(env, 'bitcoin', 'XPUB_BITCOIN'),
  };
  const isOpen = profile === 'sandbox' && Object.values(configured).every((key) => key === undefined);
  return { keys: isOpen ? SANDBOX_KEYS : configured, networks, watch: Object.fromEntries(watch) };
}

/** `ERC20, BTC`, for the welcome. */
export function describeChains({ keys, watch }: ChainSettings): string {
  const families = Object.entries(keys).flatMap(([family, key]) => (key === undefined ? [] : [family]));
  const watched = Object.keys(watch);
  return `watched: ${listed(watched)}; keys of the settings: ${listed(families)}`;
}

const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

function keyOf(env: EnvReader, family: Family, setting: string): string | undefined {
  const text = env.text(setting);
  if (text === undefined) return undefined;
  const read = readExtendedKey(family, text);
  // The value is not repeated: it may be the private key of somebody's savings.
  if (!read.ok) env.report(`${setting} ${read.problem}.`);
  else if (read.extended.isTest) env.report(`${setting} is a key of a test network; expected one of the main network.`);
  return read.ok ? text : undefined;
}

function watchOf(env: EnvReader, name: NetworkName): [string, WatchSettings][] {
  const setting = WATCHED[name];
  const text = setting === undefined ? undefined : env.text(setting);
  if (setting === undefined || text === undefined) return [];
  const endpoints = text.split(',').map((part) => part.trim());
  if (ENDPOINTS_MAX < endpoints.length || !endpoints.every(isEndpoint)) {
    env.report(`${setting} is wrong: expected one to ${ENDPOINTS_MAX} URLs, separated by commas.`);
    return [];
  }
  return [[name, { endpoints }]];
}

const watchOfExtra = ({ network, endpoints }: ExtraNetwork): [string, WatchSettings] => [network.name, { endpoints }];

/** Bitcoin nodes are named `node+http://user:password@host:8332`; other URLs are Esplora's. */
const isEndpoint = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:', 'node+http:', 'node+https:'].includes(new URL(text).protocol);
