const DAY_MS = 86_400_000;
const DAYS_MAX = 5000;

/**
 * How far the clocks of a zone are ahead of UTC, in milliseconds, at an instant. Asking Intl costs microseconds, a chart asks
 * thousands of times; a day whose two ends agree is remembered whole.
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
  const exact = (at: number): number => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
  const days = new Map<number, number | undefined>();
  return (at) => {
    const day = Math.floor(at / DAY_MS);
    if (!days.has(day)) {
      if (DAYS_MAX <= days.size) days.clear();
      const start = exact(day * DAY_MS);
      days.set(day, start === exact((day + 1) * DAY_MS) ? start : undefined);
    }
    return days.get(day) ?? exact(at);
  };
}
