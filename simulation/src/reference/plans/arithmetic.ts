import { unitsOf, WHOLE_RATE } from '../figures.ts';

export const DAY_MS = 86_400_000;

/**
 * When each day of a plan is paid, by the calendar: it earns from the midnight after the purchase
 * on, and a day is paid at the midnight that ends it.
 */
export function paymentAt(boughtAt: number, index: number): number {
  const bought = new Date(boughtAt);
  return Date.UTC(bought.getUTCFullYear(), bought.getUTCMonth(), bought.getUTCDate() + 2 + index);
}

/** Days that are over at a moment, counted one by one. */
export function daysOver({ boughtAt, days }: { boughtAt: number; days: number }, at: number): number {
  let over = 0;
  while (over < days && paymentAt(boughtAt, over) <= at) over += 1;
  return over;
}

export const shareOf = (amount: bigint, rate: bigint): bigint => (amount * rate) / WHOLE_RATE;

export type Offer = {
  readonly code: string;
  readonly names: Readonly<Record<string, string>>;
  readonly kind: string;
  readonly asset: string;
  readonly days: number;
  readonly dailyRate: string;
  readonly min: string;
  readonly max: string;
  readonly penaltyRate: string;
  readonly capacity: string;
  readonly onePerUser: boolean;
  readonly onSale: boolean;
};

/** Rates may be negative text; none of those is fine. */
export const rateUnits = (text: string): bigint | undefined => (text.startsWith('-') ? undefined : unitsOf(text));
