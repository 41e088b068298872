import { localToUtc, zoneOffset } from './time-zone.ts';

/** A year of a tax authority: from midnight of a day to midnight of the same day a year later. */
export interface TaxYear {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The midnight that ends the local day of a moment. */
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
  const [month, day] = [Number(match?.[1]), Number(match?.[2])];
  // 29 February would be a year of a day more or less every time.
  const wall = new Date(Date.UTC(2025, month - 1, day));
  if (match === null || wall.getUTCMonth() !== month - 1 || wall.getUTCDate() !== day) return undefined;
  let offsetAt: (at: number) => number;
  try {
    offsetAt = zoneOffset(zone);
  } catch {
    return undefined;
  }
  const midnight = (of: { year: number; month: number; day: number }): number => localToUtc(offsetAt, of, 0);
  const dayEnd = (at: number): number => {
    const local = new Date(at + offsetAt(at));
    // Days past the end of a month are counted into the next one.
    const next = { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() + 1 };
    return midnight(next);
  };
  const local = (at: number): string => new Date(at + offsetAt(at)).toISOString().slice(0, 19).replace('T', ' ');
  return { local, from: midnight({ year, month, day }), to: midnight({ year: year + 1, month, day }), dayEnd };
}
