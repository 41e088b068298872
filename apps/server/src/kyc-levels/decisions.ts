import { code } from '@glasshouse/api/codes';
import { amountOf, parseAmount } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../authority/action.ts';
import { isRequestPending, parameterOf } from '../authority/slice.ts';
import type { OperatorBody } from '../authority/stamp.ts';
import { houseAccount, userAccount } from '../kernel/core/accounts.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { rulesOf } from '../kernel/core/rules.ts';
import type { Command, CoreState, Effects, Json, Refusal } from '../kernel/core/types.ts';
import { bindEvidence, type Evidence, isRefused } from '../money/funding/evidence.ts';
import { heldAs, holdEvent, keptBackBy, letGo } from './holds.ts';
import { limitsIn, UsageChanges } from './limits.ts';
import { type DepositHold, type HoldState, holdChange } from './rows.ts';
import { levelsOf } from './slice.ts';
import { identityOf } from './standing.ts';

export type HoldBody = OperatorBody<{ readonly deposit: number }>;
/**
 * `to`: where it goes, as an address or the keyed digest of a bank account; needed where nobody
 * knows where it came from.
 */
export type ReturnHeldBody = OperatorBody<{ readonly deposit: number; readonly to?: string | null }>;
export type SentBackBody = OperatorBody<{
  readonly deposit: number;
  /** Hash of the payment, or the reference of the bank. */
  readonly reference: string;
  readonly to?: string | null;
  /** Log index or output of the transaction; left out: the whole of it. */
  readonly output?: number | null;
  /** Of the entry at the bank, `YYYY-MM-DD`. */
  readonly valueDate?: string | null;
  readonly compared?: readonly number[];
}>;

function inState(
  state: CoreState,
  { userId, body }: Pick<Command<HoldBody>, 'userId' | 'body'>,
  needed: HoldState,
): DepositHold | Refusal {
  const found = levelsOf(state).holds.get(body.deposit);
  if (found === undefined || found.user_id !== userId) return refuse(code.nothingFound, 'deposit');
  return found.state === needed ? found : refuse(code.orderAlreadyFinal, 'deposit');
}

const shown = ({ state, amount, asset, reference, network, currency, currency_amount, payer }: DepositHold): Json => ({
  state,
  amount,
  asset,
  reference,
  network,
  currency,
  currencyAmount: currency_amount,
  // A digest says nothing to whoever reads it.
  payer: network === null ? null : payer,
});

const subjectOf = ({ deposit }: DepositHold): string => `deposit ${deposit}`;

const decisionOf = (before: DepositHold, after: DepositHold, effects: Effects): Decision => ({
  ok: true,
  subject: subjectOf(before),
  before: shown(before),
  after: shown(after),
  ...effects,
});

/** No money moves: it stays held, in another state. */
const keepDecision = (before: DepositHold, after: DepositHold): Decision =>
  decisionOf(before, after, { postings: [], rows: [holdChange(after)], events: [holdEvent(after)] });

/** The window that keeps it back now, by the level that its owner has now. */
function keptBack(
  state: CoreState,
  hold: DepositHold,
  { usage, at }: { readonly usage: UsageChanges; readonly at: number },
) {
  const level = identityOf(state, hold.user_id);
  const limits = limitsIn(parameterOf(state, `kyc.limits_${level}`), 'deposit');
  const value = hold.value_usdt === null ? null : (parseAmount(hold.value_usdt) ?? null);
  return { level, kept: keptBackBy({ userId: hold.user_id, value }, { limits, usage, at }) };
}

/** Lets it go as it is, by a decision of operators about how it was before. */
function released(
  before: DepositHold,
  command: Command<HoldBody>,
  { usage, hold = before }: { readonly usage: UsageChanges; readonly hold?: DepositHold },
): Decision {
  const { postings, rows, events } = letGo(hold, command, usage);
  return decisionOf(before, { ...hold, state: 'released' }, { postings, rows: [...rows, ...usage.rows], events });
}

const NAMES_PAYER_FROM = 11;

/** Where the payment itself says that it came from. */
const knownPayer = ({ payer, payer_named: isNamed }: DepositHold): string | null => (isNamed ? null : payer);

/** Capitals in an EVM address are only a checksum. */
const isSamePlace = (left: string, right: string): boolean =>
  left === right || (/^0x/i.test(left) && left.toLowerCase() === right.toLowerCase());

/**
 * Two persons send back what is held: nobody has passed the check, or nobody should. It goes where
 * it came from. 11053 nothing is held, 11057 decided already, 11004 nobody knows where it came from
 * and nobody names it, 11611 it came from elsewhere.
 */
export const returnHeld = operatorHandler<ReturnHeldBody>({
  permission: 'deposits.review',
  secondPerson: () => true,
  decide: (state, command) => {
    const found = inState(state, command, 'held');
    if ('ok' in found) return found;
    const to = command.body.to?.trim() || null;
    const known = knownPayer(found);
    const payer = known ?? to;
    if (payer === null) return refuse(code.fieldRequired, 'to');
    if (to !== null && !isSamePlace(to, payer)) return refuse(code.paidToOther, 'to');
    // Rows of before did not tell who had named it.
    const isNamed = known === null && NAMES_PAYER_FROM <= rulesOf(state);
    const after = {
      ...heldAs(found, command, { state: 'returning', step: 'returning' }),
      payer,
      payer_named: isNamed,
    };
    return keepDecision(found, after);
  },
});

/** What shows that it was paid back. */
function paymentBack({ network, currency, currency_amount }: DepositHold, body: SentBackBody): Evidence | Refusal {
  const { output = null, valueDate = null } = body;
  const reference = body.reference.trim();
  if (network !== null) return { kind: 'chain', network, hash: reference, output };
  if (valueDate === null) return refuse(code.fieldRequired, 'valueDate');
  return { kind: 'bank', reference, valueDate, currency: currency ?? '', amount: currency_amount ?? '0' };
}

/**
 * It was paid back: what was held leaves. Money goes on somebody's word, so two persons give it,
 * with evidence that nothing else has used. Refusals in order: 11004 no hash or bank reference,
 * 11611 it went elsewhere, 11004 and 11006 the value date, 11400 used, 11612 similar ones.
 */
export const sentBack = operatorHandler<SentBackBody>({
  permission: 'withdrawals.pay',
  secondPerson: () => true,
  decide: (state, command) => {
    const { body } = command;
    const found = inState(state, command, 'returning');
    if ('ok' in found) return found;
    const reference = body.reference.trim();
    if (reference === '') return refuse(code.fieldRequired, 'reference');
    const to = body.to?.trim() || null;
    if (to === null) return refuse(code.fieldRequired, 'to');
    if (found.payer === null || !isSamePlace(to, found.payer)) return refuse(code.paidToOther, 'to');
    const evidence = paymentBack(found, body);
    if ('ok' in evidence) return evidence;
    const { user_id, asset, deposit } = found;
    const subject = { kind: 'deposit', id: deposit, userId: user_id } as const;
    const { compared = [] } = body;
    const bound = bindEvidence(state, command, { subject, evidence, field: 'reference', compared, isFirst: true });
    if (isRefused(bound)) return bound;
    const next = heldAs(found, command, { state: 'returned', step: 'returned', note: reference, isOver: true });
    const after = { ...next, reference };
    const posting = {
      from: userAccount(user_id, 'real', asset, 'held'),
      to: houseAccount('real', asset, 'external'),
      amount: amountOf(found.amount),
      reason: 'deposit.returned',
      ref: String(deposit),
    };
    const rows = [holdChange(after), ...bound];
    return decisionOf(found, after, { postings: [posting], rows, events: [holdEvent(after)] });
  },
});

/**
 * Two persons take back the decision to send it back: the bank refuses it, the address cannot be
 * paid, or the check was passed meanwhile. Only while nothing was paid. It is let go where it fits
 * the limits of now, as if its owner had been verified in this moment, and held again otherwise. A
 * payer that operators had named may be named anew. 11053 nothing is held, 11057 it is not on its
 * way back, 11620 somebody says that it was paid, and waits for a second person.
 */
export const cancelReturn = operatorHandler<HoldBody>({
  permission: 'deposits.review',
  secondPerson: () => true,
  decide: (state, command) => {
    const found = inState(state, command, 'returning');
    if ('ok' in found) return found;
    const paid = { type: 'deposits.sentBack', subject: subjectOf(found) };
    if (isRequestPending(state, paid, command.at)) return refuse(code.paymentBackWaits, 'deposit');
    const again: DepositHold = { ...found, payer: knownPayer(found), payer_named: false };
    const usage = new UsageChanges(state, command);
    const { kept: exceeded, level } = keptBack(state, again, { usage, at: command.at });
    if (exceeded === undefined) return released(found, command, { usage, hold: again });
    const held = heldAs(again, command, { state: 'held', step: 'returnCancelled' });
    const after: DepositHold = { ...held, level, exceeds: exceeded };
    return keepDecision(found, after);
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
    const usage = new UsageChanges(state, command);
    const { kept: exceeded, level } = keptBack(state, found, { usage, at: command.at });
    return exceeded !== undefined && level !== 'full'
      ? refuse(code.notVerified, 'deposit')
      : released(found, command, { usage });
  },
});
