import { readSupportHours, type SupportHours } from '@glasshouse/api/support-hours';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const hoursOf = (lines: readonly string[]): SupportHours[] =>
  lines.map(readSupportHours).filter((hours) => hours !== undefined);

/** Whether somebody should be there, by the clock of the zone; null where no hours are stated. */
export function isWithin(hours: readonly SupportHours[], zone: string, at: number): boolean | null {
  if (hours.length === 0) return null;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = DAYS.indexOf(parts.get('weekday') ?? '') + 1;
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  return hours.some(({ from, to, opens, closes }) => from <= day && day <= to && opens <= minute && minute < closes);
}

/** 1,080 minutes are `18:00`. */
export function clockText(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  const minute = minutes % 60;
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}
