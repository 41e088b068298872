import type { Instrument } from '../instruments/instrument.ts';
import { CrossFeed } from './cross/cross-feed.ts';
import { trianglesOf } from './cross/triangles.ts';
import type { OpenedLocalFeed } from './feed-definition.ts';
import { plannedFeed } from './feed-plan.ts';
import { FALLBACK_FEED, FEEDS, type LiveFeedName, MADE_UP_FEEDS } from './registry.ts';
import { ScriptedFeed } from './scripted/scripted-feed.ts';
import { type FeedSettings, settingsFor } from './settings.ts';
import { StoredFeed } from './stored-feed.ts';
import type { Feed } from './types.ts';

export interface OpenedFeeds {
  /** Every instrument of the catalogue is in exactly one of them; crosses come last. */
  readonly feeds: readonly Feed[];
  /** The feed that an instrument of the catalogue takes its prices from. */
  feedOf(code: string): Feed;
  /** What feeds say about what they read, for the log. */
  readonly summaries: readonly { readonly feed: string; readonly summary: object }[];
  /** The feed that a test steers, with `PROFILE=test`. */
  readonly scripted: ScriptedFeed | undefined;
  /** Of what feeds read, by their names. */
  readonly fingerprints: ReadonlyMap<string, string>;
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
  const fingerprints = new Map<string, string>();
  const withoutPrices = new Set(codesOf(planned.get(FALLBACK_FEED.name) ?? []));
  for (const definition of FEEDS) {
    const instruments = planned.get(definition.name);
    if (instruments === undefined || definition.name === FALLBACK_FEED.name) continue;
    if (definition.kind === 'live') {
      live.push(connect(definition.name, instruments));
      continue;
    }
    const opened: OpenedLocalFeed = definition.open(settingsFor(settings, definition), instruments);
    const { feed, summary, fingerprint } = opened;
    if (feed !== undefined) local.push(feed);
    if (fingerprint !== undefined) fingerprints.set(definition.name, fingerprint);
    if (summary !== undefined) summaries.push({ feed: definition.name, summary });
    for (const code of codesOf(instruments)) if (feed?.codes.has(code) !== true) withoutPrices.add(code);
  }
  const feeds = [...live, ...local];
  const triangles = trianglesOf(catalogue).filter(
    ({ cross, base, quote }) =>
      withoutPrices.has(cross.code) && !(withoutPrices.has(base.code) && withoutPrices.has(quote.code)),
  );
  for (const { cross } of triangles) withoutPrices.delete(cross.code);
  if (0 < withoutPrices.size || feeds.length === 0) {
    const instruments = catalogue.filter(({ code }) => withoutPrices.has(code));
    feeds.push(FALLBACK_FEED.open(settingsFor(settings, FALLBACK_FEED), instruments).feed);
  }
  const feedFrom = (list: readonly Feed[]) => (code: string) => {
    const feed = list.find(({ codes }) => codes.has(code));
    if (feed === undefined) throw new RangeError(`no feed for ${code}`);
    return feed;
  };
  const scripted = local.find((feed) => feed instanceof ScriptedFeed);
  if (triangles.length === 0) return { feeds, feedOf: feedFrom(feeds), summaries, scripted, fingerprints };
  const feedOf = feedFrom(feeds);
  // A cross is simulated if one of its legs is, else recorded if one of them is.
  const named = Map.groupBy(triangles, ({ base, quote }) => {
    const names = [feedOf(base.code).name, feedOf(quote.code).name];
    return MADE_UP_FEEDS.find((name) => names.includes(name)) ?? names[0]!;
  });
  const crosses = Array.from(named, ([name, list]) => new CrossFeed(name, list, feedOf));
  const watched = feeds.map((feed) => crosses.reduce((inner, cross) => cross.watch(inner), feed));
  const all = [...watched, ...crosses];
  return { feeds: all, feedOf: feedFrom(all), summaries, scripted, fingerprints };
}

const codesOf = (instruments: readonly Instrument[]): string[] => instruments.map(({ code }) => code);
