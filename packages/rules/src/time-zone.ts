const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const WEEK_MS = 7 * DAY_MS;
/** Instants remembered of one zone: a century of weeks, and the days of the weeks with a change. */
const REMEMBERED_MAX = 10_000;

/**
 * How far the clocks of a zone are ahead of UTC, in milliseconds, at an instant. `undefined` is the
 * zone of this machine. Asking Intl costs microseconds and callers ask thousands of times, so a
 * week, or else a day, whose two ends agree is remembered whole.
 */
export function zoneOffset(timeZone: string | undefined): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const ask = (at: number): number => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
  const known = new Map<number, number>();
  const remembered = (at: number): number => {
    let offset = known.get(at);
    if (offset === undefined) {
      if (REMEMBERED_MAX <= known.size) known.clear();
      offset = ask(at);
      known.set(at, offset);
    }
    return offset;
  };
  return (at) => {
    for (const span of [WEEK_MS, DAY_MS]) {
      const start = Math.floor(at / span) * span;
      const offset = remembered(start);
      if (offset === remembered(start + span)) return offset;
    }
    return ask(at);
  };
}

/** A civil date; `month` from 1. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * Minutes after local midnight of a date (negative, or more than a day) to epoch ms. Times that a
 * change of the clocks skips have no instant, and must not be asked for.
 */
export function localToUtc(offsetAt: (at: number) => number, date: CivilDate, minutes: number): number {
  const wall = Date.UTC(date.year, date.month - 1, date.day) + minutes * MINUTE_MS;
  return wall - offsetAt(wall - offsetAt(wall));
}

/**
 * The moment at which the clocks first show a date. Where they skip midnight, that is the change
 * itself: the day begins at one o'clock, not an hour earlier within the day before. Where midnight
 * comes twice, it is the first.
 */
function firstMoment(offsetAt: (at: number) => number, day: number): number {
  const midnight = day * DAY_MS;
  // Zones are within a day of UTC, so these are the offsets on both sides of a change nearby.
  const before = offsetAt(midnight - DAY_MS);
  const after = offsetAt(midnight + DAY_MS);
  const byOldClocks = midnight - before;
  if (offsetAt(byOldClocks - 1) === before && midnight <= byOldClocks + offsetAt(byOldClocks)) return byOldClocks;
  const byNewClocks = midnight - after;
  if (offsetAt(byNewClocks) === after) return byNewClocks;
  // Midnight is within the skipped time: the change is between the two.
  let [still, changed] = [byNewClocks, byOldClocks];
  while (1 < changed - still) {
    const middle = Math.floor((still + changed) / 2);
    if (offsetAt(middle) === before) still = middle;
    else changed = middle;
  }
  return changed;
}

/** Days by the clocks of a zone, numbered from 1970-01-01. */
export interface LocalDays {
  /** Days do not overlap: a moment belongs to the last day that has begun. */
  readonly dayOf: (at: number) => number;
  /** The first moment of a day; of a date that a zone left out, the first of the next. */
  readonly startOf: (day: number) => number;
}

export function daysBy(offsetAt: (at: number) => number): LocalDays {
  const startOf = (day: number): number => firstMoment(offsetAt, day);
  return {
    startOf,
    dayOf: (at) => {
      const day = Math.floor((at + offsetAt(at)) / DAY_MS);
      // Clocks put back from a minute past midnight show the day before once more.
      return startOf(day + 1) <= at ? day + 1 : day;
    },
  };
}

/** Undefined: there is no such zone. */
export function localDays(zone: string): LocalDays | undefined {
  try {
    return daysBy(zoneOffset(zone));
  } catch {
    return undefined;
  }
}

/** The number of a date. Days past the end of a month count into the next one. */
export const dayNumber = ({ year, month, day }: CivilDate): number => Date.UTC(year, month - 1, day) / DAY_MS;

/** `2026-11-24`. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
