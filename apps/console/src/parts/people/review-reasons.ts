import type { ReviewReason } from '@glasshouse/api/schemas/funding';
import { useT } from '@glasshouse/app/language/language';

/** What a person can be told of a refused deposit. */
export const DEPOSIT_REASONS = [
  'notFound',
  'notYours',
  'belowMinimum',
  'wrongNetwork',
  'proofUnreadable',
  'thirdParty',
  'sourceUnclear',
  'detailsWrong',
  'other',
] as const satisfies readonly ReviewReason[];
/** Of a refused or failed withdrawal. */
export const WITHDRAWAL_REASONS = [
  'identityMismatch',
  'destinationRisky',
  'sourceUnclear',
  'thirdParty',
  'detailsWrong',
  'returned',
  'networkFailure',
  'vanished',
  'other',
] as const satisfies readonly ReviewReason[];

/** Of a refused loan. */
export const LOAN_REASONS = [
  'identityMismatch',
  'sourceUnclear',
  'detailsWrong',
  'other',
] as const satisfies readonly ReviewReason[];

export function useReviewReasons(offered: readonly ReviewReason[]) {
  const t = useT();
  return offered.map((value) => ({ value, label: t(`console:reason.${value}`) }));
}

/** The picked one; the dialog sends nothing before one is picked. */
export const pickedReason = (offered: readonly ReviewReason[], code: string | undefined): ReviewReason =>
  offered.find((reason) => reason === code) ?? 'other';
