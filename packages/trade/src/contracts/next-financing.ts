const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The next time that financing is charged, from a time of day in UTC (`21:00`). */
export function nextFinancing(timeOfDay: string, now: number): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const today = now - (now % DAY_MS) + (hours * 60 + minutes) * MINUTE_MS;
  return now < today ? today : today + DAY_MS;
}
