import type { Mutant } from './mutant.ts';
import { withPostings, withRows } from './with-module.ts';

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

export const fundingMutants: readonly Mutant[] = [
  creditsTwice,
  leavesVanishedCredit,
  keepsHoldOfCancelled,
  paysWithoutFee,
  forgetsHashes,
];
