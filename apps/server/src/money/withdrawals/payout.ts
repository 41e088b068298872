import { code } from '@glasshouse/api/codes';
import type { ReviewReason } from '@glasshouse/api/schemas/funding';
import { amountOf } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import { parameterOf } from '../../authority/slice.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount, userAccount } from '../../kernel/accounts.ts';
import { refuse } from '../../kernel/refusal.ts';
import type { Command, CoreState, Json, Outcome, Posting, Refusal } from '../../kernel/types.ts';
import { stepOf, withStep } from '../funding/steps.ts';
import type { WithdrawalPorts } from './ports.ts';
import { barrierOf, payeeBarrier, released, withdrawalEvent } from './request.ts';
import { batchChange, type Withdrawal, withdrawalChange } from './rows.ts';
import { withdrawalsOf } from './slice.ts';

export type ReviewBody = OperatorBody<{
  readonly id: number;
  readonly decision: 'approve' | 'reject';
  readonly rejection: ReviewReason | null;
  readonly note: string | null;
}>;
export type BatchBody = OperatorBody<{ readonly ids: readonly number[] }>;
export type SentBody = OperatorBody<{ readonly id: number; readonly hash: string }>;
export type FailedBody = OperatorBody<{
  readonly id: number;
  readonly rejection: ReviewReason;
  readonly note: string | null;
}>;
export type ConfirmBody = OperatorBody<{ readonly id: number }>;
/** A watcher's word about a payout. */
export type ConfirmedBody = {
  readonly id: number;
  readonly hash: string;
  /** `wrong`: the transaction is final but did not pay what was expected. */
  readonly outcome: 'confirmed' | 'wrong' | 'stuck';
};

const shown = ({ state, amount, received, tx_hash, batch }: Withdrawal): Json => ({
  state,
  amount,
  received,
  txHash: tx_hash,
  batch,
});

type Changed = ReturnType<typeof released>;
const decisionOf = (before: Withdrawal, { after, ...effects }: Changed): Decision => ({
  ok: true,
  subject: `withdrawal ${before.id}`,
  before: shown(before),
  after: shown(after),
  ...effects,
});

const changed = (after: Withdrawal, postings: Posting[] = []): Changed =>
  ({ after, postings, rows: [withdrawalChange(after)], events: [withdrawalEvent(after)] }) as Changed;

/** The withdrawal of a command, if it is this person's and in one of the states. */
function inState(
  state: CoreState,
  { userId, body }: Command<{ readonly id: number } & { readonly [field: string]: Json }>,
  states: readonly Withdrawal['state'][],
): Withdrawal | Refusal {
  const found = withdrawalsOf(state).withdrawals.get(body.id);
  if (found === undefined || found.user_id !== userId) return refuse(code.nothingFound, 'id');
  return states.includes(found.state) ? found : refuse(code.orderAlreadyFinal, 'id');
}

/**
 * Approves or rejects. What stops every withdrawal of the person stops the approval too. An
 * approved one can still be rejected until it is in a batch, from when on it may be on its way.
 */
function review(state: CoreState, command: Command<ReviewBody>, ports: WithdrawalPorts): Decision | Refusal {
  const { decision, rejection, note } = command.body;
  const found = inState(state, command, decision === 'approve' ? ['pending'] : ['pending', 'approved']);
  if ('ok' in found) return found;
  if (decision === 'reject') {
    if (found.batch !== null) return refuse(code.orderAlreadyFinal, 'id');
    if (rejection === null) return refuse(code.fieldRequired, 'rejection');
    return decisionOf(found, released(found, command, { state: 'rejected', reason: rejection, note }));
  }
  const barrier = barrierOf(state, found.user_id, ports) ?? payeeBarrier(state, found, ports);
  if (barrier !== undefined) return barrier;
  const after: Withdrawal = {
    ...found,
    state: 'approved',
    note,
    due_at: null,
    approved_at: command.at,
    steps: withStep(found.steps, stepOf(command, 'approved')),
  };
  return decisionOf(found, changed(after));
}

/** Above the limit of the parameters, or where its worth is unknown. */
function needsSecond(state: CoreState, { body }: Command<ReviewBody>): boolean {
  if (body.decision !== 'approve') return false;
  const found = withdrawalsOf(state).withdrawals.get(body.id);
  const limit = amountOf(parameterOf(state, 'withdrawal.two_person_usdt'));
  return found?.value_usdt == null || limit < amountOf(found.value_usdt);
}

export const reviewHandler = (ports: WithdrawalPorts) =>
  operatorHandler<ReviewBody>({
    permission: 'withdrawals.review',
    secondPerson: needsSecond,
    decide: (state, command) => review(state, command, ports),
  });

/** Hands approved withdrawals to the treasury: from now on only sent or failed can follow. */
function batch(state: CoreState, command: Command<BatchBody>, ports: WithdrawalPorts): Decision | Refusal {
  const { ids, by } = command.body;
  const slice = withdrawalsOf(state);
  if (ids.length === 0 || figureOf(state, 'withdrawals.batchMax') < ids.length || new Set(ids).size !== ids.length)
    return refuse(code.outOfRange, 'ids');
  const chosen: Withdrawal[] = [];
  for (const id of ids) {
    const found = slice.withdrawals.get(id);
    if (found === undefined) return refuse(code.nothingFound, 'ids');
    const [first] = chosen;
    const fits = first === undefined || (first.method === found.method && first.network === found.network);
    if (found.state !== 'approved' || found.batch !== null || !fits) return refuse(code.orderAlreadyFinal, 'ids');
    const barrier = barrierOf(state, found.user_id, ports) ?? payeeBarrier(state, found, ports);
    if (barrier !== undefined) return barrier;
    chosen.push(found);
  }
  const [first] = chosen as [Withdrawal];
  const { method, network } = first;
  const made = { id: command.seq, method, network, withdrawals: [...ids], made_by: by.operator, made_at: command.at };
  const after = chosen.map(
    (one): Withdrawal => ({
      ...one,
      batch: command.seq,
      steps: withStep(one.steps, stepOf(command, 'prepared')),
    }),
  );
  return {
    ok: true,
    subject: `batch ${command.seq}`,
    before: null,
    after: { withdrawals: [...ids] },
    postings: [],
    rows: [batchChange(made), ...after.map(withdrawalChange)],
    events: after.map(withdrawalEvent),
  };
}

export const batchHandler = (ports: WithdrawalPorts) =>
  operatorHandler<BatchBody>({
    permission: 'withdrawals.pay',
    decide: (state, command) => batch(state, command, ports),
  });

/** It was paid: what was held leaves, the fee stays here. */
function sent(state: CoreState, command: Command<SentBody>): Decision | Refusal {
  const hash = command.body.hash.trim();
  const found = inState(state, command, ['approved']);
  if ('ok' in found) return found;
  if (hash === '') return refuse(code.fieldRequired, 'hash');
  const { user_id, book, asset } = found;
  const held = userAccount(user_id, book, asset, 'held');
  const ref = String(found.id);
  const postings: Posting[] = [
    {
      from: held,
      to: houseAccount(book, asset, 'external'),
      amount: amountOf(found.received),
      reason: 'withdrawal.sent',
      ref,
    },
  ];
  const fee = amountOf(found.fee);
  if (fee !== 0n) {
    postings.push({ from: held, to: houseAccount(book, asset, 'fees'), amount: fee, reason: 'withdrawal.fee', ref });
  }
  const after: Withdrawal = {
    ...found,
    state: 'sent',
    tx_hash: hash,
    sent_at: command.at,
    steps: withStep(found.steps, stepOf(command, 'sent', hash)),
  };
  return decisionOf(found, changed(after, postings));
}

export const sentHandler = operatorHandler<SentBody>({ permission: 'withdrawals.pay', decide: sent });

/** It did not work: everything comes back, the fee too, whether it had left or not. */
function failed(state: CoreState, command: Command<FailedBody>): Decision | Refusal {
  const { rejection: reason, note } = command.body;
  const found = inState(state, command, ['approved', 'sent']);
  if ('ok' in found) return found;
  const ended = released(found, command, { state: 'failed', reason, note });
  if (found.state === 'approved') return decisionOf(found, ended);
  const { user_id, book, asset } = found;
  const to = userAccount(user_id, book, asset, 'available');
  const ref = String(found.id);
  const fee = amountOf(found.fee);
  const back: Posting[] = [
    {
      from: houseAccount(book, asset, 'external'),
      to,
      amount: amountOf(found.received),
      reason: 'withdrawal.returned',
      ref,
    },
  ];
  if (fee !== 0n) {
    back.push({ from: houseAccount(book, asset, 'fees'), to, amount: fee, reason: 'withdrawal.feeReturned', ref });
  }
  return decisionOf(found, { ...ended, postings: back } as Changed);
}

/** Money that has left comes back on somebody's word: two persons give it. */
export const failedHandler = operatorHandler<FailedBody>({
  permission: 'withdrawals.pay',
  secondPerson: (state, { body }) => withdrawalsOf(state).withdrawals.get(body.id)?.state === 'sent',
  decide: failed,
});

const confirmedRow = (found: Withdrawal, command: Command): Withdrawal => ({
  ...found,
  state: 'confirmed',
  trouble: null,
  steps: withStep(found.steps, stepOf(command, 'confirmed')),
  closed_at: command.at,
});

/** An operator saw it arrive, where no watcher can: a bank transfer, or a network without one. */
export const confirmHandler = operatorHandler<ConfirmBody>({
  permission: 'withdrawals.pay',
  decide: (state, command) => {
    const found = inState(state, command, ['sent']);
    return 'ok' in found ? found : decisionOf(found, changed(confirmedRow(found, command)));
  },
});

/** A watcher's word; told twice, it changes nothing. 11053: no such payout under this hash. */
export function confirmed(state: CoreState, command: Command<ConfirmedBody>): Outcome {
  const { id, hash, outcome } = command.body;
  const found = withdrawalsOf(state).withdrawals.get(id);
  if (found === undefined || found.state !== 'sent' || found.tx_hash !== hash) return refuse(code.nothingFound, 'id');
  const result = { id };
  if (outcome === 'confirmed') {
    const { postings, rows, events } = changed(confirmedRow(found, command));
    return { ok: true, result, postings, rows, events };
  }
  const trouble = outcome === 'wrong' ? 'reverted' : 'stuck';
  const rows = found.trouble === null || outcome === 'wrong' ? [withdrawalChange({ ...found, trouble })] : [];
  return { ok: true, result, postings: [], rows, events: [] };
}
