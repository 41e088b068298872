import { parseAmount } from '@glasshouse/rules/money';

interface Report {
  readonly amount: string;
  readonly hash: string;
  readonly hasProof: boolean;
  readonly minimum: string;
  readonly isBank: boolean;
}

/** The first thing that a report of a transfer lacks; without evidence nobody could find it. */
export function reportProblem(report: Report): 'amount' | 'minimum' | 'evidence' | undefined {
  const amount = parseAmount(report.amount);
  if (amount === undefined || amount === 0n) return 'amount';
  const minimum = parseAmount(report.minimum);
  // The minimum is in the coin; what a bank transfer is worth in it is known at the credit.
  if (!report.isBank && minimum !== undefined && amount < minimum) return 'minimum';
  const hasHash = !report.isBank && report.hash.trim() !== '';
  return hasHash || report.hasProof ? undefined : 'evidence';
}
