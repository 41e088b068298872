/**
 * Time left as `0:42`, `12:05` or `1:02:09`, rounded up to full seconds, so that 0:00 means over.
 */
export function formatRemaining(remainingMs: number): string {
  const total = Math.max(0, Math.ceil(remainingMs / 1000));
  const seconds = String(total % 60).padStart(2, '0');
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
}

/** Share of time left, from 1 to 0. */
export function remainingShare(startsAt: number, endsAt: number, now: number): number {
  if (endsAt <= startsAt) return 0;
  return Math.min(1, Math.max(0, (endsAt - now) / (endsAt - startsAt)));
}

/** Time until the displayed second changes. */
export const untilNextSecond = (remainingMs: number): number =>
  remainingMs - (Math.ceil(remainingMs / 1000) - 1) * 1000;
