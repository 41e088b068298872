import { code } from '@glasshouse/api/codes';
import { isNetworkName } from '@glasshouse/api/networks';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { Command, CoreState, Outcome, Refusal, RowChange } from '../../kernel/core/types.ts';
import { bindEvidence, type Evidence, type EvidenceSubject, isRefused, similarTo } from '../funding/evidence.ts';
import { stepOf, withStep } from '../funding/steps.ts';
import { watcherOf } from '../funding/watched.ts';
import { changed, decisionOf, inState } from './changes.ts';
import { dutyFault } from './duties.ts';
import { watchesPayouts } from './limits.ts';
import { alteredFault, payeeDigest } from './payee-digest.ts';
import { type Payment, type Trouble, type Withdrawal, withdrawalChange } from './rows.ts';
import { endedRow, hashesOf, paidTwice } from './second-payments.ts';
import { withdrawalsOf } from './slice.ts';

export type ConfirmBody = OperatorBody<{
  readonly id: number;
  readonly shown?: string;
  /** Output or log of the transaction; left out: the whole of it. */
  readonly output?: number | null;
  /** Date in the bank's statement, `YYYY-MM-DD`. */
  readonly valueDate?: string | null;
}>;
export type ReplaceBody = OperatorBody<{ readonly id: number; readonly hash: string; readonly shown?: string }>;
/** A watcher's word about a payout. */
export type ConfirmedBody = {
  readonly id: number;
  readonly hash: string;
  /** `wrong`: the transaction is final but did not pay what was expected. */
  readonly outcome: 'confirmed' | 'wrong' | 'stuck';
  /** Digest of the payout that the watcher looked for. */
  readonly shown?: string;
  /** What it found for the payout. */
  readonly payment?: Payment | null;
};

const confirmedRow = (
  state: CoreState,
  found: Withdrawal,
  command: Command,
  fields: Partial<Withdrawal> = {},
): Withdrawal =>
  endedRow(state, {
    ...found,
    ...fields,
    state: 'confirmed',
    trouble: null,
    steps: withStep(found.steps, stepOf(command, 'confirmed')),
    closed_at: command.at,
  });

/**
 * An operator saw it arrive, where no watcher can: a bank transfer, or a network without one. On a
 * watched network the watcher decides; while it cannot look, two persons do. So they do where the
 * entry of the bank looks like one that was used.
 */
function confirm(state: CoreState, command: Command<ConfirmBody>): Decision | Refusal {
  const found = inState(state, command, ['sent']);
  if ('ok' in found) return found;
  if (!watchesPayouts(state)) return decisionOf(found, changed(confirmedRow(state, found, command)));
  const { shown } = command.body;
  const fault = dutyFault(state, command, found) ?? alteredFault(state, found, shown);
  if (fault !== undefined) return fault;
  const isWatched = found.method === 'crypto' && watcherOf(state, found.network ?? '') === 'well';
  if (isWatched) return refuse(code.watcherDecides, 'id');
  const evidence = handEvidence(found, command.body);
  if ('ok' in evidence) return evidence;
  const field = evidence.kind === 'bank' ? 'valueDate' : 'output';
  const bound = bindEvidence(state, command, { subject: subjectOf(found), evidence, field });
  if (isRefused(bound)) return bound;
  const { output = null } = command.body;
  const paid: Payment = { output, amount: found.received, at: null };
  const decision = decisionOf(found, changed(confirmedRow(state, found, command, { paid }), [], bound));
  const similar = similarEntries(state, found, command.body);
  if (similar.length === 0) return decision;
  return { ...decision, after: { ...(decision.after as object), similar: [...similar] } };
}

/** Deposits and withdrawals whose entry of the bank may be the same payment. */
function similarEntries(state: CoreState, found: Withdrawal, body: ConfirmBody): readonly number[] {
  const evidence = handEvidence(found, body);
  return 'ok' in evidence ? [] : similarTo(state, evidence, { subject: found.id, payer: null });
}

const subjectOf = ({ id, user_id }: Withdrawal): EvidenceSubject => ({ kind: 'withdrawal', id, userId: user_id });

/** What a person says that they saw: a transaction, or an entry in the statement of the bank. */
function handEvidence(
  { method, network, tx_hash, currency, currency_amount, approved_at }: Withdrawal,
  { output = null, valueDate }: ConfirmBody,
): Evidence | Refusal {
  const hash = tx_hash ?? '';
  if (method === 'crypto') return { kind: 'chain', network: network ?? '', hash, output };
  if (valueDate == null) return refuse(code.fieldRequired, 'valueDate');
  // Booked before the day of its approval, it was for something else.
  const approvedOn = new Date(approved_at ?? 0).toISOString().slice(0, DATE_LENGTH);
  if (valueDate < approvedOn) return refuse(code.outOfRange, 'valueDate');
  return { kind: 'bank', reference: hash, valueDate, currency: currency ?? '', amount: currency_amount ?? '' };
}
const DATE_LENGTH = 'YYYY-MM-DD'.length;

export const confirmHandler = operatorHandler<ConfirmBody>({
  permission: 'withdrawals.pay',
  secondPerson: (state, { body }) => {
    const found = withdrawalsOf(state).withdrawals.get(body.id);
    if (!watchesPayouts(state) || found === undefined) return false;
    return found.method === 'crypto' || 0 < similarEntries(state, found, body).length;
  },
  decide: confirm,
});

/**
 * The transactions that did not pay, so that none is forgotten when an older one did. Before
 * version 11 the present one was.
 */
function othersThan(state: CoreState, found: Withdrawal, hash: string): Pick<Withdrawal, 'replaced'> {
  const { replaced } = found;
  if (rulesOf(state) < 11 || replaced === null) return { replaced };
  return { replaced: hashesOf(found).filter((known) => known !== hash) };
}

/** The transaction was sped up or spent otherwise: either may be mined, so both are watched. */
function replace(state: CoreState, command: Command<ReplaceBody>): Decision | Refusal {
  const hash = command.body.hash.trim();
  const found = inState(state, command, ['sent']);
  if ('ok' in found) return found;
  if (hash === '') return refuse(code.fieldRequired, 'hash');
  if (found.method === 'bank') return refuse(code.networkUnsupported, 'id');
  const hashes = hashesOf(found);
  if (hashes.includes(hash)) return refuse(code.outOfRange, 'hash');
  if (figureOf(state, 'withdrawals.hashesMax') <= hashes.length) return refuse(code.capacityReached);
  const fault = dutyFault(state, command, found) ?? alteredFault(state, found, command.body.shown);
  if (fault !== undefined) return fault;
  const after: Withdrawal = {
    ...found,
    tx_hash: hash,
    replaced: hashes,
    trouble: null,
    sent_at: command.at,
    steps: withStep(found.steps, stepOf(command, 'replaced', hash)),
  };
  return decisionOf(found, changed(after));
}

export const replaceHandler = operatorHandler<ReplaceBody>({ permission: 'withdrawals.pay', decide: replace });

/** Miners of Bitcoin may date a block this far back; elsewhere the time of a block is kept. */
const EARLY_MS: { readonly [network: string]: number } = { BTC: 7_200_000 };
/** Milliseconds of a second. */
const secondMs = 1_000;

/** A payment cannot be older than its approval; blocks count whole seconds. */
function isTooEarly({ network, approved_at }: Withdrawal, { at }: Payment): boolean {
  if (at === null || approved_at === null) return at === null;
  const slack = network !== null && isNetworkName(network) ? (EARLY_MS[network] ?? 0) : 0;
  return at + slack < Math.floor(approved_at / secondMs) * secondMs;
}

const withTrouble = (found: Withdrawal, trouble: Trouble, paid = found.paid): Withdrawal => ({
  ...found,
  trouble,
  paid,
});

/**
 * A watcher's word; told twice, it changes nothing. 11053: no such payout under this hash. A
 * payment confirms one payout, exactly, and none that was approved after it. One that has ended is
 * paid twice.
 */
export function confirmed(state: CoreState, command: Command<ConfirmedBody>): Outcome {
  const { id, hash, outcome, shown, payment } = command.body;
  const ended = withdrawalsOf(state).ended.get(id);
  if (ended !== undefined) {
    const isPaid = payment != null && outcome !== 'stuck' && !isTooEarly(ended, payment);
    return paidTwice(state, command, ended, { hash, shown, payment: isPaid ? payment : null });
  }
  const found = withdrawalsOf(state).withdrawals.get(id);
  const isKnown = found?.state === 'sent' && hashesOf(found).includes(hash);
  if (found === undefined || !isKnown) return refuse(code.nothingFound, 'id');
  const result = { id };
  const isStrict = watchesPayouts(state) && found.approvers !== null;
  // A transaction that was replaced and pays nothing is what was meant to happen.
  if (outcome !== 'confirmed' && hash !== found.tx_hash)
    return { ok: true, result, postings: [], rows: [], events: [] };
  if (isStrict && shown !== payeeDigest(found)) return marked(result, found, 'altered');
  if (outcome === 'confirmed') {
    if (!isStrict) return paid(result, confirmedRow(state, found, command));
    if (payment == null) return refuse(code.fieldRequired, 'payment');
    if (isTooEarly(found, payment)) return marked(result, found, 'early', payment);
    if (payment.amount !== found.received) return marked(result, found, 'differs', payment);
    const { output } = payment;
    const evidence: Evidence = { kind: 'chain', network: found.network ?? '', hash, output };
    const bound = bindEvidence(state, command, { subject: subjectOf(found), evidence, field: 'payment' });
    if (isRefused(bound)) return marked(result, found, 'used', payment);
    const after = { paid: payment, tx_hash: hash, ...othersThan(state, found, hash) };
    return paid(result, confirmedRow(state, found, command, after), bound);
  }
  if (outcome === 'wrong' && payment != null) return marked(result, found, 'differs', payment);
  const trouble = outcome === 'wrong' ? 'reverted' : 'stuck';
  if (found.trouble !== null && outcome !== 'wrong') return { ok: true, result, postings: [], rows: [], events: [] };
  return marked(result, found, trouble);
}

function paid(result: { readonly id: number }, after: Withdrawal, bound: readonly RowChange[] = []): Outcome {
  const { postings, rows, events } = changed(after, [], bound);
  return { ok: true, result, postings, rows, events };
}

const marked = (
  result: { readonly id: number },
  found: Withdrawal,
  trouble: Trouble,
  payment: Payment | null = found.paid,
): Outcome => ({
  ok: true,
  result,
  postings: [],
  rows: [withdrawalChange(withTrouble(found, trouble, payment))],
  events: [],
});
