import { code } from '@glasshouse/api/codes';
import { type Amount, amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';
import type { Decision } from '../../authority/action.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Json, Refusal } from '../../kernel/core/types.ts';
import { type CurrencyFacts, currencyRateOf, usdtAtRate } from '../funding/currency-rate.ts';
import { bindEvidence, type Evidence, isRefused } from '../funding/evidence.ts';
import type { PriceTick } from '../funding/value.ts';
import { watcherOf } from '../funding/watched.ts';
import { hashesOf } from './claim.ts';
import { credit } from './credit.ts';
import { decisionOf } from './decision.ts';
import {
  type ClaimBasis,
  type Deposit,
  type DepositFinding,
  type DepositHash,
  findingChange,
  hashChange,
  type Payer,
} from './rows.ts';
import { depositsOf } from './slice.ts';
import { isSharedAddress } from './transfer.ts';

/** What a reviewer found; only where no watcher told. */
export type Finding = {
  /** What arrived; of a bank transfer, in the currency of the account. */
  readonly arrived: string | null;
  /** Of the transfer, or the reference by which the bank names the entry. */
  readonly hash: string | null;
  /** Log index or output of the transaction; left out, the whole transaction is this deposit. */
  readonly output?: number | null;
  /** Why a transfer to a shared address is this person's. */
  readonly basis?: ClaimBasis | null;
  /** Of the entry, `YYYY-MM-DD`. */
  readonly valueDate?: string | null;
  /** By the server, which compares names and keeps them out of the log. */
  readonly payer?: Payer | null;
  readonly sender?: string | null;
  /** Keyed digests of the sender's name and account: equal ones are the same sender. */
  readonly senderKey?: string | null;
  readonly senderAccount?: string | null;
  /** Deposits and withdrawals with a similar entry that the reviewer compared with this one. */
  readonly compared?: readonly number[];
};
type HandCommand = Command<Finding & { readonly note: string | null; readonly [field: string]: Json }, Json>;

export const subjectOf = ({ id, user_id }: Deposit) => ({ kind: 'deposit', id, userId: user_id }) as const;

/**
 * Credits what no watcher saw, once a second person agrees. Refusals in order, of coins: 11401 a
 * watcher that is well may still see it, 11004 no hash or, for a shared address, no reason why it
 * is this person's, 11161 it was seen at somebody's address, or several wait for it and only a
 * picture speaks for this one; of a bank: see `approveEntry`. Of both: 11400 used before.
 */
export function vouchFor(
  state: CoreState,
  deposit: Deposit,
  command: HandCommand,
  arrived: Amount,
): Decision | Refusal {
  return deposit.method === 'bank'
    ? approveEntry(state, deposit, command, arrived)
    : approveTransfer(state, deposit, command, arrived);
}

function approveTransfer(
  state: CoreState,
  deposit: Deposit,
  command: HandCommand,
  arrived: Amount,
): Decision | Refusal {
  const { body } = command;
  const network = deposit.network ?? '';
  const hash = body.hash ?? deposit.tx_hash;
  const output = body.output ?? null;
  const isShared = isSharedAddress(state, deposit);
  const watcher = isShared ? 'none' : watcherOf(state, network);
  const patience = deposit.placed_at + figureOf(state, 'deposits.watcherWaitMs');
  if (watcher === 'well' && command.at < patience) return refuse(code.networkWatched, 'id');
  if (hash === null || hash.trim() === '') return refuse(code.fieldRequired, 'hash');
  const basis = isShared ? (body.basis ?? null) : null;
  if (isShared && basis === null) return refuse(code.fieldRequired, 'basis');
  const others = hashesOf(state, network, hash).filter((rival) => rival.deposit !== deposit.id);
  if (others.some((rival) => standsAgainst(state, rival, output))) return refuse(code.transferClaimed, 'hash');
  // Who reported it first says nothing about whose it is, and a picture can be of anybody's.
  if (basis === 'proof' && 0 < others.length) return refuse(code.transferClaimed, 'basis');
  const evidence: Evidence = { kind: 'chain', network, hash, output };
  const bound = bindEvidence(state, command, { subject: subjectOf(deposit), evidence, field: 'hash' });
  if (isRefused(bound)) return bound;
  const found: Deposit = { ...deposit, arrived: formatAmount(arrived), tx_hash: hash };
  const tick = command.facts as PriceTick | null;
  const made = credit(found, command, { amount: arrived, tick, note: body.note });
  const held = hashChange({
    network,
    tx_hash: hash,
    deposit: deposit.id,
    user_id: deposit.user_id,
    output: null,
    holds: true,
  });
  const finding = { evidence: hash, output, basis, watcher, amount: formatAmount(arrived) };
  const rows = [...made.rows, held, ...bound, findingChange({ ...findingOf(deposit, command), ...finding })];
  return decisionOf(
    deposit,
    { ...made, rows },
    {
      ...differenceOf(deposit, arrived),
      symbol: deposit.asset,
      network,
      output,
      basis,
      watcher,
      otherReports: others.length,
    },
  );
}

/** Seen at the address of somebody else, or credited by the rules of before. */
function standsAgainst(state: CoreState, rival: DepositHash, output: number | null): boolean {
  if (rival.output !== null) return output === null || output === rival.output;
  return depositsOf(state).deposits.get(rival.deposit)?.state !== 'pending';
}

/**
 * An entry of the bank's statement becomes USDT. Refusals in order: 11402 somebody else paid, 11004
 * and 11006 reference and value date, 11400 used, 11612 similar ones not compared, 10015 no price
 * that counts, 11008 too little.
 */
function approveEntry(state: CoreState, deposit: Deposit, command: HandCommand, arrived: Amount): Decision | Refusal {
  const { body, at } = command;
  const payer = body.payer ?? null;
  if (payer === null) return refuse(code.fieldRequired, 'senderName');
  if (payer === 'other') return refuse(code.paidByOther, 'senderName');
  const bound = bindEntry(state, deposit, command, arrived);
  if (isRefused(bound)) return bound;
  const rate = currencyRateOf(state, command.facts as CurrencyFacts, { at, field: 'id' });
  if (!rate.ok) return rate;
  const amount = usdtAtRate(arrived, rate);
  if (amount === ZERO) return refuse(code.outOfRange, 'arrived');
  const reference = body.hash ?? '';
  const found: Deposit = {
    ...deposit,
    arrived: formatAmount(amount),
    currency_amount: formatAmount(arrived),
    tx_hash: reference,
    sender: body.senderAccount ?? null,
  };
  const made = credit(found, command, { amount, tick: rate.tick, note: body.note });
  const rows = [...made.rows, ...bound, findingChange(entryFinding(deposit, command, arrived))];
  return decisionOf(
    deposit,
    { ...made, rows },
    {
      ...differenceOf(deposit, arrived),
      symbol: deposit.currency,
      currencyAmount: formatAmount(arrived),
      valueDate: body.valueDate ?? null,
      payer,
      rateAt: rate.tick?.at ?? null,
      spread: rate.tick?.spread ?? '0',
      ...comparedWith(body),
    },
  );
}

/** The entry belongs to this deposit, credited or returned. */
export function bindEntry(state: CoreState, deposit: Deposit, command: HandCommand, arrived: Amount) {
  const { hash, valueDate } = command.body;
  if (hash === null || hash.trim() === '') return refuse(code.fieldRequired, 'hash');
  if (valueDate == null) return refuse(code.fieldRequired, 'valueDate');
  const evidence: Evidence = {
    kind: 'bank',
    reference: hash,
    valueDate,
    amount: formatAmount(arrived),
    currency: deposit.currency ?? figureOf(state, 'deposits.currency'),
  };
  const { senderKey: payer = null, compared = [] } = command.body;
  return bindEvidence(state, command, { subject: subjectOf(deposit), evidence, field: 'hash', payer, compared });
}

/** Similar entries that were compared, for whoever approves. */
export const comparedWith = ({ compared = [] }: Finding): { readonly [field: string]: Json } =>
  compared.length === 0 ? {} : { compared: [...compared] };

const findingOf = (deposit: Deposit, { seq, at }: Command): Omit<DepositFinding, 'evidence' | 'amount'> => ({
  deposit: deposit.id,
  user_id: deposit.user_id,
  output: null,
  basis: null,
  value_date: null,
  currency: null,
  payer: null,
  sender: null,
  watcher: null,
  found_by: seq,
  found_at: at,
});

export const entryFinding = (deposit: Deposit, command: HandCommand, arrived: Amount): DepositFinding => ({
  ...findingOf(deposit, command),
  evidence: command.body.hash ?? '',
  value_date: command.body.valueDate ?? null,
  currency: deposit.currency,
  amount: formatAmount(arrived),
  payer: command.body.payer ?? null,
  sender: command.body.sender ?? null,
});

/** What was reported beside what was found. */
export function differenceOf({ claimed }: Deposit, arrived: Amount): { readonly [field: string]: Json } {
  const difference = claimed === null ? null : formatAmount(subtract(arrived, amountOf(claimed)));
  return { reported: claimed, difference };
}
