import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { actorsOf } from '../../authority/action.ts';
import { parameterOf } from '../../authority/slice.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Json, Refusal } from '../../kernel/core/types.ts';
import { isSameActor, watchesPayouts } from './limits.ts';
import type { Approver, Withdrawal } from './rows.ts';

/** Everybody who stands behind an approval, as its row keeps them. */
export const approversOf = (command: Command<OperatorBody, Json>): readonly Approver[] =>
  actorsOf(command).map(({ operator, session, device, credential }) => ({ operator, session, device, credential }));

/** Who approved a payout neither prepares it nor says that it was paid. */
export function dutyFault(
  state: CoreState,
  command: Command<OperatorBody, Json>,
  { approvers, value_usdt }: Withdrawal,
): Refusal | undefined {
  if (!watchesPayouts(state) || approvers === null) return undefined;
  const least = amountOf(parameterOf(state, 'withdrawal.separate_duties_usdt'));
  if (value_usdt !== null && amountOf(value_usdt) < least) return undefined;
  const payers = approversOf(command);
  const isBoth = approvers.some((approver) => payers.some((payer) => isSameActor(approver, payer)));
  return isBoth ? refuse(code.approverMayNotPay) : undefined;
}
