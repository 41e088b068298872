import {
  type Instrument,
  MARKET_TYPE_NAMES,
  MARKET_TYPES,
  type MarketType,
  type MarketTypeName,
} from '../instruments/instrument.ts';
import { FALLBACK_FEED, FEED_NAMES, type FeedName, feedNamed } from './registry.ts';

/** Which source each type of market takes its prices from. */
export type FeedPlan = { readonly [type in MarketTypeName]: FeedName };

export const DEFAULT_PLAN = Object.fromEntries(
  MARKET_TYPE_NAMES.map((type) => [type, FALLBACK_FEED.name]),
) as unknown as FeedPlan;

export type FeedPlanResult =
  | { readonly ok: true; readonly plan: FeedPlan }
  | { readonly ok: false; readonly expected: string };

/** `scripted` comes with `PROFILE=test`, and is nothing to choose. */
const OFFERED = FEED_NAMES.filter((name) => name !== 'scripted');
const EXPECTED = `one of ${OFFERED.join(', ')}, or a list like crypto:ccxt,forex:sim of the types ${MARKET_TYPE_NAMES.join(', ')}`;

const typesOf = (feed: FeedName): readonly MarketTypeName[] => feedNamed(feed).types;
const isFeed = (text: string): text is FeedName => FEED_NAMES.some((feed) => feed === text);
const isType = (text: string): text is MarketTypeName => MARKET_TYPE_NAMES.some((type) => type === text);

/**
 * Reads `sim`, `ccxt` or `crypto:ccxt,forex:sim`. A single name counts for every type that the feed
 * has; types that are not named, or that it lacks, take the rest: they are simulated (and labelled
 * so), or have no prices where money is real.
 */
export function parseFeedPlan(text: string, rest: FeedName = FALLBACK_FEED.name): FeedPlanResult {
  if (isFeed(text)) {
    const own = typesOf(text);
    const entries = MARKET_TYPE_NAMES.map((type) => [type, own.includes(type) ? text : rest]);
    return { ok: true, plan: Object.fromEntries(entries) as FeedPlan };
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
  const others = Object.fromEntries(MARKET_TYPE_NAMES.map((type) => [type, rest])) as FeedPlan;
  return { ok: true, plan: { ...others, ...plan } };
}

/** The types of market that one of these feeds prices. */
export const typesPricedBy = (plan: FeedPlan, feeds: readonly FeedName[]): readonly MarketTypeName[] =>
  MARKET_TYPE_NAMES.filter((type) => feeds.includes(plan[type]));

export const usesFeed = (plan: FeedPlan, feed: FeedName): boolean =>
  MARKET_TYPE_NAMES.some((type) => plan[type] === feed);

const NAME_OF = new Map<MarketType, MarketTypeName>(MARKET_TYPE_NAMES.map((name) => [MARKET_TYPES[name], name]));

/** As settings and the log name it. */
export function marketTypeName(type: MarketType): MarketTypeName {
  const name = NAME_OF.get(type);
  if (name === undefined) throw new RangeError(`no such type of market: ${type}`);
  return name;
}

/** The source that an instrument of this type is planned on. */
export function plannedFeed(plan: FeedPlan, type: MarketType): FeedName {
  return plan[marketTypeName(type)];
}

/** The instruments with how much sooner than the tape prices of their source may be known. */
export const withLeads = (plan: FeedPlan, instruments: readonly Instrument[]): readonly Instrument[] =>
  instruments.map((instrument) => {
    const feed = feedNamed(plannedFeed(plan, instrument.type));
    return feed.kind === 'live' ? { ...instrument, leadMs: feed.leadMs } : instrument;
  });

/** `ccxt (crypto), sim (forex, stocks)`: for the log and the welcome. */
export function describePlan(plan: FeedPlan): string {
  return FEED_NAMES.filter((feed) => usesFeed(plan, feed))
    .map((feed) => `${feed} (${MARKET_TYPE_NAMES.filter((type) => plan[type] === feed).join(', ')})`)
    .join(', ');
}

/** `crypto: replay 4, sim 396; forex: sim 44`: what really prices each type, for the welcome. */
export function describeServed(instruments: readonly Instrument[], feedOf: (code: string) => string): string {
  return MARKET_TYPE_NAMES.map((type) => {
    const codes = instruments.filter((instrument) => instrument.type === MARKET_TYPES[type]).map(({ code }) => code);
    const counts = Array.from(Map.groupBy(codes, feedOf), ([feed, priced]) => `${feed} ${priced.length}`);
    return `${type}: ${counts.sort().join(', ')}`;
  }).join('; ');
}
