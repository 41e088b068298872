import { code } from '@glasshouse/api/codes';
import { parseAmount, ZERO } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import { isRequestPending } from '../../authority/slice.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { Command, CoreState, Json, Refusal } from '../../kernel/core/types.ts';
import { bindEvidence, type Evidence, isRefused, releaseEvidence } from '../funding/evidence.ts';
import { HOUR_MS, stepOf, withStep } from '../funding/steps.ts';
import { countsEvidence, depositEvent } from './claim.ts';
import { decisionOf } from './decision.ts';
import { bindEntry, comparedWith, entryFinding, type Finding, subjectOf } from './hand-credit.ts';
import { type Deposit, depositChange, findingChange } from './rows.ts';
import { depositsOf } from './slice.ts';

export type ReturnedBody = OperatorBody<{
  readonly id: number;
  /** By which the bank names the transfer back. */
  readonly reference: string;
  /** Of the transfer back, `YYYY-MM-DD`. */
  readonly valueDate: string | null;
  /** Keyed digest of the account that it went to. */
  readonly account: string | null;
  readonly compared?: readonly number[];
}>;
/** `keys`: entries of the bank that were bound by mistake, as the registry spells them. */
export type ReopenBody = OperatorBody<{ readonly id: number; readonly keys: readonly string[] }>;

/**
 * Somebody else paid: it is never credited, and goes back to the account that it came from, which
 * is named now and cannot be another one later. The entry of the bank is bound, so that nobody else
 * is credited by it either. Refusals in order: 11003 not by bank, 11004 amount, sender and account,
 * 11610 the verified person paid, 11004 and 11006 reference and value date, 11400 the entry was
 * used, 11612 similar ones were not compared.
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
  const { payer = null, senderAccount: sender = null } = body;
  if (payer === null) return refuse(code.fieldRequired, 'senderName');
  if (sender === null) return refuse(code.fieldRequired, 'senderAccount');
  if (payer === 'same') return refuse(code.paidByOwner, 'senderName');
  const bound = bindEntry(state, deposit, command, arrived);
  if (isRefused(bound)) return bound;
  const finding = entryFinding(deposit, command, arrived);
  const after: Deposit = {
    ...deposit,
    state: 'returning',
    currency_amount: finding.amount,
    tx_hash: body.hash,
    sender,
    reason: 'thirdParty',
    note: body.note,
    steps: withStep(deposit.steps, stepOf(command, 'thirdParty', body.note)),
    due_at: at + figureOf(state, 'deposits.reviewHours') * HOUR_MS,
  };
  const rows = [depositChange(after), ...bound, findingChange(finding)];
  return decisionOf(
    deposit,
    { after, postings: [], rows, events: [depositEvent(after)] },
    {
      symbol: deposit.currency,
      currencyAmount: finding.amount,
      valueDate: finding.value_date,
      payer: finding.payer,
      ...comparedWith(body),
    },
  );
}

const DATE_LENGTH = 'YYYY-MM-DD'.length;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, DATE_LENGTH);

/**
 * It is on its way back. Nothing moves in the ledger, where it never was. Refusals in order: 11057
 * not returning, 11004 a part of the evidence, 11611 not the account that it came from, 11008
 * booked before two persons decided so, 11400 the entry was used, by this deposit too, 11612.
 */
function returned(state: CoreState, command: Command<ReturnedBody>): Decision | Refusal {
  const { id, reference, valueDate = null, account = null, compared = [] } = command.body;
  const deposit = depositsOf(state).deposits.get(id);
  if (deposit === undefined || deposit.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  if (deposit.state !== 'returning') return refuse(code.orderAlreadyFinal, 'id');
  if (reference.trim() === '') return refuse(code.fieldRequired, 'reference');
  if (valueDate === null) return refuse(code.fieldRequired, 'valueDate');
  if (account === null) return refuse(code.fieldRequired, 'account');
  if (account !== deposit.sender) return refuse(code.paidToOther, 'account');
  const decided = deposit.steps.findLast(({ step }) => step === 'thirdParty');
  if (valueDate < dayOf(decided?.at ?? 0)) return refuse(code.outOfRange, 'valueDate');
  const evidence: Evidence = {
    kind: 'bank',
    reference,
    valueDate,
    amount: deposit.currency_amount ?? '0',
    currency: deposit.currency ?? figureOf(state, 'deposits.currency'),
  };
  const binding = { subject: subjectOf(deposit), evidence, field: 'reference', compared, isFirst: true };
  const bound = bindEvidence(state, command, binding);
  if (isRefused(bound)) return bound;
  const after: Deposit = {
    ...deposit,
    state: 'returned',
    due_at: null,
    steps: withStep(deposit.steps, stepOf(command, 'returned', reference.trim())),
    closed_at: command.at,
  };
  return decisionOf(
    deposit,
    { after, postings: [], rows: [depositChange(after), ...bound], events: [depositEvent(after)] },
    {
      symbol: deposit.currency,
      currencyAmount: deposit.currency_amount,
      valueDate,
      ...(compared.length === 0 ? {} : { compared: [...compared] }),
    },
  );
}

/** Money leaves the bank on somebody's word: two persons give it. */
export const returnedHandler = operatorHandler<ReturnedBody>({
  permission: 'deposits.review',
  secondPerson: () => true,
  decide: returned,
});

/**
 * An entry of the bank was bound by mistake: one step back, with the entry free again. What was
 * returned is returning, what is returning waits for a review. Refusals in order: 11053 no such
 * deposit, 11057 it is not on its way back, 11620 somebody says that it was paid back and waits for
 * a second person, 11053 an entry that is not this deposit's.
 */
function reopen(state: CoreState, command: Command<ReopenBody>): Decision | Refusal {
  const { id, keys } = command.body;
  const deposit = depositsOf(state).deposits.get(id);
  if (deposit === undefined || deposit.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  const { state: before } = deposit;
  if (before !== 'returning' && before !== 'returned') return refuse(code.orderAlreadyFinal, 'id');
  const paid = { type: 'deposits.returned', subject: `deposit ${id}` };
  const seesPayments = 11 <= rulesOf(state);
  if (seesPayments && before === 'returning' && isRequestPending(state, paid, command.at)) {
    return refuse(code.paymentBackWaits, 'id');
  }
  const freed = releaseEvidence(state, command, { subject: subjectOf(deposit), keys });
  if (isRefused(freed)) return freed;
  const found = { tx_hash: null, currency_amount: null, sender: null, reason: null, note: null };
  const after: Deposit = {
    ...deposit,
    ...(before === 'returned' ? { state: 'returning' } : { ...found, state: 'pending' }),
    steps: withStep(deposit.steps, stepOf(command, 'reopened')),
    due_at: command.at + figureOf(state, 'deposits.reviewHours') * HOUR_MS,
    closed_at: null,
  };
  const rows = [depositChange(after), ...freed];
  return decisionOf(deposit, { after, postings: [], rows, events: [depositEvent(after)] }, { released: [...keys] });
}

/** Evidence that is free can be used again: two persons say that it was bound by mistake. */
export const reopenHandler = operatorHandler<ReopenBody>({
  permission: 'deposits.review',
  secondPerson: () => true,
  decide: reopen,
});
