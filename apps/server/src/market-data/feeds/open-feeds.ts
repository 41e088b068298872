import type { FeedConfig } from '../../config.ts';
import type { Instrument } from '../instruments/instrument.ts';
import { type FeedName, plannedFeed } from './feed-plan.ts';
import { type LoadedRecordings, loadRecordings } from './replay/load.ts';
import { ReplayFeed } from './replay/replay-feed.ts';
import { SimFeed } from './sim/sim-feed.ts';
import { StoredFeed } from './stored-feed.ts';
import type { Feed } from './types.ts';

export interface OpenedFeeds {
  /** Every instrument of the catalogue is in exactly one of them. */
  readonly feeds: readonly Feed[];
  /** The feed that an instrument of the catalogue takes its prices from. */
  feedOf(code: string): Feed;
  /** With `replay`: what was read and what was not, for the log. */
  readonly replay?: { readonly feed: ReplayFeed } & LoadedRecordings;
}

/** Sources that live outside this machine. */
export type LiveFeedName = Extract<FeedName, 'ccxt' | 'http'>;
export const LIVE_FEEDS: readonly LiveFeedName[] = ['ccxt', 'http'];

/** Opens the connection of a live source for these instruments. */
export type ConnectLive = (name: LiveFeedName, instruments: readonly Instrument[]) => Feed;

/** Threads that only read the past open no connection of their own. */
const withoutConnection: ConnectLive = (name, instruments) => new StoredFeed(name, codesOf(instruments));

/**
 * Opens the configured sources. With `replay`, instruments without a recording stay on `sim`, and are labelled so. With a live
 * source, all instruments of its types belong to it, also those that it does not list: they have no price, rather than
 * a made-up one.
 */
export function openFeeds(
  config: FeedConfig,
  catalogue: readonly Instrument[],
  connect: ConnectLive = withoutConnection,
): OpenedFeeds {
  const { replayDir, replaySpeed: speed, simSeed: seed } = config;
  const planned = Map.groupBy(catalogue, ({ type }) => plannedFeed(config.feeds, type));
  const of = (name: FeedName): readonly Instrument[] => planned.get(name) ?? [];

  const recorded = of('replay');
  const loaded = 0 < recorded.length && replayDir !== undefined ? loadRecordings(replayDir, recorded) : undefined;
  const replay =
    loaded === undefined
      ? undefined
      : { feed: new ReplayFeed({ recordings: loaded.recordings, catalogue: recorded, speed }), ...loaded };
  const simulated = new Set([
    ...codesOf(of('sim')),
    ...codesOf(recorded).filter((code) => replay?.feed.codes.has(code) !== true),
  ]);

  const feeds: Feed[] = LIVE_FEEDS.filter((name) => planned.has(name)).map((name) => connect(name, of(name)));
  if (replay !== undefined) feeds.push(replay.feed);
  if (0 < simulated.size || feeds.length === 0) {
    feeds.push(new SimFeed({ catalogue: catalogue.filter(({ code }) => simulated.has(code)), seed }));
  }
  return {
    feeds,
    feedOf(code) {
      const feed = feeds.find(({ codes }) => codes.has(code));
      if (feed === undefined) throw new RangeError(`no feed for ${code}`);
      return feed;
    },
    ...(replay === undefined ? {} : { replay }),
  };
}

const codesOf = (instruments: readonly Instrument[]): string[] => instruments.map(({ code }) => code);
