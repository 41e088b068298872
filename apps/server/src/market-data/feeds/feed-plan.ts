import { MARKET_TYPES, type MarketType } from '../instruments/instrument.ts';

/** Every kind of source that the setting FEED may name. */
export const FEEDS = ['sim', 'replay', 'ccxt', 'http'] as const;
export type FeedName = (typeof FEEDS)[number];

export type MarketTypeName = keyof typeof MARKET_TYPES;
export const MARKET_TYPE_NAMES = Object.keys(MARKET_TYPES) as readonly MarketTypeName[];

/** Which source each type of market takes its prices from. */
export type FeedPlan = { readonly [type in MarketTypeName]: FeedName };

const planOf = (feed: FeedName): FeedPlan => ({
  forex: feed,
  crypto: feed,
  stocks: feed,
  futures: feed,
  etf: feed,
  metals: feed,
});

export const DEFAULT_PLAN: FeedPlan = planOf('sim');

export type FeedPlanResult =
  | { readonly ok: true; readonly plan: FeedPlan }
  | { readonly ok: false; readonly expected: string };

const EXPECTED = `one of ${FEEDS.join(', ')}, or a list like crypto:ccxt,forex:sim of the types ${MARKET_TYPE_NAMES.join(', ')}`;

/**
 * What a source can give. Exchanges that ccxt knows trade coins; the keyed provider has everything else but no dated
 * futures, which one continuous code could not stand for.
 */
const TYPES_OF: { readonly [feed in FeedName]: readonly MarketTypeName[] } = {
  sim: MARKET_TYPE_NAMES,
  replay: MARKET_TYPE_NAMES,
  ccxt: ['crypto'],
  http: ['forex', 'stocks', 'futures', 'etf', 'metals'],
};

const isFeed = (text: string): text is FeedName => FEEDS.some((feed) => feed === text);
const isType = (text: string): text is MarketTypeName => MARKET_TYPE_NAMES.some((type) => type === text);

/**
 * Reads `sim`, `ccxt` or `crypto:ccxt,forex:sim`. A single name counts for every type that this source has; types that are
 * not named, or that it has not, are simulated (and labelled so).
 */
export function parseFeedPlan(text: string): FeedPlanResult {
  if (isFeed(text)) {
    const own = TYPES_OF[text];
    const entries = MARKET_TYPE_NAMES.map((type) => [type, own.includes(type) ? text : 'sim']);
    return { ok: true, plan: { ...DEFAULT_PLAN, ...Object.fromEntries(entries) } };
  }
  const plan: { [type in MarketTypeName]?: FeedName } = {};
  for (const part of text.split(',')) {
    const [type, feed, ...rest] = part.split(':').map((word) => word.trim());
    if (type === undefined || feed === undefined || 0 < rest.length || !isType(type) || !isFeed(feed)) {
      return { ok: false, expected: EXPECTED };
    }
    if (plan[type] !== undefined) return { ok: false, expected: `${type} once` };
    if (!TYPES_OF[feed].includes(type)) {
      return {
        ok: false,
        expected: `for ${type} another source than ${feed}, which has only ${TYPES_OF[feed].join(', ')}`,
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
  return FEEDS.filter((feed) => usesFeed(plan, feed))
    .map((feed) => `${feed} (${MARKET_TYPE_NAMES.filter((type) => plan[type] === feed).join(', ')})`)
    .join(', ');
}
