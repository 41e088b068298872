import { operatorHandler } from '@glasshouse/server/authority/action';
import type { Json } from '@glasshouse/server/kernel/core/types';
import { review } from '@glasshouse/server/money/deposits/review';
import { withdrawalsOf } from '@glasshouse/server/money/withdrawals/slice';
import type { Mutant } from './mutant.ts';
import { type Handler, withHandler, withModule, withPostings, withRows } from './with-module.ts';

const creditsTwice: Mutant = {
  focus: 'funding',
  name: 'a deposit can be approved again',
  modules: withRows('deposits', (change) =>
    change.table === 'deposits' && change.row.state === 'approved'
      ? { ...change, row: { ...change.row, state: 'reviewing', closed_at: null } }
      : change,
  ),
};

const leavesVanishedCredit: Mutant = {
  focus: 'funding',
  name: 'a credit whose transfer vanished stays available',
  modules: withPostings('deposits.vanished', () => []),
};

const keepsHoldOfCancelled: Mutant = {
  focus: 'funding',
  name: 'a cancelled withdrawal keeps its hold',
  modules: withPostings('withdrawals.cancel', () => []),
};

const paysWithoutFee: Mutant = {
  focus: 'funding',
  name: 'the fee of a withdrawal stays held',
  modules: withPostings('withdrawals.sent', (posting) => (posting.reason === 'withdrawal.fee' ? [] : [posting])),
};

const forgetsHashes: Mutant = {
  focus: 'funding',
  name: 'a hash that somebody reported can be reported again',
  modules: withRows('deposits', (change) =>
    change.table === 'deposit_hashes' && change.row.output === null ? null : change,
  ),
};

const creditsOnOneWord: Mutant = {
  focus: 'funding',
  name: 'one person’s word credits a deposit that nobody saw',
  modules: withHandler(
    'deposits.review',
    () => operatorHandler({ permission: 'deposits.review', decide: review }) as Handler,
  ),
};

const usesEvidenceTwice: Mutant = {
  focus: 'funding',
  name: 'the same evidence is used twice',
  commands: 4_000,
  modules: withRows('evidence', () => null),
};

const creditsOtherPayers: Mutant = {
  focus: 'funding',
  name: 'a bank transfer by somebody else is credited',
  modules: withHandler('deposits.review', (original) => (state, command) => {
    const body = command.body as { readonly payer?: string };
    return original(state, body.payer === 'other' ? { ...command, body: { ...body, payer: 'same' } } : command);
  }),
};

const countsNoWithdrawal: Mutant = {
  focus: 'funding',
  name: 'a withdrawal does not count against the limit of its level',
  modules: withRows('identityLevels', (change) =>
    change.table === 'identity_usage' && change.row.kind === 'withdrawal' ? null : change,
  ),
};

const creditsAboveLimit: Mutant = {
  focus: 'funding',
  name: 'a credit above the limit of a level stays available',
  modules: withModule('identityLevels', (original) => ({
    ...original,
    follows: (state, command, effects) => {
      const followed = original.follows?.(state, command, effects);
      const postings = followed?.postings.filter(({ reason }) => reason !== 'deposit.overLimit') ?? [];
      return followed === undefined ? undefined : { ...followed, postings };
    },
  })),
};

const forgetsApprovals: Mutant = {
  focus: 'funding',
  name: 'what one person approved before counts towards no limit',
  commands: 6_000,
  modules: withRows('withdrawals', (change) =>
    change.table === 'withdrawals' ? { ...change, row: { ...change.row, counts_until: null } } : change,
  ),
};

const letsApproversPay: Mutant = {
  focus: 'funding',
  name: 'who approved a payout pays it',
  commands: 4_000,
  modules: withRows('withdrawals', (change) =>
    change.table === 'withdrawals' ? { ...change, row: { ...change.row, approvers: null } } : change,
  ),
};

const exportsTwice: Mutant = {
  focus: 'funding',
  name: 'a payout is exported again',
  commands: 4_000,
  modules: withRows('withdrawals', (change) =>
    change.table === 'withdrawals' ? { ...change, row: { ...change.row, file: null } } : change,
  ),
};

const forgetsSecondPayments: Mutant = {
  focus: 'payouts',
  name: 'a payout that ended is not watched, so that its second payment is lost',
  modules: withRows('withdrawals', (change) =>
    change.table === 'withdrawals' ? { ...change, row: { ...change.row, watched_until: null } } : change,
  ),
};

const booksNoSecondPayment: Mutant = {
  focus: 'payouts',
  name: 'a second payment of a payout is not booked',
  modules: withPostings('withdrawals.confirmed', (posting) =>
    posting.reason === 'withdrawal.paidTwice' ? [] : [posting],
  ),
};

const settlesUnseenPayments: Mutant = {
  focus: 'payouts',
  name: 'a case of second payments is closed with one that nobody saw',
  modules: withHandler('withdrawals.settle', (original) => (state, command) => {
    const body = command.body as { readonly id: number };
    const payments = withdrawalsOf(state).ended.get(body.id)?.second_payments ?? [];
    return original(state, { ...command, body: { ...body, payments: payments as unknown as Json } });
  }),
};

export const fundingMutants: readonly Mutant[] = [
  forgetsSecondPayments,
  booksNoSecondPayment,
  settlesUnseenPayments,
  forgetsApprovals,
  letsApproversPay,
  exportsTwice,
  countsNoWithdrawal,
  creditsAboveLimit,
  creditsTwice,
  leavesVanishedCredit,
  keepsHoldOfCancelled,
  paysWithoutFee,
  forgetsHashes,
  creditsOnOneWord,
  usesEvidenceTwice,
  creditsOtherPayers,
];
