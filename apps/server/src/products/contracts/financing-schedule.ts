const DAY_MS = 86_400_000;
/** Financing is due once a day at 21:00 UTC, when the trading day of most markets ends. */
const HOUR_MS = 21 * 3_600_000;
export const FINANCING_AT = '21:00';

/** Number of the last 21:00 UTC at or before a moment, counted in days since 1970. */
export const nightOf = (at: number): number => Math.floor((at - HOUR_MS) / DAY_MS);

/** The 21:00 UTC that follows the night of this number. */
export const boundaryAfter = (night: number): number => (night + 1) * DAY_MS + HOUR_MS;
