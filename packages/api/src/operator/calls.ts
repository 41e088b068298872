import type { Static, TSchema } from 'typebox';
import { operatorAuditCalls } from './calls/audit.ts';
import { operatorClaimCalls } from './calls/claims.ts';
import { operatorContentCalls } from './calls/content.ts';
import { operatorCorporateActionCalls } from './calls/corporate-actions.ts';
import { operatorDashboardCalls } from './calls/dashboard.ts';
import { operatorDepositCalls } from './calls/deposits.ts';
import { operatorFactorCalls } from './calls/factors.ts';
import { operatorHouseCalls } from './calls/house.ts';
import { operatorInstrumentCalls } from './calls/instruments.ts';
import { operatorKycCalls } from './calls/kyc.ts';
import { operatorLedgerCalls } from './calls/ledger.ts';
import { operatorLoanCalls } from './calls/loans.ts';
import { operatorNftCalls } from './calls/nfts.ts';
import { operatorAccountCalls } from './calls/operators.ts';
import { operatorParameterCalls } from './calls/parameters.ts';
import { operatorPlanCalls } from './calls/plans.ts';
import { operatorReferralCalls } from './calls/referrals.ts';
import { operatorReportCalls } from './calls/reports.ts';
import { operatorRequestCalls } from './calls/requests.ts';
import { operatorSessionCalls } from './calls/session.ts';
import { operatorSupportCalls } from './calls/support.ts';
import { operatorUserCalls } from './calls/users.ts';
import { operatorWithdrawalCalls } from './calls/withdrawals.ts';
import type { OperatorCallSpec } from './define-operator-call.ts';

/** Base path of all operator calls. */
export const OPERATOR_PATH = '/swx/operator';

export const operatorCalls = {
  ...operatorSessionCalls,
  ...operatorFactorCalls,
  ...operatorRequestCalls,
  ...operatorAccountCalls,
  ...operatorClaimCalls,
  ...operatorDashboardCalls,
  ...operatorUserCalls,
  ...operatorLedgerCalls,
  ...operatorAuditCalls,
  ...operatorReportCalls,
  ...operatorInstrumentCalls,
  ...operatorCorporateActionCalls,
  ...operatorHouseCalls,
  ...operatorPlanCalls,
  ...operatorParameterCalls,
  ...operatorKycCalls,
  ...operatorDepositCalls,
  ...operatorWithdrawalCalls,
  ...operatorLoanCalls,
  ...operatorNftCalls,
  ...operatorReferralCalls,
  ...operatorSupportCalls,
  ...operatorContentCalls,
};

export type OperatorCalls = typeof operatorCalls;
export type OperatorCallName = keyof OperatorCalls;
export const OPERATOR_CALL_NAMES = Object.keys(operatorCalls) as readonly OperatorCallName[];

/** A call as generic code sees it. */
export const operatorCallSpec = (name: OperatorCallName): OperatorCallSpec => operatorCalls[name];

type Part<Name extends OperatorCallName, Key extends string> = OperatorCalls[Name] extends {
  readonly [K in Key]: infer Schema;
}
  ? Schema extends TSchema
    ? Static<Schema>
    : undefined
  : undefined;

export type OperatorParamsOf<Name extends OperatorCallName> = Part<Name, 'params'>;
export type OperatorQueryOf<Name extends OperatorCallName> = Part<Name, 'query'>;
export type OperatorBodyOf<Name extends OperatorCallName> = Part<Name, 'body'>;
export type OperatorResultOf<Name extends OperatorCallName> = Part<Name, 'result'>;
