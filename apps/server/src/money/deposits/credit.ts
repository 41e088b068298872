import { type Amount, add, amountOf, formatAmount, lesser, subtract, ZERO } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CoreState, Effects, Posting, RowChange } from '../../kernel/core/types.ts';
import { vanishedHold } from '../../kyc-levels/holds.ts';
import { holdOf } from '../../kyc-levels/slice.ts';
import { stepOf, withStep } from '../funding/steps.ts';
import { type PriceTick, valueInUsdt } from '../funding/value.ts';
import { depositEvent } from './claim.ts';
import { alarmChange, type Deposit, depositChange } from './rows.ts';
import { depositsOf } from './slice.ts';

/**
 * Credits what arrived: the only way by which a deposit becomes money. Its value now is where its
 * cost begins.
 */
export function credit(
  deposit: Deposit,
  command: Command,
  payment: { readonly amount: Amount; readonly tick: PriceTick | null; readonly note: string | null },
): Effects & { readonly after: Deposit } {
  const { amount, tick } = payment;
  const value = valueInUsdt(deposit.asset, amount, tick);
  const after: Deposit = {
    ...deposit,
    state: 'approved',
    credited: formatAmount(amount),
    value_usdt: value === null ? null : formatAmount(value),
    tick,
    note: payment.note,
    steps: withStep(deposit.steps, stepOf(command, 'credited', payment.note)),
    due_at: null,
    closed_at: command.at,
  };
  // What a level of identity checks holds back leaves it again in the same entry.
  const posting: Posting = {
    from: houseAccount(deposit.book, deposit.asset, 'external'),
    to: userAccount(deposit.user_id, deposit.book, deposit.asset, 'available'),
    amount,
    reason: 'deposit.credit',
    ref: String(deposit.id),
  };
  return { after, postings: [posting], rows: [depositChange(after)], events: [depositEvent(after)] };
}

/**
 * A credited transfer vanished: what is there of it is held, what is not is owed, and somebody is
 * told.
 */
export function freeze(state: CoreState, deposit: Deposit, command: Command): Effects {
  const credited = amountOf(deposit.credited ?? '0');
  const available = userAccount(deposit.user_id, deposit.book, deposit.asset, 'available');
  // What is above a limit is held already, and nothing else of the person's stands in for it.
  const hold = holdOf(state, deposit.id);
  const there = hold === undefined ? lesser(balanceOf(state, available), credited) : amountOf(hold.amount);
  const after: Deposit = {
    ...deposit,
    frozen: formatAmount(there),
    owed: formatAmount(subtract(credited, there)),
    confirmations: 0,
    block: null,
    steps: withStep(deposit.steps, stepOf(command, 'frozen')),
  };
  const postings: Posting[] = [];
  if (hold === undefined && there !== ZERO) {
    const to = userAccount(deposit.user_id, deposit.book, deposit.asset, 'held');
    postings.push({ from: available, to, amount: there, reason: 'deposit.frozen', ref: String(deposit.id) });
  }
  const alarm = alarmChange({
    id: command.seq,
    kind: 'vanished',
    deposit: deposit.id,
    user_id: deposit.user_id,
    asset: deposit.asset,
    amount: formatAmount(credited),
    raised_at: command.at,
    closed_at: null,
    closed_by: null,
  });
  const held = hold === undefined ? [] : [vanishedHold(hold, command)];
  return { postings, rows: [depositChange(after), alarm, ...held], events: [depositEvent(after)] };
}

/** The transfer is back, or an operator vouches for it: everything is free again. */
export function release(state: CoreState, deposit: Deposit, command: Command): Effects & { readonly after: Deposit } {
  const frozen = amountOf(deposit.frozen);
  const after: Deposit = {
    ...deposit,
    frozen: '0',
    owed: '0',
    steps: withStep(deposit.steps, stepOf(command, 'released')),
    closed_at: command.at,
  };
  const postings: Posting[] = [];
  if (frozen !== ZERO) {
    postings.push({
      from: userAccount(deposit.user_id, deposit.book, deposit.asset, 'held'),
      to: userAccount(deposit.user_id, deposit.book, deposit.asset, 'available'),
      amount: frozen,
      reason: 'deposit.released',
      ref: String(deposit.id),
    });
  }
  const rows = [depositChange(after), ...closedAlarms(state, deposit.id, command)];
  return { after, postings, rows, events: [depositEvent(after)] };
}

/**
 * The transfer is gone for good: what is held of it goes back, and of what is owed as much as there
 * is. The rest stays owed.
 */
export function reverse(state: CoreState, deposit: Deposit, command: Command): Effects & { readonly after: Deposit } {
  const { user_id, book, asset } = deposit;
  const frozen = amountOf(deposit.frozen);
  const owed = amountOf(deposit.owed);
  const available = userAccount(user_id, book, asset, 'available');
  const collected = lesser(balanceOf(state, available), owed);
  const external = houseAccount(book, asset, 'external');
  const ref = String(deposit.id);
  const reason = 'deposit.reversed';
  const postings: Posting[] = [];
  if (frozen !== ZERO) {
    postings.push({ from: userAccount(user_id, book, asset, 'held'), to: external, amount: frozen, reason, ref });
  }
  if (collected !== ZERO) postings.push({ from: available, to: external, amount: collected, reason, ref });
  const rest = subtract(owed, collected);
  const reversed = add(frozen, collected);
  const after: Deposit = {
    ...deposit,
    frozen: '0',
    owed: formatAmount(rest),
    credited: formatAmount(subtract(amountOf(deposit.credited ?? '0'), reversed)),
    state: 'failed',
    reason: 'vanished',
    steps: withStep(deposit.steps, stepOf(command, 'vanished')),
    closed_at: command.at,
  };
  const closed = rest === ZERO ? closedAlarms(state, deposit.id, command) : [];
  return { after, postings, rows: [depositChange(after), ...closed], events: [depositEvent(after)] };
}

const closedAlarms = (state: CoreState, id: number, command: Command): RowChange[] =>
  [...depositsOf(state).alarms.values()]
    .filter(({ deposit }) => deposit === id)
    .map((alarm) => alarmChange({ ...alarm, closed_at: command.at, closed_by: command.seq }));
