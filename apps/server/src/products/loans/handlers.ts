import type { CoreModule } from '../../kernel/core/types.ts';
import { withinLimit, worthInRow } from '../../kyc-levels/within-limit.ts';
import { askOffer, askProduct } from './offer.ts';
import type { PriceFacts } from './pledge.ts';
import { type CancelBody, cancel, gatherRequest, type LoanPorts, type RequestBody, requestHandler } from './request.ts';
import { gatherReview, type ReviewBody, reviewHandler } from './review.ts';
import { LOAN_RETURNS_TABLE, LOAN_STEPS_TABLE, LOANS_TABLE } from './rows.ts';
import { gatherService, onTime, type RepayBody, repay, type ServiceBody, service } from './servicing.ts';
import { emptySlice, LOANS, type LoanRows, type LoansSlice, reduce } from './slice.ts';

export type LoanCommands = {
  readonly 'loans.request': { readonly body: RequestBody; readonly facts: PriceFacts };
  readonly 'loans.cancel': { readonly body: CancelBody; readonly facts: null };
  readonly 'loans.repay': { readonly body: RepayBody; readonly facts: null };
  readonly 'loans.review': { readonly body: ReviewBody; readonly facts: PriceFacts };
  readonly 'loans.service': { readonly body: ServiceBody; readonly facts: PriceFacts };
};

const worthOfLoan = worthInRow(LOANS_TABLE.table, 'amount');

/** Loans against a pledge, from the lending pool, on the real book only. */
export const createLoansModule = (ports: LoanPorts): CoreModule<LoanCommands, LoanRows, LoansSlice> => ({
  name: LOANS.name,
  initial: emptySlice,
  tables: [LOANS_TABLE, LOAN_STEPS_TABLE, LOAN_RETURNS_TABLE],
  reduce,
  handlers: {
    'loans.request': withinLimit({ kind: 'loan', field: 'amount', worthOf: worthOfLoan }, requestHandler(ports)),
    'loans.cancel': cancel,
    'loans.repay': repay,
    'loans.review': reviewHandler(ports),
    'loans.service': service,
  },
  gather: { 'loans.request': gatherRequest, 'loans.review': gatherReview, 'loans.service': gatherService },
  questions: { 'loans.offer': askOffer(ports), 'loans.product': askProduct },
  internal: ['loans.service'],
  onTime,
  isLive: (slice, userId) => slice.byUser.has(userId),
  liveUsers: (slice) => slice.byUser.keys(),
});
