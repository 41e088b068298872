import { parameterOf } from '../../authority/slice.ts';
import { withinLimit, worthInRow } from '../../identity-levels/within-limit.ts';
import { internalCommands } from '../../kernel/internal-commands.ts';
import type { Command, CommandInput, CoreModule, CoreState, Outcome } from '../../kernel/types.ts';
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
  type BatchBody,
  batchHandler,
  type ConfirmBody,
  type ConfirmedBody,
  confirmed,
  confirmHandler,
  type FailedBody,
  failedHandler,
  type ReviewBody,
  reviewHandler,
  type SentBody,
  sentHandler,
} from './payout.ts';
import type { WithdrawalPorts } from './ports.ts';
import {
  type CancelBody,
  cancel,
  gatherRequest,
  type RequestBody,
  type RequestFacts,
  requestHandler,
} from './request.ts';
import {
  BATCHES_TABLE,
  BOOK_TABLE,
  LOCKS_TABLE,
  WITHDRAWALS_TABLE,
  type Withdrawal,
  withdrawalChange,
} from './rows.ts';
import { emptySlice, reduce, WITHDRAWALS, type WithdrawalRows, type WithdrawalsSlice, withdrawalsOf } from './slice.ts';

const worthOfRequest = worthInRow(WITHDRAWALS_TABLE.table, 'value_usdt');

type StuckBody = { readonly withdrawals: readonly number[] };

export type WithdrawalCommands = {
  readonly 'withdrawals.request': { readonly body: RequestBody; readonly facts: RequestFacts };
  readonly 'withdrawals.cancel': { readonly body: CancelBody; readonly facts: null };
  readonly 'withdrawals.review': { readonly body: ReviewBody; readonly facts: null };
  readonly 'withdrawals.batch': { readonly body: BatchBody; readonly facts: null };
  readonly 'withdrawals.sent': { readonly body: SentBody; readonly facts: null };
  readonly 'withdrawals.failed': { readonly body: FailedBody; readonly facts: null };
  readonly 'withdrawals.confirm': { readonly body: ConfirmBody; readonly facts: null };
  readonly 'withdrawals.confirmed': { readonly body: ConfirmedBody; readonly facts: null };
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
function onTime(state: CoreState, at: number): CommandInput[] {
  const slice = withdrawalsOf(state);
  if (slice.sent.size === 0) return [];
  const before = at - parameterOf(state, 'withdrawal.stuck_hours') * HOUR_MS;
  const due = new Set<number>();
  for (let looked = 0; looked < STUCK_PER_ROUND && slice.sent.peekKey() <= before; looked += 1) {
    const id = slice.sent.pop() as number;
    if (isWatched(slice.withdrawals.get(id))) due.add(id);
  }
  const bodyOf = (withdrawals: readonly number[]): StuckBody => ({ withdrawals });
  return internalCommands([...due], { type: 'withdrawals.stuck', live: slice.withdrawals, bodyOf, suffix: `:${at}` });
}

/** Money out. Nothing here can send it: a person pays, and says so with a hash. */
export const createWithdrawalsModule = (
  ports: WithdrawalPorts,
): CoreModule<WithdrawalCommands, WithdrawalRows, WithdrawalsSlice> => ({
  name: WITHDRAWALS.name,
  initial: emptySlice,
  tables: [WITHDRAWALS_TABLE, BATCHES_TABLE, BOOK_TABLE, LOCKS_TABLE],
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
    'withdrawals.stuck': stuck,
    'withdrawals.addAddress': addHandler(ports),
    'withdrawals.removeAddress': removeAddress,
    'withdrawals.lock': setLock,
  }),
  gather: { 'withdrawals.request': gatherRequest },
  internal: ['withdrawals.stuck'],
  onTime,
});
