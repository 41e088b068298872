import { typesPricedBy, usesFeed } from './feed-plan.ts';
import { FEED_NAMES } from './registry.ts';
import { type FeedSettings, isPredictable, sourcesOf } from './settings.ts';

const DEFAULT_HTTP = 'api.twelvedata.com';

/** Without the path and without names and passwords, which may be secret. */
const hostOf = (url: string): string => new URL(url).host;

/** An input through which somebody at this installation could type prices. */
export interface TypedInput {
  /** The setting, and the folder or the host that it names. */
  readonly name: string;
  readonly feed: 'sim' | 'replay' | 'ccxt' | 'http' | 'scripted';
}

/** What one feed gives, and through what. */
export type FeedInputs = {
  readonly name: string;
  /** Types of market. */
  readonly types: readonly string[];
  /** Exchanges or the provider, the one that gives the prices first. */
  readonly sources: readonly string[];
  /** Inputs through which somebody at this installation could type prices. */
  readonly inputs: readonly string[];
};

/**
 * Recordings in a folder, a relay between us and the exchanges, another address for the provider:
 * what comes in through them need not be what the market said. Each is named wherever its prices
 * are explained, in receipts and in the log.
 */
export function typedInputsOf(settings: FeedSettings): readonly TypedInput[] {
  const { plan, replay, ccxt, http } = settings;
  const found: TypedInput[] = [];
  // A named seed types no prices, and tells them beforehand to whoever named it.
  if (usesFeed(plan, 'sim') && isPredictable(settings, 'sim'))
    found.push({ name: 'SIM_SEED, predictable', feed: 'sim' });
  if (usesFeed(plan, 'replay') && replay !== undefined) {
    const order = isPredictable(settings, 'replay') ? ', predictable' : '';
    found.push({ name: `REPLAY_DIR ${folderOf(replay.dir)}${order}`, feed: 'replay' });
  }
  if (usesFeed(plan, 'scripted')) found.push({ name: 'PROFILE=test, typed by a test', feed: 'scripted' });
  if (usesFeed(plan, 'ccxt') && ccxt?.relayUrl !== undefined) {
    found.push({ name: `CCXT_RELAY_URL ${hostOf(ccxt.relayUrl)}`, feed: 'ccxt' });
  }
  if (usesFeed(plan, 'http') && http !== undefined && hostOf(http.url) !== DEFAULT_HTTP) {
    found.push({ name: `HTTP_FEED_URL ${hostOf(http.url)}`, feed: 'http' });
  }
  return found;
}

/** The name of the folder alone: where it lies is nobody's business. */
const folderOf = (dir: string): string => dir.split(/[\\/]/).findLast((part) => part !== '') ?? dir;

/** Those of one feed. */
export const typedNames = (inputs: readonly TypedInput[], feed: string): readonly string[] =>
  inputs.filter((input) => input.feed === feed).map(({ name }) => name);

/** What the log says of every feed in use; `fingerprints` name what was read out of files. */
export function feedInputsOf(settings: FeedSettings, fingerprints: ReadonlyMap<string, string>): FeedInputs[] {
  const typed = typedInputsOf(settings);
  return FEED_NAMES.filter((name) => usesFeed(settings.plan, name)).map((name) => {
    const read = fingerprints.get(name);
    return {
      name,
      types: typesPricedBy(settings.plan, [name]),
      sources: sourcesOf(settings, name),
      inputs: typedNames(typed, name).map((input) => (read === undefined ? input : `${input} ${read}`)),
    };
  });
}
