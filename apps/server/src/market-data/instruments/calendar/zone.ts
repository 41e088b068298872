/** Local time of a zone to UTC, by the platform's time zone data, asked a few times a month and remembered. */
const HOUR_MS = 3_600_000;

/** The offsets of one month of UTC: `before` until `changesAt`, `after` from then on. At most one change a month happens in the zones used here. */
interface Month {
  readonly before: number;
  readonly after: number;
  readonly changesAt: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
/** By zone and month; bounded by the years that the calendars span. */
const months = new Map<string, Map<number, Month>>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

function askOffset(zone: string, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(at)) parts[type] = Number(value);
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
  return local - Math.floor(at / 1000) * 1000;
}

function monthOf(zone: string, year: number, month: number): Month {
  let start = Date.UTC(year, month, 1);
  let end = Date.UTC(year, month + 1, 1);
  const before = askOffset(zone, start);
  const after = askOffset(zone, end);
  if (before === after) return { before, after, changesAt: end };
  while (HOUR_MS < end - start) {
    const middle = start + Math.floor((end - start) / HOUR_MS / 2) * HOUR_MS;
    if (askOffset(zone, middle) === before) start = middle;
    else end = middle;
  }
  return { before, after, changesAt: end };
}

/** What the zone's clocks show ahead of UTC at that instant, in ms. Changes of the zones used here fall on whole hours. */
export function zoneOffsetMs(zone: string, at: number): number {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const key = year * 12 + date.getUTCMonth();
  let known = months.get(zone);
  if (known === undefined) {
    known = new Map();
    months.set(zone, known);
  }
  let month = known.get(key);
  if (month === undefined) {
    month = monthOf(zone, year, date.getUTCMonth());
    known.set(key, month);
  }
  return at < month.changesAt ? month.before : month.after;
}

/** A civil date; `month` from 1. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Minutes after local midnight of a date (may exceed a day or be negative) to epoch ms. Times that a change skips do not occur in sessions. */
export function localToUtc(zone: string, date: CivilDate, minutes: number): number {
  const wall = Date.UTC(date.year, date.month - 1, date.day) + minutes * 60_000;
  const guess = wall - zoneOffsetMs(zone, wall);
  return wall - zoneOffsetMs(zone, guess);
}
