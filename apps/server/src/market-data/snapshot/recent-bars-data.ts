import { DAY_BARS_MAX, RECENT_MINUTES_MAX } from '../candles/recent-bars.ts';
import type { FeedSettings } from '../feeds/settings.ts';
import { sessionAt } from '../instruments/calendar.ts';
import type { Instrument } from '../instruments/instrument.ts';

/** What the thread that reads recent bars is started with. */
export interface RecentBarsReaderData {
  readonly databaseUrl: string;
  readonly feeds: FeedSettings;
  readonly instruments: readonly Instrument[];
}

/** How many bars of five minutes, and of one, are read of an instrument. */
export interface Reading {
  readonly code: string;
  readonly fives: number;
  readonly minutes: number;
}

/**
 * What is read, in this order. Where no price comes before the market opens, the last one is shown
 * at once: all of the day of everything takes some seconds, and minutes on a busy machine.
 */
export function readingsOf(instruments: readonly Pick<Instrument, 'code' | 'calendar'>[], at: number): Reading[] {
  const closed = instruments.filter(({ calendar }) => sessionAt(calendar, at) === undefined);
  return [
    ...closed.map(({ code }) => ({ code, fives: 1, minutes: 0 })),
    ...instruments.map(({ code }) => ({ code, fives: DAY_BARS_MAX, minutes: RECENT_MINUTES_MAX })),
  ];
}
