import type { Prediction } from '../prediction.ts';
import type { Actor, Payable } from './payout-rules.ts';

/** A withdrawal, as its row is stored. */
export type WithdrawalRow = Payable & {
  id: number;
  user_id: number;
  state: string;
  asset: string;
  amount: string;
  fee: string;
  received: string;
  tx_hash: string | null;
  batch: number | null;
  trouble: string | null;
  sent_at: number | null;
  closed_at: number | null;
  approved_at: number | null;
  approvers: readonly Actor[] | null;
  counts_until: number | null;
  spread: string | null;
  file: number | null;
  replaced: readonly string[] | null;
};

/** What a decision does to its row. */
export type Applied = Pick<Prediction, 'rows' | 'events' | 'counts'>;

/** Every transaction that may pay it, the present one last. */
export const hashesOf = ({ replaced, tx_hash }: WithdrawalRow): readonly string[] => [
  ...(replaced ?? []),
  ...(tx_hash === null ? [] : [tx_hash]),
];

export const withdrawalEvent = ({ user_id, id, state, asset }: WithdrawalRow) => ({
  userId: user_id,
  book: 'real',
  kind: 'withdrawal',
  data: { id, state, asset },
});
