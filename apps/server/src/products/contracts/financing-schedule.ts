const DAY_MS = 86_400_000;
/** Financing is charged daily at 21:00 UTC, when the trading day of most markets ends. */
const HOUR_MS = 21 * 3_600_000;
export const FINANCING_AT = '21:00';

/** Day number of the last 21:00 UTC at or before a moment, counted from 1970. */
export const financingDayOf = (at: number): number => Math.floor((at - HOUR_MS) / DAY_MS);

/** When financing is due again after the day of this number. */
export const nextFinancingAt = (day: number): number => (day + 1) * DAY_MS + HOUR_MS;
