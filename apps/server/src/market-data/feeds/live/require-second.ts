import type { Feed, FeedTick } from '../types.ts';

/**
 * A live feed whose prices could be typed on their way, where people trade with their own money:
 * what no second source agrees with is held, at whatever size. Elsewhere one source is enough.
 */
export function requireSecond(feed: Feed): Feed {
  const doubted = (tick: FeedTick): FeedTick => (tick.confirmed === true ? tick : { ...tick, confirmed: false });
  return {
    name: feed.name,
    codes: feed.codes,
    ...(feed.keepsPast === undefined ? {} : { keepsPast: feed.keepsPast }),
    ticksBetween: (after, upTo) => feed.ticksBetween(after, upTo).map(doubted),
    bars: (code, interval, range) => feed.bars(code, interval, range),
  };
}
