import type { Loan } from '@glasshouse/trade/loans/sums';

/** How a state looks as a badge. */
export const TONE: Readonly<Record<Loan['state'], 'neutral' | 'accent' | 'success' | 'danger'>> = {
  pending: 'accent',
  rejected: 'danger',
  cancelled: 'neutral',
  repaying: 'success',
  expired: 'danger',
  repaid: 'neutral',
};
