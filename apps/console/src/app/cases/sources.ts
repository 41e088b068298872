import { depositCases, heldCases } from '../../features/deposits/deposit-cases.ts';
import { kycCases } from '../../features/kyc/kyc-cases.ts';
import { loanCases } from '../../features/loans/loan-cases.ts';
import { requestCases } from '../../features/requests/request-cases.tsx';
import { supportCases } from '../../features/support/support-cases.ts';
import { withdrawalCases } from '../../features/withdrawals/withdrawal-cases.ts';
import type { CaseSource } from '../../queue/cases.ts';

/** Every kind of case. A feature adds its own here. */
export const CASE_SOURCES: readonly CaseSource[] = [
  withdrawalCases,
  depositCases,
  heldCases,
  kycCases,
  loanCases,
  supportCases,
  requestCases,
];
