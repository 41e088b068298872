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
  watched_until: number | null;
  second_payments: readonly SecondPayment[] | null;
};

/** What left once more after the withdrawal had ended. */
export interface SecondPayment {
  readonly hash: string;
  readonly amount: string;
  readonly isBooked: boolean;
}

export const ENDED_WATCH_MS = 7 * 24 * 3_600_000;

/** Transactions that would pay it once more. */
export const unwantedHashes = (row: WithdrawalRow): readonly string[] =>
  hashesOf(row).filter(
    (hash) =>
      !(row.state === 'confirmed' && hash === row.tx_hash) &&
      !(row.second_payments ?? []).some((second) => second.hash === hash),
  );

/** What an operator's command does to a withdrawal, as the audit log shows it. */
export function withdrawalDecision(row: WithdrawalRow, change: Record<string, unknown>, apply: () => RowEffects) {
  const before = {
    state: row.state,
    amount: row.amount,
    received: row.received,
    txHash: row.tx_hash,
    batch: row.batch,
  };
  return { subject: `withdrawal ${row.id}`, before, after: { ...before, ...change }, apply };
}

/** What a decision does to its row. */
export type RowEffects = Pick<Prediction, 'rows' | 'events' | 'counts'>;

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
