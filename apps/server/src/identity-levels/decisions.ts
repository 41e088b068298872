import { code } from '@glasshouse/api/codes';
import { amountOf, parseAmount } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../authority/action.ts';
import { parameterOf } from '../authority/slice.ts';
import type { OperatorBody } from '../authority/stamp.ts';
import { houseAccount, userAccount } from '../kernel/accounts.ts';
import { refuse } from '../kernel/refusal.ts';
import type { Command, CoreState, Effects, Json, Refusal } from '../kernel/types.ts';
import { heldAs, holdEvent, keptBackBy, letGo } from './holds.ts';
import { limitsIn, UsageChanges } from './limits.ts';
import { type DepositHold, type HoldState, holdChange } from './rows.ts';
import { levelsOf } from './slice.ts';
import { identityOf } from './standing.ts';

export type HoldBody = OperatorBody<{ readonly deposit: number }>;
export type SentBackBody = OperatorBody<{ readonly deposit: number; readonly reference: string }>;

function inState(
  state: CoreState,
  { userId, body }: Pick<Command<HoldBody>, 'userId' | 'body'>,
  needed: HoldState,
): DepositHold | Refusal {
  const found = levelsOf(state).holds.get(body.deposit);
  if (found === undefined || found.user_id !== userId) return refuse(code.nothingFound, 'deposit');
  return found.state === needed ? found : refuse(code.orderAlreadyFinal, 'deposit');
}

const shown = ({ state, amount, asset, reference }: DepositHold): Json => ({ state, amount, asset, reference });

const decisionOf = (before: DepositHold, after: DepositHold, effects: Effects): Decision => ({
  ok: true,
  subject: `deposit ${before.deposit}`,
  before: shown(before),
  after: shown(after),
  ...effects,
});

/**
 * Two persons send back what is held: nobody has passed the check, or nobody should. 11053 nothing
 * is held, 11057 decided already.
 */
export const returnHeld = operatorHandler<HoldBody>({
  permission: 'deposits.review',
  secondPerson: () => true,
  decide: (state, command) => {
    const found = inState(state, command, 'held');
    if ('ok' in found) return found;
    const after = heldAs(found, command, { state: 'returning', step: 'returning' });
    return decisionOf(found, after, { postings: [], rows: [holdChange(after)], events: [holdEvent(after)] });
  },
});

/**
 * It was paid back: what was held leaves. Only after two persons have decided so. 11004 without the
 * hash or bank reference of the payment.
 */
export const sentBack = operatorHandler<SentBackBody>({
  permission: 'withdrawals.pay',
  decide: (state, command) => {
    const found = inState(state, command, 'returning');
    if ('ok' in found) return found;
    const reference = command.body.reference.trim();
    if (reference === '') return refuse(code.fieldRequired, 'reference');
    const { user_id, asset, deposit } = found;
    const next = heldAs(found, command, { state: 'returned', step: 'returned', note: reference, isOver: true });
    const after = { ...next, reference };
    const posting = {
      from: userAccount(user_id, 'real', asset, 'held'),
      to: houseAccount('real', asset, 'external'),
      amount: amountOf(found.amount),
      reason: 'deposit.returned',
      ref: String(deposit),
    };
    return decisionOf(found, after, { postings: [posting], rows: [holdChange(after)], events: [holdEvent(after)] });
  },
});

/**
 * Two persons let go of what is held, where it fits the limits of now, or the person has passed
 * every check and they have seen where the money comes from. 10022 otherwise.
 */
export const releaseHeld = operatorHandler<HoldBody>({
  permission: 'kyc.review',
  secondPerson: () => true,
  decide: (state, command) => {
    const found = inState(state, command, 'held');
    if ('ok' in found) return found;
    const level = identityOf(state, found.user_id);
    const limits = limitsIn(parameterOf(state, `kyc.limits_${level}`), 'deposit');
    const usage = new UsageChanges(state, command);
    const value = found.value_usdt === null ? null : (parseAmount(found.value_usdt) ?? null);
    const kept = keptBackBy({ userId: found.user_id, value }, { limits, usage, at: command.at });
    if (kept !== undefined && level !== 'full') return refuse(code.notVerified, 'deposit');
    const { postings, rows, events } = letGo(found, command, usage);
    const after: DepositHold = { ...found, state: 'released' };
    return decisionOf(found, after, { postings, rows: [...rows, ...usage.rows], events });
  },
});
