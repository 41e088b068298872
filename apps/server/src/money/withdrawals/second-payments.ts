import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { houseAccount } from '../../kernel/core/accounts.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CommandInput, CoreState, Outcome, Posting, Refusal } from '../../kernel/core/types.ts';
import { bindEvidence, type Evidence, isRefused } from '../funding/evidence.ts';
import { DAY_MS, stepOf, withStep } from '../funding/steps.ts';
import { changed, decisionOf } from './changes.ts';
import { alteredFault, payeeDigest } from './payee-digest.ts';
import { withdrawalEvent } from './request.ts';
import { type Payment, type SecondPayment, type Withdrawal, withdrawalChange } from './rows.ts';
import { withdrawalsOf } from './slice.ts';

/** How long the other transactions of a payout that ended are looked for. */
export const watchEndedMs = 7 * DAY_MS;
/** Looked at per time event. */
const UNWATCH_PER_ROUND = 2_000;

/** `payments`: what was shown, so that nobody closes a case with a payment unseen. */
export type SettleBody = OperatorBody<{
  readonly id: number;
  readonly shown?: string;
  readonly payments: readonly ShownPayment[];
}>;
export type ShownPayment = { readonly hash: string; readonly amount: string };
export type UnwatchBody = { readonly withdrawals: readonly number[] };

type Hashes = Pick<Withdrawal, 'state' | 'replaced' | 'tx_hash' | 'second_payments'>;

/** Every transaction that may pay it, the present one last. */
export const hashesOf = ({ replaced, tx_hash }: Pick<Withdrawal, 'replaced' | 'tx_hash'>): readonly string[] => [
  ...(replaced ?? []),
  ...(tx_hash === null ? [] : [tx_hash]),
];

/** Transactions that would pay once more: all of a failed payout, the others of a paid one. */
export function unwantedHashes(row: Hashes): readonly string[] {
  const { state, tx_hash, second_payments } = row;
  const seen = new Set((second_payments ?? []).map(({ hash }) => hash));
  if (state === 'confirmed' && tx_hash !== null) seen.add(tx_hash);
  return hashesOf(row).filter((hash) => !seen.has(hash));
}

/** A payout that ends now, with the time until which its other transactions are looked for. */
export function endedRow(state: CoreState, after: Withdrawal): Withdrawal {
  const isOpen = after.method === 'crypto' && after.approvers !== null && 0 < unwantedHashes(after).length;
  if (rulesOf(state) < 12 || !isOpen || after.closed_at === null) return after;
  return { ...after, watched_until: after.closed_at + watchEndedMs };
}

/** From the operator's own money, since nobody's balance stands behind it. */
const secondPosting = ({ id, book, asset }: Withdrawal, amount: SecondPayment['amount']): Posting => ({
  from: houseAccount(book, asset, 'capital'),
  to: houseAccount(book, asset, 'external'),
  amount: amountOf(amount),
  reason: 'withdrawal.paidTwice',
  ref: String(id),
});

const canBook = (state: CoreState, { book, asset }: Withdrawal, amount: bigint): boolean =>
  amount <= balanceOf(state, houseAccount(book, asset, 'capital'));

/**
 * A watcher's word about another transaction of a payout that has ended. What it paid has left: it
 * is booked at once, by its own amount, or when the case is closed where the capital is too small.
 */
export function paidTwice(
  state: CoreState,
  command: Command,
  found: Withdrawal,
  report: { readonly hash: string; readonly shown: string | undefined; readonly payment: Payment | null },
): Outcome {
  const { hash, shown, payment } = report;
  const result = { id: found.id };
  const nothing: Outcome = { ok: true, result, postings: [], rows: [], events: [] };
  if (payment === null || (found.second_payments ?? []).some((second) => second.hash === hash)) return nothing;
  if (!unwantedHashes(found).includes(hash)) return refuse(code.nothingFound, 'id');
  if (shown !== payeeDigest(found)) return refuse(code.payoutAltered, 'id');
  const evidence: Evidence = { kind: 'chain', network: found.network ?? '', hash, output: payment.output };
  const subject = { kind: 'withdrawal', id: found.id, userId: found.user_id } as const;
  const bound = bindEvidence(state, command, { subject, evidence, field: 'payment' });
  // It was for another payout, which has it.
  if (isRefused(bound)) return nothing;
  const isBooked = canBook(state, found, amountOf(payment.amount));
  const after: Withdrawal = {
    ...found,
    trouble: 'paidTwice',
    second_payments: [...(found.second_payments ?? []), { ...payment, hash, isBooked }],
    steps: withStep(found.steps, stepOf(command, 'paidTwice', hash)),
  };
  return {
    ok: true,
    result,
    postings: isBooked ? [secondPosting(found, payment.amount)] : [],
    rows: [withdrawalChange(after), ...bound],
    events: [withdrawalEvent(after)],
  };
}

/** Another payment may arrive while somebody reads the case or waits for a second person. */
const isWhatWasShown = (payments: readonly SecondPayment[], shown: readonly ShownPayment[]): boolean =>
  payments.length === shown.length &&
  payments.every(({ hash, amount }, place) => hash === shown[place]?.hash && amount === shown[place].amount);

/** Two operators say how it was settled; what could not be booked before is booked now. */
function settle(state: CoreState, command: Command<SettleBody>): Decision | Refusal {
  const { id, shown } = command.body;
  const found = withdrawalsOf(state).ended.get(id);
  if (found === undefined || found.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  if (found.trouble !== 'paidTwice') return refuse(code.orderAlreadyFinal, 'id');
  const fault = alteredFault(state, found, shown);
  if (fault !== undefined) return fault;
  const payments = found.second_payments ?? [];
  if (!isWhatWasShown(payments, command.body.payments)) return refuse(code.payoutsChanged, 'payments');
  const due = payments.filter(({ isBooked }) => !isBooked).map(({ amount }) => amount);
  const total = due.reduce((sum, amount) => sum + amountOf(amount), 0n);
  if (!canBook(state, found, total)) return refuse(code.poolFull, 'id');
  const isOver = found.watched_until === null || found.watched_until <= command.at;
  const after: Withdrawal = {
    ...found,
    trouble: null,
    watched_until: isOver ? null : found.watched_until,
    second_payments: payments.map((payment) => ({ ...payment, isBooked: true })),
  };
  const postings = due.map((amount) => secondPosting(found, amount));
  const decision = decisionOf(found, changed(after, postings));
  const paid = payments.map(({ hash, amount }) => ({ hash, amount }));
  return { ...decision, after: { ...(decision.after as object), secondPayments: paid, settled: true } };
}

export const settleHandler = operatorHandler<SettleBody>({
  permission: 'withdrawals.pay',
  secondPerson: () => true,
  decide: settle,
});

/** Ended a week ago: its other transactions are no longer looked for. */
export function unwatch(state: CoreState, command: Command<UnwatchBody>): Outcome {
  const { ended } = withdrawalsOf(state);
  const rows = command.body.withdrawals.flatMap((id) => {
    const found = ended.get(id);
    if (found === undefined || found.trouble === 'paidTwice') return [];
    return [withdrawalChange({ ...found, watched_until: null })];
  });
  return { ok: true, result: { withdrawals: rows.length }, postings: [], rows, events: [] };
}

/** A case of two payments stays open until it is closed, whatever the time. */
export function outdatedWatches(state: CoreState, at: number): CommandInput[] {
  const { ended, watchedUntil } = withdrawalsOf(state);
  const due = new Set<number>();
  for (
    let looked = 0;
    looked < UNWATCH_PER_ROUND && 0 < watchedUntil.size && watchedUntil.peekKey() <= at;
    looked += 1
  ) {
    const id = watchedUntil.pop() as number;
    const found = ended.get(id);
    if (found !== undefined && found.trouble !== 'paidTwice') due.add(id);
  }
  const bodyOf = (withdrawals: readonly number[]): UnwatchBody => ({ withdrawals });
  return internalCommands([...due], { type: 'withdrawals.unwatch', live: ended, bodyOf, suffix: `:${at}` });
}
