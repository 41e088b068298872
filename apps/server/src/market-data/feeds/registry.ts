import { ccxtFeed } from './ccxt/definition.ts';
import { httpFeed } from './http/definition.ts';
import { offFeed } from './off/definition.ts';
import { replayFeed } from './replay/definition.ts';
import { scriptedFeed } from './scripted/definition.ts';
import { simFeed } from './sim/definition.ts';

/** Every feed that the setting `FEED` may name. A new one is a folder and a line here. */
export const FEEDS = [simFeed, replayFeed, ccxtFeed, httpFeed, offFeed, scriptedFeed] as const;

/**
 * Feeds whose prices are no market's of today, the least real first: nobody trades real money at
 * them.
 */
export const MADE_UP_FEEDS = [simFeed.name, scriptedFeed.name, replayFeed.name] as const satisfies readonly FeedName[];

/** Prices that nobody made at a market, and that are labelled as simulated. */
export const isSimulated = (source: string): boolean => source === simFeed.name || source === scriptedFeed.name;

/** Stands in where no other feed has prices. */
export const FALLBACK_FEED = simFeed;

export type AnyFeed = (typeof FEEDS)[number];
export type AnyLiveFeed = Extract<AnyFeed, { kind: 'live' }>;
export type FeedName = AnyFeed['name'];
export type LiveFeedName = AnyLiveFeed['name'];

export const FEED_NAMES: readonly FeedName[] = FEEDS.map(({ name }) => name);

/** The name comes from a `FeedPlan`, so it is known. */
export const feedNamed = (name: FeedName): AnyFeed => FEEDS.find((feed) => feed.name === name) as AnyFeed;
