import type { QueryOf } from '@glasshouse/api';
import type { CostMethodName, ReportCurrency } from '@glasshouse/api/constants';

export interface TaxChoice {
  readonly year: number;
  /** `MM-DD`. */
  readonly starts: string;
  readonly zone: string;
  readonly currency: ReportCurrency;
  readonly method: CostMethodName;
}

/** First days of tax years: most countries, India, the United Kingdom, Australia. */
export const STARTS = ['01-01', '04-01', '04-06', '07-01'] as const;
/** Years on offer: most authorities keep a return open for less. */
const YEARS_BACK = 10;

/** The calendar year so far, by the reader's own clock. */
export const firstChoice = (now: number): TaxChoice => ({
  year: new Date(now).getFullYear(),
  starts: STARTS[0],
  zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  currency: 'USDT',
  method: 'fifo',
});

/** Newest first. A year that has not begun is refused by the server, so it is not offered. */
export function yearsOf(now: number, starts: string): number[] {
  const today = new Date(now);
  const day = `${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`;
  const newest = starts <= day ? today.getFullYear() : today.getFullYear() - 1;
  return Array.from({ length: YEARS_BACK }, (_, index) => newest - index);
}

export const queryOf = (choice: TaxChoice): QueryOf<'getTaxReport'> => ({ ...choice });

/** Every zone of the reader's browser, and the one in use, which it may know by another name. */
export const zonesOf = (own: string): string[] => [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
