import { MARKET_TYPE_NAMES, MARKET_TYPES, type MarketType, type MarketTypeName } from '../instruments/instrument.ts';
import { FALLBACK_FEED, FEED_NAMES, type FeedName, feedNamed } from './registry.ts';

/** Which source each type of market takes its prices from. */
export type FeedPlan = { readonly [type in MarketTypeName]: FeedName };

export const DEFAULT_PLAN = Object.fromEntries(
  MARKET_TYPE_NAMES.map((type) => [type, FALLBACK_FEED.name]),
) as unknown as FeedPlan;

export type FeedPlanResult =
  | { readonly ok: true; readonly plan: FeedPlan }
  | { readonly ok: false; readonly expected: string };

const EXPECTED = `one of ${FEED_NAMES.join(', ')}, or a list like crypto:ccxt,forex:sim of the types ${MARKET_TYPE_NAMES.join(', ')}`;

const typesOf = (feed: FeedName): readonly MarketTypeName[] => feedNamed(feed).types;
const isFeed = (text: string): text is FeedName => FEED_NAMES.some((feed) => feed === text);
const isType = (text: string): text is MarketTypeName => MARKET_TYPE_NAMES.some((type) => type === text);

/**
 * Reads `sim`, `ccxt` or `crypto:ccxt,forex:sim`. A single name counts for every type that the feed
 * has; types that are not named, or that it lacks, are simulated (and labelled so).
 */
export function parseFeedPlan(text: string): FeedPlanResult {
  if (isFeed(text)) {
    const own = typesOf(text);
    const entries = MARKET_TYPE_NAMES.map((type) => [type, own.includes(type) ? text : FALLBACK_FEED.name]);
    return { ok: true, plan: { ...DEFAULT_PLAN, ...Object.fromEntries(entries) } };
  }
  const plan: { [type in MarketTypeName]?: FeedName } = {};
  for (const part of text.split(',')) {
    const [type, feed, ...rest] = part.split(':').map((word) => word.trim());
    if (type === undefined || feed === undefined || 0 < rest.length || !isType(type) || !isFeed(feed)) {
      return { ok: false, expected: EXPECTED };
    }
    if (plan[type] !== undefined) return { ok: false, expected: `${type} once` };
    if (!typesOf(feed).includes(type)) {
      return {
        ok: false,
        expected: `for ${type} another source than ${feed}, which has only ${typesOf(feed).join(', ')}`,
      };
    }
    plan[type] = feed;
  }
  return { ok: true, plan: { ...DEFAULT_PLAN, ...plan } };
}

export const usesFeed = (plan: FeedPlan, feed: FeedName): boolean =>
  MARKET_TYPE_NAMES.some((type) => plan[type] === feed);

const NAME_OF = new Map<MarketType, MarketTypeName>(MARKET_TYPE_NAMES.map((name) => [MARKET_TYPES[name], name]));

/** The source that an instrument of this type is planned on. */
export function plannedFeed(plan: FeedPlan, type: MarketType): FeedName {
  const name = NAME_OF.get(type);
  if (name === undefined) throw new RangeError(`no such type of market: ${type}`);
  return plan[name];
}

/** `ccxt (crypto), sim (forex, stocks)`: for the log and the welcome. */
export function describePlan(plan: FeedPlan): string {
  return FEED_NAMES.filter((feed) => usesFeed(plan, feed))
    .map((feed) => `${feed} (${MARKET_TYPE_NAMES.filter((type) => plan[type] === feed).join(', ')})`)
    .join(', ');
}
