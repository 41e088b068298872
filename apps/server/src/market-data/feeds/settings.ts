import type { EnvReader } from '../../platform/env-reader.ts';
import { DEFAULT_PLAN, describePlan, type FeedPlan, parseFeedPlan, usesFeed } from './feed-plan.ts';
import { type AnyFeed, FEEDS } from './registry.ts';

type SettingsOf<Feed extends AnyFeed> = NonNullable<ReturnType<Feed['readSettings']>>;

/**
 * What opening feeds takes, in whichever thread: the plan, and the settings of each feed by its
 * name.
 */
export type FeedSettings = { readonly plan: FeedPlan } & {
  readonly [Feed in AnyFeed as Feed['name']]: SettingsOf<Feed> | undefined;
};

/** Reads `FEED` and the settings of every feed; what is wrong is told to `env`. */
export function readFeedSettings(env: EnvReader): FeedSettings {
  const parsed = parseFeedPlan(env.text('FEED') ?? 'sim');
  if (!parsed.ok) env.reject('FEED', parsed.expected);
  const plan = parsed.ok ? parsed.plan : DEFAULT_PLAN;
  const settings = FEEDS.map((feed) => [feed.name, feed.readSettings(env, usesFeed(plan, feed.name))] as const);
  return { plan, ...Object.fromEntries(settings) } as FeedSettings;
}

/** Settings of one feed for its own functions: the compiler cannot match the two by name. */
export const settingsFor = (settings: FeedSettings, feed: AnyFeed): never => settings[feed.name] as never;

/**
 * The exchanges or the provider that a feed asks, the one that gives the prices first; none for
 * local feeds.
 */
export function sourcesOf(settings: FeedSettings, feedName: string): readonly string[] {
  const feed = FEEDS.find(({ name }) => name === feedName);
  if (feed?.kind !== 'live' || settings[feed.name] === undefined) return [];
  return feed.sourcesOf(settingsFor(settings, feed));
}

/** `ccxt (crypto), sim (forex, stocks): exchanges binance, kraken; …`: for the welcome. */
export function describeFeeds(settings: FeedSettings): string {
  const details = FEEDS.filter(({ name }) => usesFeed(settings.plan, name) && settings[name] !== undefined).map(
    (feed) => feed.describe(settingsFor(settings, feed)),
  );
  return `${describePlan(settings.plan)}: ${details.join('; ')}`;
}
