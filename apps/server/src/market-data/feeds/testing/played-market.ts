import { sessionAt } from '../../instruments/calendar.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import type { ReplayFeed } from '../replay/replay-feed.ts';
import type { SimFeed, Stretch } from '../sim/sim-feed.ts';
import { CATCH_UP_MAX_MS } from '../types.ts';

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** What bets are placed on. */
export interface PlayedMarket {
  /** The mids of so many seconds from an instant on, and the volume of each full minute. */
  stretch(code: string, from: number, seconds: number): Stretch;
  isOpen(instrument: Instrument, from: number, to: number): boolean;
}

const isWithin = (endsAt: number | undefined, to: number): boolean => endsAt !== undefined && to < endsAt;

export const simulatedMarket = (feed: SimFeed): PlayedMarket => ({
  stretch: (code, from, seconds) => feed.stretch(code, from, seconds),
  isOpen: ({ calendar }, from, to) => isWithin(sessionAt(calendar, from)?.endsAt, to),
});

/**
 * A recording as it is sold: its hours are its own, and the price of a second is that of the newest
 * tick. Before the first one of a stretch there is none (NaN), which no strategy bets on.
 */
export const replayedMarket = (feed: ReplayFeed): PlayedMarket => ({
  stretch(code, from, seconds) {
    const mids = new Float64Array(seconds);
    const volumes = Array.from({ length: Math.floor(seconds / MINUTE_S) }, () => 0);
    let mid = Number.NaN;
    let second = 0;
    const fillUntil = (end: number): void => {
      for (; second < Math.min(end, seconds); second += 1) mids[second] = mid;
    };
    const until = from + (seconds - 1) * SECOND_MS;
    for (let after = from - CATCH_UP_MAX_MS; after < until; after += CATCH_UP_MAX_MS) {
      for (const tick of feed.ticksBetween(after, Math.min(after + CATCH_UP_MAX_MS, until))) {
        if (tick.code !== code) continue;
        // A tick is the price of the seconds from its own time on.
        fillUntil(Math.ceil((tick.at - from) / SECOND_MS));
        mid = tick.mid;
        const minute = Math.floor((tick.at - from) / (MINUTE_S * SECOND_MS));
        if (0 <= minute && minute < volumes.length) volumes[minute]! += tick.volume;
      }
    }
    fillUntil(seconds);
    return { mids, volumes };
  },
  isOpen: ({ code }, from, to) => isWithin(feed.sessionEndsAt(code, from), to),
});
