import { code } from '@glasshouse/api/codes';
import { parseAmount, ZERO } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/refusal.ts';
import type { Command, CoreState, Json, Refusal } from '../../kernel/types.ts';
import { isRefused } from '../funding/evidence.ts';
import { HOUR_MS, stepOf, withStep } from '../funding/steps.ts';
import { countsEvidence, depositEvent } from './claim.ts';
import { decisionOf } from './decision.ts';
import { bindEntry, entryFinding, type Finding } from './hand-credit.ts';
import { type Deposit, depositChange, findingChange } from './rows.ts';
import { depositsOf } from './slice.ts';

/** `reference`: by which the bank names the transfer back. */
export type ReturnedBody = OperatorBody<{ readonly id: number; readonly reference: string }>;

/**
 * Somebody else paid: it is never credited, and goes back to them. The entry of the bank is bound,
 * so that nobody else is credited by it either. Refusals in order: 11003 not by bank, 11004 and
 * 11006 amount, reference and value date, 11400 the entry was used.
 */
export function returnPayment(
  state: CoreState,
  deposit: Deposit,
  command: Command<Finding & { readonly note: string | null; readonly [field: string]: Json }, Json>,
): Decision | Refusal {
  const { body, at } = command;
  if (!countsEvidence(state) || deposit.method !== 'bank') return refuse(code.unknownField, 'decision');
  const arrived = body.arrived === null ? undefined : parseAmount(body.arrived);
  if (arrived === undefined || arrived === ZERO) return refuse(code.fieldRequired, 'arrived');
  const bound = bindEntry(state, deposit, command, arrived);
  if (isRefused(bound)) return bound;
  const finding = entryFinding(deposit, command, arrived);
  const after: Deposit = {
    ...deposit,
    state: 'returning',
    currency_amount: finding.amount,
    tx_hash: body.hash,
    reason: 'thirdParty',
    note: body.note,
    steps: withStep(deposit.steps, stepOf(command, 'thirdParty', body.note)),
    due_at: at + figureOf(state, 'deposits.reviewHours') * HOUR_MS,
  };
  const rows = [depositChange(after), ...bound, findingChange(finding)];
  return decisionOf(
    deposit,
    { after, postings: [], rows, events: [depositEvent(after)] },
    { symbol: deposit.currency, currencyAmount: finding.amount, payer: finding.payer },
  );
}

/** It is on its way back. Nothing moves in the ledger, where it never was. */
function returned(state: CoreState, command: Command<ReturnedBody>): Decision | Refusal {
  const { id, reference } = command.body;
  const deposit = depositsOf(state).deposits.get(id);
  if (deposit === undefined || deposit.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  if (deposit.state !== 'returning') return refuse(code.orderAlreadyFinal, 'id');
  if (reference.trim() === '') return refuse(code.fieldRequired, 'reference');
  const after: Deposit = {
    ...deposit,
    state: 'returned',
    due_at: null,
    steps: withStep(deposit.steps, stepOf(command, 'returned', reference.trim())),
    closed_at: command.at,
  };
  return decisionOf(
    deposit,
    { after, postings: [], rows: [depositChange(after)], events: [depositEvent(after)] },
    { symbol: deposit.currency, currencyAmount: deposit.currency_amount },
  );
}

/** Money leaves the bank on somebody's word: two persons give it. */
export const returnedHandler = operatorHandler<ReturnedBody>({
  permission: 'deposits.review',
  secondPerson: () => true,
  decide: returned,
});
