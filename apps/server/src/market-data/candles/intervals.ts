import { INTERVALS, type Interval } from '@glasshouse/api/constants';

export { INTERVALS, type Interval };

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 1440 * MINUTE_MS;

export const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
  '1w': WEEK_MS,
};

/**
 * The first Monday after the epoch: weeks are counted from it, all shorter intervals from the epoch
 * itself.
 */
const MONDAY_MS = 4 * 1440 * MINUTE_MS;

/** The opening time of the bar that an instant lies in. */
export function barStart(interval: Interval, at: number): number {
  const length = INTERVAL_MS[interval];
  const origin = interval === '1w' ? MONDAY_MS : 0;
  return origin + Math.floor((at - origin) / length) * length;
}
