import type { Holds, Schedule } from '../schedule.ts';

/** End of the session open at `at`; null while the market is closed. */
export function sessionEnd(schedule: Schedule | undefined, at: number): number | null {
  if (schedule === undefined) return null;
  if (schedule === 'always') return Number.MAX_SAFE_INTEGER;
  const { fromMs, openMs, closedMs } = schedule;
  if (at < fromMs) return null;
  const day = openMs + closedMs;
  const opened = fromMs + Math.floor((at - fromMs) / day) * day;
  return at < opened + openMs ? opened + openMs : null;
}

/** What the facts say of a price that is held at `at`: nothing when it is not. */
export const heldFact = (holds: Holds | undefined, at: number): { held?: Holds['reason'] } =>
  holds !== undefined && at % holds.everyMs < holds.forMs ? { held: holds.reason } : {};
