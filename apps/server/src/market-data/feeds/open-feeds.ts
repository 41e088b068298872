import type { Instrument } from '../instruments/instrument.ts';
import { plannedFeed } from './feed-plan.ts';
import { FALLBACK_FEED, FEEDS, type LiveFeedName } from './registry.ts';
import { type FeedSettings, settingsFor } from './settings.ts';
import { StoredFeed } from './stored-feed.ts';
import type { Feed } from './types.ts';

export interface OpenedFeeds {
  /** Every instrument of the catalogue is in exactly one of them. */
  readonly feeds: readonly Feed[];
  /** The feed that an instrument of the catalogue takes its prices from. */
  feedOf(code: string): Feed;
  /** What feeds say about what they read, for the log. */
  readonly summaries: readonly { readonly feed: string; readonly summary: object }[];
}

/** Opens the connection of a live feed for these instruments. */
export type ConnectLive = (name: LiveFeedName, instruments: readonly Instrument[]) => Feed;

/** Threads that only read the past open no connection of their own. */
const withoutConnection: ConnectLive = (name, instruments) => new StoredFeed(name, codesOf(instruments));

/** Opens the feeds that the plan names. */
export function openFeeds(
  settings: FeedSettings,
  catalogue: readonly Instrument[],
  connect: ConnectLive = withoutConnection,
): OpenedFeeds {
  const planned = Map.groupBy(catalogue, ({ type }) => plannedFeed(settings.plan, type));
  const live: Feed[] = [];
  const local: Feed[] = [];
  const summaries: OpenedFeeds['summaries'][number][] = [];
  const withoutPrices = new Set(codesOf(planned.get(FALLBACK_FEED.name) ?? []));
  for (const definition of FEEDS) {
    const instruments = planned.get(definition.name);
    if (instruments === undefined || definition.name === FALLBACK_FEED.name) continue;
    if (definition.kind === 'live') {
      live.push(connect(definition.name, instruments));
      continue;
    }
    const { feed, summary } = definition.open(settingsFor(settings, definition), instruments);
    if (feed !== undefined) local.push(feed);
    if (summary !== undefined) summaries.push({ feed: definition.name, summary });
    for (const code of codesOf(instruments)) if (feed?.codes.has(code) !== true) withoutPrices.add(code);
  }
  const feeds = [...live, ...local];
  if (0 < withoutPrices.size || feeds.length === 0) {
    const instruments = catalogue.filter(({ code }) => withoutPrices.has(code));
    feeds.push(FALLBACK_FEED.open(settingsFor(settings, FALLBACK_FEED), instruments).feed);
  }
  return {
    feeds,
    feedOf(code) {
      const feed = feeds.find(({ codes }) => codes.has(code));
      if (feed === undefined) throw new RangeError(`no feed for ${code}`);
      return feed;
    },
    summaries,
  };
}

const codesOf = (instruments: readonly Instrument[]): string[] => instruments.map(({ code }) => code);
