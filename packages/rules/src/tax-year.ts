import { dayNumber, daysBy, zoneOffset } from './time-zone.ts';

/** A year of a tax authority: from the start of a day to the start of the same day a year later. */
export interface TaxYear {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The end of the local day of a moment, exclusive. */
  readonly dayEnd: (at: number) => number;
  /** A moment by the clocks of the zone: `2026-11-21 09:30:00`. */
  readonly local: (at: number) => string;
}

/** Years that begin on 6 April end before the next 6 April: they are named by their first day. */
export interface TaxYearChoice {
  readonly year: number;
  /** `MM-DD`. */
  readonly starts: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly zone: string;
}

/** Undefined for a zone or a day that does not exist. */
export function taxYearOf({ year, starts, zone }: TaxYearChoice): TaxYear | undefined {
  const match = /^(\d{2})-(\d{2})$/.exec(starts);
  const month = Number(match?.[1]);
  const day = Number(match?.[2]);
  // 29 February would be a year of a day more or less every time.
  const wall = new Date(Date.UTC(2025, month - 1, day));
  if (match === null || wall.getUTCMonth() !== month - 1 || wall.getUTCDate() !== day) return undefined;
  let offsetAt: (at: number) => number;
  try {
    offsetAt = zoneOffset(zone);
  } catch {
    return undefined;
  }
  const days = daysBy(offsetAt);
  const startOfYear = (number: number): number => days.startOf(dayNumber({ year: number, month, day }));
  const dayEnd = (at: number): number => days.startOf(days.dayOf(at) + 1);
  const local = (at: number): string => new Date(at + offsetAt(at)).toISOString().slice(0, 19).replace('T', ' ');
  return { local, from: startOfYear(year), to: startOfYear(year + 1), dayEnd };
}
