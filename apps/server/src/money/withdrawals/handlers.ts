import { isBarred, parameterOf } from '../../authority/slice.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import type { Command, CommandInput, CoreModule, CoreState, Outcome } from '../../kernel/core/types.ts';
import { withinLimit, worthInRow } from '../../kyc-levels/within-limit.ts';
import { realBookOnly } from '../funding/real-book-only.ts';
import { HOUR_MS } from '../funding/steps.ts';
import {
  type AddAddressBody,
  addHandler,
  type LockBody,
  type RemoveAddressBody,
  removeAddress,
  setLock,
} from './book.ts';
import {
  type ConfirmBody,
  type ConfirmedBody,
  confirmed,
  confirmHandler,
  type ReplaceBody,
  replaceHandler,
} from './confirmation.ts';
import { type ConversionFacts, gatherConversion } from './conversion.ts';
import {
  type CompareBody,
  compare,
  type ExportBody,
  exportHandler,
  type LeaveBody,
  leave,
  type VoidBody,
  voidHandler,
} from './files.ts';
import { watchesPayouts } from './limits.ts';
import { type BatchBody, batchHandler, type FailedBody, failedHandler, type SentBody, sentHandler } from './payout.ts';
import type { WithdrawalPorts } from './ports.ts';
import {
  type CancelBody,
  cancel,
  gatherRequest,
  type RequestBody,
  type RequestFacts,
  requestHandler,
} from './request.ts';
import { type ReviewBody, reviewHandler } from './review.ts';
import {
  BATCHES_TABLE,
  BOOK_TABLE,
  FILES_TABLE,
  LOCKS_TABLE,
  WITHDRAWALS_TABLE,
  type Withdrawal,
  withdrawalChange,
} from './rows.ts';
import { outdatedWatches, type SettleBody, settleHandler, type UnwatchBody, unwatch } from './second-payments.ts';
import { emptySlice, reduce, WITHDRAWALS, type WithdrawalRows, type WithdrawalsSlice, withdrawalsOf } from './slice.ts';

const worthOfRequest = worthInRow(WITHDRAWALS_TABLE.table, 'value_usdt');

type StuckBody = { readonly withdrawals: readonly number[] };
type UncountBody = { readonly withdrawals: readonly number[] };

export type WithdrawalCommands = {
  readonly 'withdrawals.request': { readonly body: RequestBody; readonly facts: RequestFacts };
  readonly 'withdrawals.cancel': { readonly body: CancelBody; readonly facts: null };
  readonly 'withdrawals.review': { readonly body: ReviewBody; readonly facts: ConversionFacts };
  readonly 'withdrawals.batch': { readonly body: BatchBody; readonly facts: null };
  readonly 'withdrawals.sent': { readonly body: SentBody; readonly facts: null };
  readonly 'withdrawals.failed': { readonly body: FailedBody; readonly facts: null };
  readonly 'withdrawals.confirm': { readonly body: ConfirmBody; readonly facts: null };
  readonly 'withdrawals.confirmed': { readonly body: ConfirmedBody; readonly facts: null };
  readonly 'withdrawals.replace': { readonly body: ReplaceBody; readonly facts: null };
  readonly 'withdrawals.export': { readonly body: ExportBody; readonly facts: null };
  readonly 'withdrawals.void': { readonly body: VoidBody; readonly facts: null };
  readonly 'withdrawals.compare': { readonly body: CompareBody; readonly facts: null };
  readonly 'withdrawals.leave': { readonly body: LeaveBody; readonly facts: null };
  readonly 'withdrawals.uncount': { readonly body: UncountBody; readonly facts: null };
  readonly 'withdrawals.settle': { readonly body: SettleBody; readonly facts: null };
  readonly 'withdrawals.unwatch': { readonly body: UnwatchBody; readonly facts: null };
  readonly 'withdrawals.stuck': { readonly body: StuckBody; readonly facts: null };
  readonly 'withdrawals.addAddress': { readonly body: AddAddressBody; readonly facts: null };
  readonly 'withdrawals.removeAddress': { readonly body: RemoveAddressBody; readonly facts: null };
  readonly 'withdrawals.lock': { readonly body: LockBody; readonly facts: null };
};

const isWatched = (withdrawal: Withdrawal | undefined): withdrawal is Withdrawal =>
  withdrawal?.state === 'sent' && withdrawal.trouble === null;

/** Sent long ago, and no confirmation: somebody must look. */
function stuck(state: CoreState, command: Command<StuckBody>): Outcome {
  const slice = withdrawalsOf(state);
  const rows = command.body.withdrawals.map((id) => {
    const found = slice.withdrawals.get(id);
    if (!isWatched(found)) throw new Error(`withdrawal ${id} is not waiting for a confirmation`);
    return withdrawalChange({ ...found, trouble: 'stuck' });
  });
  return { ok: true, result: { withdrawals: rows.length }, postings: [], rows, events: [] };
}

/** Payouts looked at per time event: ticks get their turn between the rounds. */
const STUCK_PER_ROUND = 2_000;

/** O(log n) for each payout that is stuck, nothing for the others. */
function stuckPayouts(state: CoreState, at: number): CommandInput[] {
  const slice = withdrawalsOf(state);
  if (slice.sent.size === 0) return [];
  const before = at - parameterOf(state, 'withdrawal.stuck_hours') * HOUR_MS;
  const due = new Set<number>();
  for (let looked = 0; looked < STUCK_PER_ROUND && slice.sent.peekKey() <= before; looked += 1) {
    const id = slice.sent.pop() as number;
    const found = slice.withdrawals.get(id);
    // A replaced transaction was sent again, and has a later place of its own.
    if (isWatched(found) && (found.sent_at ?? 0) <= before) due.add(id);
  }
  const bodyOf = (withdrawals: readonly number[]): StuckBody => ({ withdrawals });
  return internalCommands([...due], { type: 'withdrawals.stuck', live: slice.withdrawals, bodyOf, suffix: `:${at}` });
}

/** Approved a week ago: they no longer count towards a limit. */
function uncount(state: CoreState, command: Command<UncountBody>): Outcome {
  const { counted } = withdrawalsOf(state);
  const rows = command.body.withdrawals.flatMap((id) => {
    const found = counted.get(id);
    return found === undefined ? [] : [withdrawalChange({ ...found, counts_until: null })];
  });
  return { ok: true, result: { withdrawals: rows.length }, postings: [], rows, events: [] };
}

function outdatedCounts(state: CoreState, at: number): CommandInput[] {
  const { counted, countsUntil } = withdrawalsOf(state);
  const due = new Set<number>();
  for (let looked = 0; looked < STUCK_PER_ROUND && 0 < countsUntil.size && countsUntil.peekKey() <= at; looked += 1) {
    const id = countsUntil.pop() as number;
    const until = counted.get(id)?.counts_until;
    if (until != null && until <= at) due.add(id);
  }
  const bodyOf = (withdrawals: readonly number[]): UncountBody => ({ withdrawals });
  return internalCommands([...due], { type: 'withdrawals.uncount', live: counted, bodyOf, suffix: `:${at}` });
}

/** Of prepared payouts only: there are never more than batches hold. */
function barredPayouts(state: CoreState, at: number): CommandInput[] {
  const { prepared, withdrawals } = withdrawalsOf(state);
  if (prepared.size === 0 || !watchesPayouts(state)) return [];
  const due = [...prepared].filter((id) => isBarred(state, withdrawals.get(id)?.user_id ?? 0));
  const bodyOf = (ids: readonly number[]): LeaveBody => ({ withdrawals: ids });
  return internalCommands(due, { type: 'withdrawals.leave', live: withdrawals, bodyOf, suffix: `:${at}` });
}

const onTime = (state: CoreState, at: number): CommandInput[] => [
  ...stuckPayouts(state, at),
  ...outdatedCounts(state, at),
  ...outdatedWatches(state, at),
  ...barredPayouts(state, at),
];

/** Money out. Nothing here can send it: a person pays, and says so with a hash. */
export const createWithdrawalsModule = (
  ports: WithdrawalPorts,
): CoreModule<WithdrawalCommands, WithdrawalRows, WithdrawalsSlice> => ({
  name: WITHDRAWALS.name,
  initial: emptySlice,
  tables: [WITHDRAWALS_TABLE, BATCHES_TABLE, BOOK_TABLE, LOCKS_TABLE, FILES_TABLE],
  reduce,
  handlers: realBookOnly({
    'withdrawals.request': withinLimit(
      { kind: 'withdrawal', field: 'amount', worthOf: worthOfRequest },
      requestHandler(ports),
    ),
    'withdrawals.cancel': cancel,
    'withdrawals.review': reviewHandler(ports),
    'withdrawals.batch': batchHandler(ports),
    'withdrawals.sent': sentHandler,
    'withdrawals.failed': failedHandler,
    'withdrawals.confirm': confirmHandler,
    'withdrawals.confirmed': confirmed,
    'withdrawals.replace': replaceHandler,
    'withdrawals.export': exportHandler(ports),
    'withdrawals.void': voidHandler,
    'withdrawals.compare': compare,
    'withdrawals.leave': leave,
    'withdrawals.uncount': uncount,
    'withdrawals.settle': settleHandler,
    'withdrawals.unwatch': unwatch,
    'withdrawals.stuck': stuck,
    'withdrawals.addAddress': addHandler(ports),
    'withdrawals.removeAddress': removeAddress,
    'withdrawals.lock': setLock,
  }),
  gather: { 'withdrawals.request': gatherRequest, 'withdrawals.review': gatherConversion },
  internal: ['withdrawals.stuck', 'withdrawals.uncount', 'withdrawals.unwatch', 'withdrawals.leave'],
  onTime,
});
