import { sessionsBetween } from '../../instruments/calendar.ts';
import { type ClockName, EPOCH_MS, MARKET_CLOCKS } from './clock.ts';
import { ACTIVITIES, type ActivityName } from './profiles.ts';
import { Season } from './seasons.ts';

const SECOND_MS = 1000;
const HALF_HOUR_MS = 1_800_000;
/** A week without holidays. */
const USUAL_WEEK = Date.UTC(2025, 6, 7);
const WEEK_MS = 7 * 86_400_000;

/** A part of the time in which a market is open. */
export interface OpenHour {
  /** All weights of a calendar add up to one. */
  readonly weight: number;
  /** Variance of a second there, in parts of that of an average index. */
  readonly rate: number;
  /** Seconds of an index of the clock. */
  readonly slowness: number;
}

/** Makes each value once, by its name. */
export function memoized<Value>(make: (name: string) => Value): (name: string) => Value {
  const made = new Map<string, Value>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const value = make(name);
    made.set(name, value);
    return value;
  };
}

/** Variance by the hour, of a clock and an activity: `always/crypto`. */
export const seasonOf = memoized((name: string) => {
  const [clock, activity] = name.split('/') as [ClockName, ActivityName];
  return new Season(MARKET_CLOCKS[clock], ACTIVITIES[activity], 2);
});

const hoursOf = memoized((name: string): readonly OpenHour[] => {
  const [calendar, clockName, activity] = name.split('|') as [string, ClockName, ActivityName];
  const clock = MARKET_CLOCKS[clockName];
  const season = seasonOf(`${clockName}/${activity}`);
  const second = (at: number): number => (at - EPOCH_MS) / SECOND_MS;
  const found = new Map<string, { count: number; rate: number; slowness: number }>();
  let count = 0;
  for (let at = USUAL_WEEK; at < USUAL_WEEK + WEEK_MS; at += HALF_HOUR_MS) {
    if (sessionsBetween(calendar, at, at + 1).length === 0) continue;
    const from = clock.toIndex(second(at));
    const to = clock.toIndex(second(at + HALF_HOUR_MS));
    const rate = (season.until(to) - season.until(from)) / (HALF_HOUR_MS / SECOND_MS);
    const slowness = HALF_HOUR_MS / SECOND_MS / (to - from);
    const key = `${rate.toFixed(4)}/${slowness.toFixed(4)}`;
    const same = found.get(key) ?? { count: 0, rate, slowness };
    same.count += 1;
    found.set(key, same);
    count += 1;
  }
  return Array.from(found.values(), (hour) => ({ ...hour, weight: hour.count / count }));
});

/** The half hours of a usual week in which a market of this calendar is open, equal ones as one. */
export const openHours = (calendar: string, clock: ClockName, activity: ActivityName): readonly OpenHour[] =>
  hoursOf(`${calendar}|${clock}|${activity}`);
