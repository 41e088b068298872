/** Days as the parameter `support.hours` names them; Monday is 1. */
export const SUPPORT_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** From day to day, 1 to 7, both included; from time to time of each, in minutes. */
export interface SupportHours {
  readonly from: number;
  readonly to: number;
  readonly opens: number;
  readonly closes: number;
}

const LINE = /^([a-z]{3})(?:-([a-z]{3}))? ([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-4]):([0-5][0-9])$/;
const MINUTES_OF_DAY = 24 * 60;

/** `mon-fri 09:00-18:00` or `sat 10:00-14:00`; undefined when it is neither. */
export function readSupportHours(line: string): SupportHours | undefined {
  const [, first = '', last = first, ...times] = LINE.exec(line) ?? [];
  const [from, to] = [first, last].map((day) => (SUPPORT_DAYS as readonly string[]).indexOf(day) + 1);
  const [openHour = 0, openMinute = 0, closeHour = 0, closeMinute = 0] = times.map(Number);
  const hours = {
    from: from ?? 0,
    to: to ?? 0,
    opens: openHour * 60 + openMinute,
    closes: closeHour * 60 + closeMinute,
  };
  const isRight = 0 < hours.from && hours.from <= hours.to && hours.opens < hours.closes;
  return isRight && hours.closes <= MINUTES_OF_DAY ? hours : undefined;
}

/** Whether `Intl` knows the time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
