import { notOwned } from '../../kernel/core/effects.ts';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../../kernel/core/types.ts';
import type { BookAddress, PayoutFile, Withdrawal, WithdrawalBatch, WithdrawalLock } from './rows.ts';

export const WITHDRAWALS = { name: 'withdrawals' } as const;

export type WithdrawalRows = {
  readonly withdrawals: Withdrawal;
  readonly withdrawal_batches: WithdrawalBatch;
  readonly withdrawal_addresses: BookAddress;
  readonly withdrawal_locks: WithdrawalLock;
  readonly payout_files: PayoutFile;
};

/** Withdrawals under way, address books and locks. */
export interface WithdrawalsSlice {
  readonly withdrawals: Map<number, Withdrawal>;
  readonly byUser: Map<number, Set<number>>;
  readonly addresses: Map<number, BookAddress>;
  readonly booksByUser: Map<number, Set<number>>;
  /** Only of people who locked. */
  readonly locks: Map<number, WithdrawalLock>;
  /** Sent withdrawals by when they were sent, until they are reported or over. */
  readonly sent: MinHeap;
  /** Approved within a week, ended ones too: they count towards the limits. */
  readonly counted: Map<number, Withdrawal>;
  /** Counted withdrawals by when they no longer count. */
  readonly countsUntil: MinHeap;
  /** Ended, while another of their transactions may pay them, or has and nobody settled it. */
  readonly ended: Map<number, Withdrawal>;
  /** Ended withdrawals by when nobody looks for their transactions any more. */
  readonly watchedUntil: MinHeap;
  /** In a batch, and not exported yet. */
  readonly prepared: Set<number>;
  /** Files whose payouts are not all over. */
  readonly files: Map<number, PayoutFile>;
  /** Number of the newest file; 0 before the first. */
  lastFile: number;
}

export const emptySlice = (): WithdrawalsSlice => ({
  withdrawals: new Map(),
  byUser: new Map(),
  addresses: new Map(),
  booksByUser: new Map(),
  locks: new Map(),
  sent: new MinHeap(),
  counted: new Map(),
  countsUntil: new MinHeap(),
  ended: new Map(),
  watchedUntil: new MinHeap(),
  prepared: new Set(),
  files: new Map(),
  lastFile: 0,
});

export const withdrawalsOf = (state: CoreState): WithdrawalsSlice => sliceOf<WithdrawalsSlice>(state, WITHDRAWALS);

export function reduce(slice: WithdrawalsSlice, change: ChangeOf<WithdrawalRows>): void {
  switch (change.table) {
    case 'withdrawals':
      reduceWithdrawal(slice, change.row);
      return;
    case 'withdrawal_addresses':
      index(slice.addresses, slice.booksByUser, { row: change.row, isLive: change.row.removed_at === null });
      return;
    case 'withdrawal_locks':
      if (change.row.locked) slice.locks.set(change.row.user_id, change.row);
      else slice.locks.delete(change.row.user_id);
      return;
    case 'payout_files':
      slice.lastFile = Math.max(slice.lastFile, change.row.number);
      if (change.row.voided_at === null) slice.files.set(change.row.number, change.row);
      else slice.files.delete(change.row.number);
      return;
    case 'withdrawal_batches':
      return;
    default:
      notOwned(WITHDRAWALS.name, change);
  }
}

function reduceWithdrawal(slice: WithdrawalsSlice, row: Withdrawal): void {
  const before = slice.withdrawals.get(row.id);
  index(slice.withdrawals, slice.byUser, { row, isLive: row.closed_at === null });
  const watched = row.state === 'sent' && row.trouble === null && row.sent_at !== null;
  if (watched && before?.sent_at !== row.sent_at) slice.sent.push(row.sent_at, row.id);
  if (row.state === 'approved' && row.batch !== null && row.file === null) slice.prepared.add(row.id);
  else slice.prepared.delete(row.id);
  if (row.watched_until === null) slice.ended.delete(row.id);
  else {
    if (!slice.ended.has(row.id)) slice.watchedUntil.push(row.watched_until, row.id);
    slice.ended.set(row.id, row);
  }
  if (row.counts_until === null) {
    slice.counted.delete(row.id);
    return;
  }
  if (!slice.counted.has(row.id)) slice.countsUntil.push(row.counts_until, row.id);
  slice.counted.set(row.id, row);
}

function index<Row extends { readonly id: number; readonly user_id: number }>(
  rows: Map<number, Row>,
  byUser: Map<number, Set<number>>,
  change: { readonly row: Row; readonly isLive: boolean },
): void {
  const { row, isLive } = change;
  const mine = byUser.get(row.user_id) ?? new Set<number>();
  if (isLive) {
    rows.set(row.id, row);
    byUser.set(row.user_id, mine.add(row.id));
    return;
  }
  rows.delete(row.id);
  mine.delete(row.id);
  if (mine.size === 0) byUser.delete(row.user_id);
}

/** Whether withdrawals of the person go to the address book only, as of now. */
export function isLocked(slice: WithdrawalsSlice, userId: number, at: number): boolean {
  const lock = slice.locks.get(userId);
  return lock !== undefined && (lock.unlocks_at === null || at < lock.unlocks_at);
}
