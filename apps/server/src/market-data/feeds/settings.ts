import type { EnvReader } from '../../platform/env-reader.ts';
import type { Profile } from '../../platform/profile.ts';
import { takesRealMoney } from '../../platform/profile.ts';
import { MARKET_TYPE_NAMES } from '../instruments/instrument.ts';
import { DEFAULT_PLAN, describePlan, type FeedPlan, parseFeedPlan, typesPricedBy, usesFeed } from './feed-plan.ts';
import { type AnyFeed, FEEDS, MADE_UP_FEEDS } from './registry.ts';

type SettingsOf<Feed extends AnyFeed> = NonNullable<ReturnType<Feed['readSettings']>>;

/**
 * What opening feeds takes, in whichever thread: the plan, and the settings of each feed by its
 * name.
 */
export type FeedSettings = { readonly plan: FeedPlan } & {
  readonly [Feed in AnyFeed as Feed['name']]: SettingsOf<Feed> | undefined;
};

/**
 * Reads `FEED` and the settings of every feed; what is wrong is told to `env`. Where people trade
 * with their money, every price is a market's, and markets without one are closed. `isTest`: prices
 * are scripted, which nothing else may be.
 */
export function readFeedSettings(env: EnvReader, profile: Profile = 'sandbox', isTest = false): FeedSettings {
  const isReal = takesRealMoney(profile);
  const parsed = parseFeedPlan(env.text('FEED') ?? (isTest ? 'scripted' : 'sim'), isReal ? 'off' : 'sim');
  if (!parsed.ok) env.reject('FEED', parsed.expected);
  const plan = parsed.ok ? parsed.plan : DEFAULT_PLAN;
  const scripted = typesPricedBy(plan, ['scripted']);
  if (isTest !== 0 < scripted.length || (isTest && scripted.length < MARKET_TYPE_NAMES.length)) {
    env.report('PROFILE=test and FEED=scripted go together, for every type of market: a test steers its prices.');
  }
  const madeUp = typesPricedBy(plan, MADE_UP_FEEDS);
  if (parsed.ok && isReal && 0 < madeUp.length) {
    env.report(
      `PROFILE=${profile} takes real money, so FEED may name neither sim nor replay (here for ${madeUp.join(', ')}). ` +
        'Name ccxt or http for what is to be traded, as in FEED=crypto:ccxt,forex:http; other types are closed.',
    );
  }
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

/** Whether somebody who knows a seed, or has the recordings, can compute what a feed gives next. */
export function isPredictable(settings: FeedSettings, feedName: string): boolean {
  const { sim, replay } = settings;
  if (feedName === 'sim') return sim?.seed !== undefined;
  return feedName === 'replay' && (replay?.order === 'recorded' || replay?.key.seed !== undefined);
}
