import type { Amount } from '@glasshouse/rules/money';
import type { CoreState } from '../../kernel/core/types.ts';

/** What withdrawing asks of modules that it does not know. */
export interface WithdrawalPorts {
  /** While a loan is open, nothing leaves. */
  readonly hasOpenLoan: (state: CoreState, userId: number) => boolean;
  /** What is missing of deposits that vanished after they were credited. */
  readonly owedBy: (state: CoreState, userId: number) => Amount;
  /** The identity check that says who the person is, and since when it does. */
  readonly verifiedBy: (
    state: CoreState,
    userId: number,
  ) => { readonly case: number; readonly since: number } | undefined;
  /** An address that we pay in at: paying out there moves nothing. */
  readonly isDepositAddress: (state: CoreState, family: string, address: string) => boolean;
}
