import { code } from '@glasshouse/api/codes';
import type { ReviewReason } from '@glasshouse/api/schemas/funding';
import { amountOf } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Posting, Refusal } from '../../kernel/core/types.ts';
import { stepOf, withStep } from '../funding/steps.ts';
import { changed, decisionOf, inState } from './changes.ts';
import { dutyFault } from './duties.ts';
import { alteredFault, alteredReview } from './payee-digest.ts';
import type { WithdrawalPorts } from './ports.ts';
import { barrierOf, payeeBarrier, released, withdrawalEvent } from './request.ts';
import { batchChange, type Withdrawal, withdrawalChange } from './rows.ts';
import { endedRow } from './second-payments.ts';
import { withdrawalsOf } from './slice.ts';

/** `shown`: digests of the payouts as the server read them, in the order of the numbers. */
export type BatchBody = OperatorBody<{ readonly ids: readonly number[]; readonly shown?: readonly string[] }>;
export type SentBody = OperatorBody<{ readonly id: number; readonly hash: string; readonly shown?: string }>;
export type FailedBody = OperatorBody<{
  readonly id: number;
  readonly rejection: ReviewReason;
  readonly note: string | null;
  readonly shown?: string;
}>;

/** Hands approved withdrawals to the treasury: from now on only sent or failed can follow. */
function batch(state: CoreState, command: Command<BatchBody>, ports: WithdrawalPorts): Decision | Refusal {
  const { ids, shown = [], by } = command.body;
  const slice = withdrawalsOf(state);
  if (ids.length === 0 || figureOf(state, 'withdrawals.batchMax') < ids.length || new Set(ids).size !== ids.length)
    return refuse(code.outOfRange, 'ids');
  const chosen: Withdrawal[] = [];
  for (const [place, id] of ids.entries()) {
    const found = slice.withdrawals.get(id);
    if (found === undefined) return refuse(code.nothingFound, 'ids');
    const [first] = chosen;
    const fits = first === undefined || (first.method === found.method && first.network === found.network);
    if (found.state !== 'approved' || found.batch !== null || !fits) return refuse(code.orderAlreadyFinal, 'ids');
    const barrier = barrierOf(state, found.user_id, ports) ?? payeeBarrier(state, found, ports);
    const fault =
      barrier ?? dutyFault(state, command, found) ?? alteredFault(state, found, shown[place], `ids.${place}`);
    if (fault !== undefined) return fault;
    if (found.file !== null) return refuse(code.payoutInFile, `ids.${place}`);
    chosen.push(found);
  }
  const [first] = chosen as [Withdrawal];
  const { method, network } = first;
  const made = { id: command.seq, method, network, withdrawals: [...ids], made_by: by.operator, made_at: command.at };
  const after = chosen.map(
    (withdrawal): Withdrawal => ({
      ...withdrawal,
      batch: command.seq,
      steps: withStep(withdrawal.steps, stepOf(command, 'prepared')),
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
  const fault = dutyFault(state, command, found) ?? alteredFault(state, found, command.body.shown);
  if (fault !== undefined) return fault;
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
  const { rejection: reason, note, shown } = command.body;
  const found = inState(state, command, ['approved', 'sent']);
  if ('ok' in found) return found;
  const fault = alteredReview(state, found, shown);
  if (fault !== undefined) return fault;
  const { postings, ...ended } = released(found, command, { state: 'failed', reason, note });
  if (found.state === 'approved') return decisionOf(found, { postings, ...ended });
  // The transaction may be mined later: the person has the money back, and would have it twice.
  const after = endedRow(state, ended.after);
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
  return decisionOf(found, changed(after, back));
}

/**
 * Money that has left comes back on somebody's word: two persons give it. So do they for what is in
 * a file, which may be signed by now: it would be paid and free again.
 */
export const failedHandler = operatorHandler<FailedBody>({
  permission: 'withdrawals.pay',
  secondPerson: (state, { body }) => {
    const found = withdrawalsOf(state).withdrawals.get(body.id);
    return found?.state === 'sent' || found?.file != null;
  },
  decide: failed,
});
