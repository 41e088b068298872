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

/** Days by the clocks of a zone, numbered from 1970-01-01. */
export interface LocalDays {
  readonly dayOf: (at: number) => number;
  /** The midnight that begins a day. */
  readonly startOf: (day: number) => number;
}

/** Undefined: there is no such zone. */
export function localDays(zone: string): LocalDays | undefined {
  let offsetAt: (at: number) => number;
  try {
    offsetAt = zoneOffset(zone);
  } catch {
    return undefined;
  }
  return {
    dayOf: (at) => Math.floor((at + offsetAt(at)) / DAY_MS),
    startOf: (day) => localToUtc(offsetAt, { year: 1970, month: 1, day: day + 1 }, 0),
  };
}

/** `2026-11-24`. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
