import { LIMIT_WINDOWS, type LimitWindow } from '@glasshouse/api/kyc-limits';
import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import { userAccount } from '../kernel/core/accounts.ts';
import type { Command, Effects, Posting, RowChange, UserEvent } from '../kernel/core/types.ts';
import { stepOf, withStep } from '../money/funding/steps.ts';
import { exceededBy, type Limits, type UsageChanges } from './limits.ts';
import { type DepositHold, type HoldState, holdChange } from './rows.ts';

type By = Pick<Command, 'seq' | 'at'>;

/** The hold in its next state, with a step that its owner sees. */
export function heldAs(
  hold: DepositHold,
  command: By,
  change: {
    readonly state: HoldState;
    readonly step: string;
    readonly note?: string | null;
    readonly isOver?: boolean;
  },
): DepositHold {
  return {
    ...hold,
    state: change.state,
    steps: withStep(hold.steps, stepOf(command, change.step, change.note ?? null)),
    closed_at: change.isOver === true ? command.at : null,
  };
}

/** The page of the deposit shows more than before. */
export const holdEvent = ({ user_id: userId, deposit: id, asset }: DepositHold): UserEvent => ({
  userId,
  book: 'real',
  kind: 'deposit',
  data: { id, state: 'approved', asset },
});

const accountsOf = ({ user_id, asset }: DepositHold) => ({
  available: userAccount(user_id, 'real', asset, 'available'),
  held: userAccount(user_id, 'real', asset, 'held'),
});

/** Sets aside what was just credited. */
export function setAside(hold: DepositHold): Posting {
  const { available, held } = accountsOf(hold);
  const amount = amountOf(hold.amount);
  const ref = String(hold.deposit);
  return { from: available, to: held, amount, reason: 'deposit.overLimit', ref };
}

/** Lets it go, and counts it. */
export function letGo(hold: DepositHold, command: By, usage: UsageChanges): Effects {
  const { available, held } = accountsOf(hold);
  const after = heldAs(hold, command, { state: 'released', step: 'limitReleased', isOver: true });
  usage.add(hold.user_id, 'deposit', amountOf(hold.value_usdt ?? '0'));
  const amount = amountOf(hold.amount);
  const ref = String(hold.deposit);
  return {
    postings: [{ from: held, to: available, amount, reason: 'deposit.overLimitReleased', ref }],
    rows: [holdChange(after)],
    events: [holdEvent(after)],
  };
}

/** The window that keeps a hold back under limits; undefined when it fits. */
export function keptBackBy(
  deposit: { readonly userId: number; readonly value: Amount | null },
  { limits, usage, at }: { readonly limits: Limits; readonly usage: UsageChanges; readonly at: number },
): LimitWindow | undefined {
  const [first] = LIMIT_WINDOWS.filter((window) => limits[window] !== undefined);
  // Without a price nothing shows that it fits.
  if (first === undefined || deposit.value === null) return first;
  return exceededBy(usage.countsOf(deposit.userId, 'deposit'), limits, { worth: deposit.value, at });
}

/**
 * The transfer behind a hold vanished: what is set aside stays where it is, now because the deposit
 * is frozen.
 */
export const vanishedHold = (hold: DepositHold, command: By): RowChange =>
  holdChange(heldAs(hold, command, { state: 'vanished', step: 'frozen' }));

/** A new hold of a credit. */
export function newHold(
  command: By,
  fields: Omit<
    DepositHold,
    'amount' | 'value_usdt' | 'state' | 'reference' | 'steps' | 'held_at' | 'closed_at' | 'payer_named'
  > & {
    readonly amount: Amount;
    readonly value: Amount | null;
  },
): DepositHold {
  const { amount, value, ...fixed } = fields;
  return {
    ...fixed,
    amount: formatAmount(amount),
    value_usdt: value === null ? null : formatAmount(value),
    state: 'held',
    reference: null,
    steps: [stepOf(command, 'overLimit')],
    held_at: command.at,
    closed_at: null,
    payer_named: false,
  };
}
