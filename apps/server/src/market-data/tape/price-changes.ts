import type { Ratio } from '@glasshouse/rules/corporate-actions';

/**
 * What is known about an instrument's prices besides themselves: a calendar, and what people
 * decided.
 */
export interface PriceChanges {
  /**
   * How many new units one old one became by actions whose moment lies in `(after, upTo]`;
   * undefined while prices mean the same.
   */
  ratioBetween(code: string, after: number, upTo: number): Ratio | undefined;
  /** Points that a price falls by dividends whose moment lies in `(after, upTo]`. */
  dividendsBetween(code: string, after: number, upTo: number): number;
  /** A moment in `(after, upTo]` from which on prices mean something else, or there are none. */
  changesBetween(code: string, after: number, upTo: number): boolean;
  /** The level of a jump that two persons called the market since `after`. */
  releasedLevel(code: string, after: number): number | undefined;
  /** Whether there are no prices any more. */
  hasEnded(code: string, at: number): boolean;
}

export const NO_CHANGES: PriceChanges = {
  ratioBetween: () => undefined,
  dividendsBetween: () => 0,
  changesBetween: () => false,
  releasedLevel: () => undefined,
  hasEnded: () => false,
};
